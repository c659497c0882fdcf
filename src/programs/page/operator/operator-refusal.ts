/** Why nothing was done, in lines for a person. */
export class OperatorRefusal extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join(" "));
    this.lines = lines;
  }
}

export const linesFor = (error: unknown): readonly string[] =>
  error instanceof OperatorRefusal ? error.lines.map(withoutCommand) : ["The gateway did not answer."];

/** Who looks at a page is not told what to type in a terminal: "List them with: luxgate devices". */
const withoutCommand = (line: string): string => line.replace(/ (?:List|Admit|Activate) \w+ with: luxgate .*$/, "");
