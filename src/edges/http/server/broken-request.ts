import { malformed, Refusal } from "../refusal.ts";
import { EVERY_METHOD } from "../route.ts";

/** What Node's parser says of bytes that are no request. */
export interface ParserError {
  readonly code?: string | undefined;
  /** The bytes that came last, and how many of them were parsed. */
  readonly rawPacket?: Uint8Array | undefined;
  readonly bytesParsed?: number | undefined;
}

const METHOD = /^[A-Z-]{1,32} [!-~]{1,2048} HTTP\/1\.[01]\r?\n/;
const REQUEST_LINE_START = /^[A-Z-]{1,32} [^ \r\n]*/;

/** The refusal for bytes that are no request. */
export function refusalForBroken(error: ParserError, targetBytes: number): Refusal {
  const start = startOfBroken(error).slice(0, targetBytes + 64);
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Refusal("timed-out");
    case "HPE_HEADER_OVERFLOW": {
      const lineLength = REQUEST_LINE_START.exec(start)?.[0].length ?? 0;
      return new Refusal(lineLength > targetBytes ? "target-too-long" : "headers-too-large");
    }
    case "HPE_INVALID_METHOD":
      return METHOD.test(start) ? new Refusal("method-not-allowed", { allow: EVERY_METHOD }) : NOT_HTTP;
    default:
      return NOT_HTTP;
  }
}

/** Whole requests, with bodies or without, may stand before the broken request. */
function startOfBroken({ code, rawPacket = NO_BYTES, bytesParsed = 0 }: ParserError): string {
  const text = Buffer.from(rawPacket).toString("latin1");
  const good = text.slice(0, bytesParsed);
  if (code === "HPE_INVALID_METHOD") return text.slice(good.search(/[A-Z-]*$/));
  const endOfGood = good.lastIndexOf("\r\n\r\n");
  return endOfGood < 0 ? text : text.slice(endOfGood + 4);
}

const NO_BYTES = new Uint8Array();
export const NOT_HTTP = malformed("malformed HTTP/1.1 request");
