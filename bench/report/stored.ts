import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "../support/measurement.ts";
import type { Surroundings } from "./machine.ts";

/** What a measurement found, when and where. */
export interface Stored extends Results {
  readonly title: string;
  readonly how: string;
  /** As a person reads it, in UTC. */
  readonly measuredAt: string;
  readonly surroundings: Surroundings;
}

const FOLDER = "bench/results";

const fileOf = (name: string): string => join(FOLDER, `${name}.json`);

export function store(name: string, stored: Stored): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(stored, null, 2)}\n`);
}

/** Undefined when it was never measured. */
export const storedAs = (name: string): Stored | undefined =>
  existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), "utf8")) as Stored) : undefined;
