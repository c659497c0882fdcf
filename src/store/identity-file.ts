import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { Identity } from "../home/identity.ts";
import { writeDurably } from "./durable-file.ts";
import { ownMac } from "./own-mac.ts";

const StoredIdentity = Type.Object({
  mac: Type.String({ pattern: "^([0-9A-F]{2}:){5}[0-9A-F]{2}$" }),
  resetId: Type.String({ pattern: "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$" }),
  /** Tells a damaged file, so that one flipped bit does not make us another gateway in silence. */
  digest: Type.String(),
});

export interface OpenedIdentity {
  readonly identity: Identity;
  /** Where a damaged file was put, if there was one. */
  readonly setAside: string | undefined;
}

/** The gateway's identity out of its state folder; made up and kept on the first start. */
export function openIdentity(stateFolder: string): OpenedIdentity {
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  const path = join(stateFolder, "identity.json");
  const text = textOf(path);
  const known = text === undefined ? undefined : identityFrom(text);
  if (known) return { identity: known, setAside: undefined };
  const setAside = text === undefined ? undefined : `${path}.damaged-${randomUUID().slice(0, 8)}`;
  if (setAside !== undefined) renameSync(path, setAside);
  const identity = { mac: ownMac(), resetId: randomUUID().toUpperCase() };
  writeDurably(path, `${JSON.stringify({ ...identity, digest: digestOf(identity) }, null, 2)}\n`);
  return { identity, setAside };
}

const digestOf = ({ mac, resetId }: Identity): string =>
  createHash("sha256").update(`${mac} ${resetId}`).digest("hex").slice(0, 16);

function identityFrom(text: string): Identity | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Check(StoredIdentity, value) || value.digest !== digestOf(value)) return undefined;
    return { mac: value.mac, resetId: value.resetId };
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
