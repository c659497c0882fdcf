/** Why a command cannot do its work, in words for the person who gave it: a line for each thing that is wrong. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";
  readonly lines: readonly string[];

  constructor(lines: readonly string[], cause?: unknown) {
    super(lines.join("\n"), { cause });
    this.lines = lines;
  }
}
