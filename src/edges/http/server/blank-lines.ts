const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Finds blank lines in bytes that come in pieces. The head of a request ends with one, and so does a body in chunks: up
 * to the end of a blank line there is the end of one request at the most.
 */
export class BlankLines {
  #seen: "" | "\n" | "\n\r" = "";

  /** How many bytes there are up to the end of the first blank line; all of them where there is none. */
  lengthToFirst(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const byte = bytes[at];
      const isEnd = byte === LINE_FEED && this.#seen !== "";
      this.#seen = byte === LINE_FEED ? "\n" : byte === CARRIAGE_RETURN && this.#seen === "\n" ? "\n\r" : "";
      if (isEnd) return at + 1;
    }
    return bytes.byteLength;
  }
}
