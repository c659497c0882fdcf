import { entryIn, type Header, headerIn } from "./recording-format.ts";
import { linesOf } from "./recording-lines.ts";

/** A recording that was checked from its beginning to its end. */
export interface Recording {
  readonly file: string;
  readonly header: Header;
  readonly messages: number;
  /** How long it took to record. */
  readonly millis: number;
  /** The number of the last line, where that line is incomplete: it is not replayed. */
  readonly tornLine: number | undefined;
}

interface InvalidRecording {
  readonly problem: string;
}

/** Checks a whole recording, so that no replay begins that cannot reach its end. */
export async function readRecording(file: string): Promise<Recording | InvalidRecording> {
  try {
    return await checkRecording(file);
  } catch (error) {
    return { problem: `${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function checkRecording(file: string): Promise<Recording | InvalidRecording> {
  const lines = linesOf(file);
  const { value: first } = await lines.next();
  if (!first) return { problem: `${file}: the file is empty` };
  const header = headerIn(first.text);
  if (!header) {
    await lines.return();
    return { problem: `${file}:1: not a recording by "luxgate record" of this version` };
  }
  let [messages, millis] = [0, 0];
  for await (const { number, text, isEnded } of lines) {
    const entry = entryIn(text);
    if (!entry && !isEnded) return { file, header, messages, millis, tornLine: number };
    if (!entry) return { problem: `${file}:${number}: this line is damaged` };
    messages += "message" in entry ? 1 : 0;
    millis = Math.max(millis, entry.millis);
  }
  return { file, header, messages, millis, tornLine: undefined };
}
