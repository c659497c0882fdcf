/** What a run found, a figure for each round or sample. */
export interface MatterFigures {
  readonly onlineMillis: readonly number[];
  /** The slowest hundredth of reads, in milliseconds. */
  readonly whileStarting: Beside;
  readonly afterwards: Beside;
  readonly reportMillis: readonly number[];
  readonly commandMillis: readonly number[];
  readonly steady: SteadyFigures;
  /** In millions of bytes. */
  readonly memory: { readonly now: number; readonly most: number };
}

/** Of a gateway with the bridge, and of one without, round by round. */
interface Beside {
  readonly bridged: readonly number[];
  readonly alone: readonly number[];
}

export interface SteadyFigures {
  readonly seconds: number;
  readonly asked: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of a core. */
  readonly share: number;
  readonly wrong: Readonly<Record<"atHome" | "reported" | "read", number>>;
}
