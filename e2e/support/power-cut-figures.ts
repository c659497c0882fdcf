const NONE = { "lost acknowledgements": 0, "half states": 0, "failed opens": 0, "false alarms": 0 };

/** What images of disks came to. */
export class PowerCutFigures {
  readonly counts = {
    images: 0,
    "before the first home": 0,
    "as acknowledged": 0,
    "with a change that was under way": 0,
    "opened once more": 0,
  };
  /** What must not be. */
  readonly wrong = { ...NONE };
  readonly #faults: string[] = [];

  add(what: keyof PowerCutFigures["counts"]): void {
    this.counts[what] += 1;
  }

  fault(what: keyof PowerCutFigures["wrong"], words: string): void {
    this.wrong[what] += 1;
    this.#faults.push(`${what}: ${words}`);
  }

  /** The first of them, in words. */
  get faults(): readonly string[] {
    return this.#faults.slice(0, 10);
  }

  table(seconds: number): string {
    const rows = Object.entries({ ...this.counts, ...this.wrong, seconds: Math.round(seconds) });
    const width = Math.max(...rows.map(([what]) => what.length));
    return rows.map(([what, count]) => `  ${what.padEnd(width)}  ${String(count).padStart(8)}`).join("\n");
  }
}
