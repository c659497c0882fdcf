import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { CommandFault, codeOf } from "./command-fault.ts";

/** The text of a file in UTF-8; "-" is standard input. */
export async function textIn(file: string): Promise<string> {
  try {
    const bytes = file === "-" ? await buffer(process.stdin) : await readFile(file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandFault([`${file}: ${reasons.get(codeOf(error)) ?? `it cannot be read (${codeOf(error)})`}`], error);
  }
}

const reasons = new Map([
  ["ENOENT", "there is no file at this path"],
  ["EISDIR", "this is a folder"],
  ["ERR_ENCODING_INVALID_ENCODED_DATA", "expected a text in UTF-8"],
]);

/** Tells what a gateway finds wrong with a file as its compiler would: with the file's name before line and column. */
export async function mistakesIn<Result>(file: string, answer: Promise<Result>): Promise<Result> {
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
