import type { Progress } from "./progress.ts";

/** What a figure is to reach, and whether it does. */
export interface Aim {
  readonly what: string;
  readonly aim: string;
  readonly figure: string;
  readonly isReached: boolean;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Bars in groups, on a logarithmic scale. */
export interface Chart {
  readonly title: string;
  readonly groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[];
}

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly note: string;
  /** Ours, and drawn so. */
  readonly isOurs: boolean;
}

export interface Results {
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
  readonly chart?: Chart;
  /** What the tables were made from: the figure of every round. */
  readonly rounds?: readonly Rounds[];
}

export interface Rounds {
  readonly of: string;
  readonly figures: readonly number[];
  /** What one answer took of the server's core, where that was measured. */
  readonly microseconds?: readonly number[];
}

/** How long is measured. A quick run shows that all works; its figures say little. */
export interface Pace {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** Of a round of load. */
  readonly seconds: number;
}

export const WHOLE_PACE: Pace = { isQuick: false, rounds: 11, seconds: 1 };
export const QUICK_PACE: Pace = { isQuick: true, rounds: 1, seconds: 1 };

export interface Bench {
  readonly pace: Pace;
  /** For homes, state and whatever servers read; gone afterwards. */
  readonly folder: string;
  readonly progress: Progress;
}

export interface Measurement {
  readonly title: string;
  /** How it is made, in whole sentences. */
  how(pace: Pace): string;
  measure(bench: Bench): Promise<Results>;
}
