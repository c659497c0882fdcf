import type { Durations } from "../../shared/durations.ts";
import type { RunningGateway } from "../start-gateway.ts";
import type { EventAges } from "./event-ages.ts";
import type { EventLoopLag } from "./event-loop-lag.ts";

/** What metrics are read from. */
export interface MeasuredProgram {
  readonly running: RunningGateway;
  readonly eventAges: EventAges;
  readonly eventLoopLag: EventLoopLag;
  readonly version: string;
  /** By the wall clock, in seconds since 1970. */
  readonly startedAtSeconds: number;
  readonly nowMillis: number;
}

/** One number of a family, or one histogram, under its labels. */
export interface Sample<Value = number> {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: Value;
}

interface FamilyOf<Type extends string, Value> {
  readonly type: Type;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Read only when somebody scrapes. */
  readonly read: (program: MeasuredProgram) => readonly Sample<Value>[] | Promise<readonly Sample<Value>[]>;
}

/** A metric under one name, and how it is read. */
export type Family = FamilyOf<"counter", number> | FamilyOf<"gauge", number> | FamilyOf<"histogram", Durations>;

export type Families = Readonly<Record<string, Family>>;

/** The one sample of a family without labels. */
export const one = <Value>(value: Value): readonly Sample<Value>[] => [{ value }];

/** A sample for each entry, under one label. */
export const byLabel = (label: string, entries: Iterable<readonly [string, number]>): readonly Sample[] =>
  [...entries].map(([name, value]) => ({ labels: { [label]: name }, value }));
