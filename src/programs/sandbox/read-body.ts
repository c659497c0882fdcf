import type { IncomingMessage } from "node:http";
import { MOST_YAML_BYTES } from "../../edges/home-file/limits.ts";
import { sizeWords } from "../../shared/given-file.ts";
import type { ControlAnswer } from "./control-answer.ts";

/** A home is the largest thing that is sent. */
const MOST_BODY_BYTES = MOST_YAML_BYTES;

/** The text of a request, or why it is not read to its end. */
export async function bodyOf(request: IncomingMessage): Promise<string | { readonly refused: ControlAnswer }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request) {
      bytes += piece.length;
      if (bytes > MOST_BODY_BYTES) return refused(413, `The body is larger than ${sizeWords(MOST_BODY_BYTES)}.`);
      pieces.push(piece);
    }
  } catch {
    return refused(400, "The request broke off.");
  }
  return Buffer.concat(pieces).toString("utf8");
}

const refused = (status: number, error: string) => ({ refused: { status, body: { error } } });
