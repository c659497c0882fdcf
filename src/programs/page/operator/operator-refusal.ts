/** Why nothing was done, in lines for a person. */
export class OperatorRefusal extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join(" "));
    this.lines = lines;
  }
}

export const linesFor = (error: unknown): readonly string[] =>
  error instanceof OperatorRefusal ? error.lines : ["The gateway did not answer."];
