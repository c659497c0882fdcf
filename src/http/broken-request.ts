import { malformed, type Refusal } from "./refusal.ts";
import { EVERY_METHOD } from "./route.ts";

/** What Node's parser tells of bytes that it could not take for a request. */
export interface ParserError {
  readonly code?: string | undefined;
  /** The bytes that broke it. */
  readonly rawPacket?: Uint8Array | undefined;
}

const METHOD = /^([A-Z-]{1,32}) [!-~]{1,2048} HTTP\/1\.[01]\r?\n/;
const REQUEST_LINE_START = /^[A-Z-]{1,32} [^ \r\n]*/;

/** Which refusal answers bytes that are no request. */
export function refusalForBroken({ code, rawPacket }: ParserError, targetBytes: number): Refusal {
  const start = rawPacket ? Buffer.from(rawPacket.subarray(0, targetBytes + 64)).toString("latin1") : "";
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { refused: "timed-out" };
    case "HPE_HEADER_OVERFLOW": {
      const lineLength = REQUEST_LINE_START.exec(start)?.[0].length ?? 0;
      return { refused: lineLength > targetBytes ? "target-too-long" : "headers-too-large" };
    }
    case "HPE_INVALID_METHOD":
      return METHOD.test(start) ? { refused: "method-not-allowed", allow: EVERY_METHOD } : NOT_HTTP;
    default:
      return NOT_HTTP;
  }
}

const NOT_HTTP = malformed("this is not a well-formed HTTP/1.1 request");
