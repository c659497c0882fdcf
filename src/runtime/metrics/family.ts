import type { FleetCondition } from "../../edges/fleet/member/condition.ts";
import type { MatterState } from "../../edges/matter/bridge.ts";
import type { Durations } from "../../shared/durations.ts";
import type { RunningGateway } from "../start-gateway.ts";
import type { EventAges } from "./event-ages.ts";
import type { EventLoopLag } from "./event-loop-lag.ts";
import type { OfflineTimes } from "./offline-times.ts";

/** The condition of automatic backups. */
export interface BackupCondition {
  readonly everyMillis: number;
  /** Of the newest backup in the folder, by the wall clock; undefined until one is found or made. */
  readonly ageMillis: number | undefined;
  /** Whether the last attempt failed. */
  readonly hasFailed: boolean;
}

/** What metrics are read from. */
export interface MeasuredProgram {
  readonly running: RunningGateway;
  /** Undefined for a gateway that belongs to no fleet. */
  readonly fleet?: FleetCondition | undefined;
  /** Undefined for a gateway without a Matter bridge. */
  readonly matter?: MatterState | undefined;
  /** Undefined for a gateway that makes no backups. */
  readonly backups?: BackupCondition | undefined;
  readonly eventAges: EventAges;
  readonly eventLoopLag: EventLoopLag;
  readonly offlineTimes: OfflineTimes;
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
