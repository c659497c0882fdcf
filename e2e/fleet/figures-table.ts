/** What was measured of one fault. */
export interface Row {
  readonly name: string;
  /** The longest time in which a front told of no change, in seconds. */
  readonly gap: number;
  readonly done: number;
  readonly refused: number;
  readonly perSecond: number;
  /** Lamps that are not as the last acknowledged command left them, nor as one after it of which nobody knows. */
  readonly lost: number;
  /** Lamps that such a later one changed. */
  readonly uncertain: number;
  /** From healing until every resource at the fronts was that of its gateway. */
  readonly seconds: number;
  /** Resources that were still different in the end, ghosts among them. */
  readonly left: number;
}

const HEADINGS = ["when", "done", "a second", "refused", "lost", "uncertain", "gap (s)", "equal (s)", "different"];

export function figuresTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, gap, done, refused, perSecond, lost, uncertain, seconds, left }) => [
    name,
    ...[done, perSecond, refused, lost, uncertain].map(String),
    gap.toFixed(1),
    seconds.toFixed(1),
    String(left),
  ]);
  const lines = [HEADINGS, HEADINGS.map(() => "---"), ...cells];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}
