import { entryIn, type Header, headerIn } from "./recording-format.ts";
import { linesOf } from "./recording-lines.ts";

/** A file that was looked through from its beginning to its end. */
export interface Recording {
  readonly file: string;
  readonly header: Header;
  readonly messages: number;
  /** How long it took to record. */
  readonly millis: number;
  /** The last line, when it is only a part of one: it is not played. */
  readonly tornLine: number | undefined;
}

interface Mistake {
  readonly mistake: string;
}

/** Looks through a whole recording, so that nothing begins that cannot be played to its end. */
export async function readRecording(file: string): Promise<Recording | Mistake> {
  try {
    return await lookedThrough(file);
  } catch (error) {
    return { mistake: `${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function lookedThrough(file: string): Promise<Recording | Mistake> {
  const lines = linesOf(file);
  const { value: first } = await lines.next();
  if (!first) return { mistake: `${file}: this file is empty` };
  const header = headerIn(first.text);
  if (!header) {
    await lines.return();
    return { mistake: `${file}:1: this is no recording that "luxgate record" of this version wrote` };
  }
  let [messages, millis] = [0, 0];
  for await (const { number, text, isEnded } of lines) {
    const entry = entryIn(text);
    if (!entry && !isEnded) return { file, header, messages, millis, tornLine: number };
    if (!entry) return { mistake: `${file}:${number}: this line is broken` };
    messages += "said" in entry ? 1 : 0;
    millis = Math.max(millis, entry.millis);
  }
  return { file, header, messages, millis, tornLine: undefined };
}
