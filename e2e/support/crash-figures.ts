/** What rounds of crashes came to. */
export class CrashFigures {
  readonly counts = {
    rounds: 0,
    "killed under changes": 0,
    "killed at start": 0,
    "killed at stop": 0,
    "killed at the very first start": 0,
    "changes acknowledged": 0,
    "sent, not acknowledged, there": 0,
    "sent, not acknowledged, absent": 0,
    "acknowledged changes lost": 0,
    "half changes": 0,
    "changes refused": 0,
    "failed opens": 0,
    "false alarms": 0,
  };
  /** A line for each thing that must not be. */
  readonly faults: string[] = [];

  add(what: keyof CrashFigures["counts"], count = 1): void {
    this.counts[what] += count;
  }

  fault(
    what: "acknowledged changes lost" | "half changes" | "changes refused" | "failed opens" | "false alarms",
    words: string,
  ): void {
    this.add(what);
    this.faults.push(`${what}: ${words}`);
  }

  table(seconds: number): string {
    const rows = [...Object.entries(this.counts), ["seconds", Math.round(seconds)] as const];
    const width = Math.max(...rows.map(([what]) => what.length));
    return rows.map(([what, count]) => `  ${what.padEnd(width)}  ${String(count).padStart(8)}`).join("\n");
  }
}
