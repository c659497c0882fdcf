import { createReadStream } from "node:fs";

export interface Line {
  /** The first is 1. */
  readonly number: number;
  readonly text: string;
  /** False for the last one when nothing ends it: whoever wrote it may have been stopped in the middle. */
  readonly isEnded: boolean;
}

/** No line of a recording is as long; what has none is something else. */
const LONGEST_LINE = 256 * 1024 * 1024;
const LINE_END = 0x0a;

/** The lines of a file, read no faster than they are taken. Throws what the system says of the file. */
export async function* linesOf(file: string, ended?: AbortSignal): AsyncGenerator<Line, void, void> {
  let number = 0;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  const line = (isEnded: boolean): Line => {
    number += 1;
    const text = Buffer.concat(begun).toString("utf8");
    [begun, begunBytes] = [[], 0];
    return { number, text, isEnded };
  };
  const stream: AsyncIterable<Buffer> = createReadStream(file, ended ? { signal: ended } : {});
  for await (const piece of stream) {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
      begun.push(piece.subarray(from, end));
      yield line(true);
      from = end + 1;
    }
    begun.push(piece.subarray(from));
    begunBytes += piece.length - from;
    if (begunBytes > LONGEST_LINE) throw new Error(`line ${number + 1} does not end`);
  }
  if (begunBytes > 0) yield line(false);
}
