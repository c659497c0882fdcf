import type { Happening } from "../happening.ts";

/** Something that happens at a time of day. */
export interface ScriptStep {
  /** As it was written: "06:30" or "06:30:15". */
  readonly at: string;
  /** Since midnight. */
  readonly atSeconds: number;
  readonly happening: Happening;
}

/** A day in the life of simulated devices, in the order of its times. */
export type Script = readonly ScriptStep[];
