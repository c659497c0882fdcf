import { createReadStream } from "node:fs";
import { openGiven, sizeWords } from "../../../../shared/given-file.ts";

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** False for a last line without a line end: its writer may have been killed in the middle. */
  readonly isEnded: boolean;
}

/** Room for the list of a few thousand devices. Other files with long lines are recognised at their first line. */
const LONGEST_LINE_BYTES = 128 * 1024 * 1024;
const LONGEST_FIRST_LINE_BYTES = 64 * 1024;
const LINE_END = 0x0a;

/** The lines of a file, read no faster than they are consumed. Throws an error for people where the file cannot be read. */
export async function* linesOf(file: string, ended?: AbortSignal): AsyncGenerator<Line, void, void> {
  let number = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const line = (isEnded: boolean): Line => {
    number += 1;
    const text = textFrom(Buffer.concat(pending));
    [pending, pendingBytes] = [[], 0];
    return { number, text, isEnded };
  };
  const opened = openGiven(file);
  if ("unreadable" in opened) throw new Error(opened.unreadable);
  const stream: AsyncIterable<Buffer> = createReadStream(file, {
    fd: opened.handle,
    ...(ended ? { signal: ended } : {}),
  });
  for await (const piece of stream) {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
      pending.push(piece.subarray(from, end));
      yield line(true);
      from = end + 1;
    }
    pending.push(piece.subarray(from));
    pendingBytes += piece.length - from;
    const longest = number === 0 ? LONGEST_FIRST_LINE_BYTES : LONGEST_LINE_BYTES;
    if (pendingBytes > longest)
      throw new Error(`line ${number + 1} is longer than ${sizeWords(longest)}, so this is not a recording`);
  }
  if (pendingBytes > 0) yield line(false);
}

/** Empty for invalid UTF-8, which no recording contains. */
function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}
