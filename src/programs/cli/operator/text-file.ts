import { MAX_LINE_BYTES } from "../../../edges/control/protocol.ts";
import { givenText, streamedText } from "../../../shared/given-file.ts";
import { tellIfLarge } from "../../../shared/large-file.ts";
import { CommandFault } from "../command-fault.ts";

/** The text of a file in UTF-8; "-" is standard input. What a gateway could not take is not read. */
export async function textIn(file: string): Promise<string> {
  const text = file === "-" ? await streamedText(process.stdin, MAX_LINE_BYTES) : givenText(file, MAX_LINE_BYTES);
  if (typeof text !== "string") throw new CommandFault([`${file}: ${text.unreadable}`]);
  tellIfLarge(file, text.length, (line) => process.stderr.write(`${line}\n`));
  return text;
}

/** Reports a gateway's problems in a file as a compiler would: with the file's name before line and column. */
export async function problemsIn<Result>(file: string, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const isPlaced = (line: string) => /^\d+:\d+: /.test(line);
    throw new CommandFault(
      error.lines.map((line) => (isPlaced(line) ? `${file}:${line}` : line)),
      error,
    );
  }
}
