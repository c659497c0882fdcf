import { createReadStream } from "node:fs";
import { openGiven, sizeWords } from "../../../shared/given-file.ts";

export interface Line {
  /** The first is 1. */
  readonly number: number;
  readonly text: string;
  /** False for the last one when nothing ends it: whoever wrote it may have been stopped in the middle. */
  readonly isEnded: boolean;
}

/** The list of a few thousand devices; what has a longer line is something else, which shows at its first one already. */
const LONGEST_LINE_BYTES = 128 * 1024 * 1024;
const LONGEST_FIRST_LINE_BYTES = 64 * 1024;
const LINE_END = 0x0a;

/** The lines of a file, read no faster than they are taken. Throws what speaks against reading it, in words. */
export async function* linesOf(file: string, ended?: AbortSignal): AsyncGenerator<Line, void, void> {
  let number = 0;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  const line = (isEnded: boolean): Line => {
    number += 1;
    const text = textFrom(Buffer.concat(begun));
    [begun, begunBytes] = [[], 0];
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
      begun.push(piece.subarray(from, end));
      yield line(true);
      from = end + 1;
    }
    begun.push(piece.subarray(from));
    begunBytes += piece.length - from;
    const longest = number === 0 ? LONGEST_FIRST_LINE_BYTES : LONGEST_LINE_BYTES;
    if (begunBytes > longest)
      throw new Error(`line ${number + 1} is longer than ${sizeWords(longest)}; expected a recording`);
  }
  if (begunBytes > 0) yield line(false);
}

/** What is no UTF-8 is no line of ours: nothing is made of it. */
function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}
