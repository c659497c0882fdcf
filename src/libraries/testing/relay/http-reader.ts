import { type HttpHead, headFrom } from "./http-head.ts";

/** The next part of what comes over one direction of a connection; all `bytes` together are what came. */
export type Piece =
  | { readonly kind: "head"; readonly bytes: Buffer; readonly head: HttpHead }
  /** `data` is what the bytes say: they may have marks of chunks about them. */
  | { readonly kind: "body"; readonly bytes: Buffer; readonly data: Buffer }
  | { readonly kind: "end"; readonly bytes: Buffer }
  /** From here on it is not HTTP, or nothing that is understood here. */
  | { readonly kind: "opaque"; readonly bytes: Buffer };

type State =
  | { readonly at: "head" | "chunk-size" | "chunk-end" | "trailers" | "end" | "until-close" | "opaque" }
  | { readonly at: "length" | "chunk"; readonly bytesLeft: number };

/** More than any side of ours sends or takes. */
const MOST_HEAD_BYTES = 256 * 1024;
const NOTHING = Buffer.alloc(0);

/** Tells requests, or answers, apart in the bytes of a connection. */
export class HttpReader {
  readonly #bodyAfter: (head: HttpHead) => "none" | "until-close" | "length";
  #bytes: Buffer = NOTHING;
  #state: State = { at: "head" };

  /** Says of a head which body follows it: none, whatever its headers say; as they say; and if they do not, all of the rest. */
  constructor(bodyAfter: (head: HttpHead) => "none" | "until-close" | "length") {
    this.#bodyAfter = bodyAfter;
  }

  /** How many bytes have come that no piece has had. */
  get waitingBytes(): number {
    return this.#bytes.length;
  }

  push(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
  }

  /** Undefined until more comes. */
  next(): Piece | undefined {
    const state = this.#state;
    switch (state.at) {
      case "head":
        return this.#head();
      case "length":
        return this.#body(state.bytesLeft, "end", "length");
      case "chunk":
        return this.#body(state.bytesLeft, "chunk-end", "chunk");
      case "chunk-size":
        return this.#chunkSize();
      case "chunk-end":
        return this.#chunkEnd();
      case "trailers":
        return this.#trailers();
      case "end":
        this.#state = { at: "head" };
        return { kind: "end", bytes: NOTHING };
      case "until-close":
        return this.#rest((bytes) => ({ kind: "body", bytes, data: bytes }));
      case "opaque":
        return this.#rest((bytes) => ({ kind: "opaque", bytes }));
      default:
        return state satisfies never;
    }
  }

  /** Parses no further: what is buffered and all that follows is passed on as it is. */
  passThrough(): void {
    this.#state = { at: "opaque" };
  }

  #head(): Piece | undefined {
    const text = this.#bytes.toString("latin1");
    const start = /^[\r\n]*/.exec(text)?.[0].length ?? 0;
    const end = /\r?\n\r?\n/g;
    end.lastIndex = start;
    if (!end.exec(text)) {
      if (this.#bytes.length > MOST_HEAD_BYTES) this.passThrough();
      return this.#bytes.length > MOST_HEAD_BYTES ? this.next() : undefined;
    }
    const head = headFrom(this.#bytes.subarray(0, end.lastIndex));
    const state = head && this.#after(head);
    if (!head || !state) {
      this.passThrough();
      return this.next();
    }
    this.#state = state;
    return { kind: "head", bytes: this.#take(end.lastIndex), head };
  }

  #after(head: HttpHead): State | undefined {
    const rule = this.#bodyAfter(head);
    if (rule === "none") return { at: "end" };
    const { "transfer-encoding": encoding, "content-length": length } = head.headers;
    if (encoding !== undefined) return /(^|,\s*)chunked$/i.test(encoding) ? { at: "chunk-size" } : undefined;
    if (length === undefined) return { at: rule === "until-close" ? "until-close" : "end" };
    return /^\d{1,15}$/.test(length) ? { at: "length", bytesLeft: Number(length) } : undefined;
  }

  #body(bytesLeft: number, then: "end" | "chunk-end", at: "length" | "chunk"): Piece | undefined {
    if (bytesLeft === 0) {
      this.#state = { at: then };
      return this.next();
    }
    if (this.#bytes.length === 0) return undefined;
    const data = this.#take(Math.min(bytesLeft, this.#bytes.length));
    this.#state = { at, bytesLeft: bytesLeft - data.length };
    return { kind: "body", bytes: data, data };
  }

  #chunkSize(): Piece | undefined {
    const line = this.#line();
    if (line === undefined) return undefined;
    const [, digits] = /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(line.toString("latin1").trim()) ?? [];
    const size = Number.parseInt(digits ?? "", 16);
    this.#state =
      digits === undefined ? { at: "opaque" } : size === 0 ? { at: "trailers" } : { at: "chunk", bytesLeft: size };
    return { kind: "body", bytes: line, data: NOTHING };
  }

  #chunkEnd(): Piece | undefined {
    const line = this.#line();
    if (line === undefined) return undefined;
    this.#state = { at: "chunk-size" };
    return { kind: "body", bytes: line, data: NOTHING };
  }

  #trailers(): Piece | undefined {
    const line = this.#line();
    if (line === undefined) return undefined;
    const isLast = line.toString("latin1").trim() === "";
    if (isLast) this.#state = { at: "head" };
    return isLast ? { kind: "end", bytes: line } : { kind: "body", bytes: line, data: NOTHING };
  }

  #rest(piece: (bytes: Buffer) => Piece): Piece | undefined {
    return this.#bytes.length === 0 ? undefined : piece(this.#take(this.#bytes.length));
  }

  #line(): Buffer | undefined {
    const end = this.#bytes.indexOf("\n");
    return end < 0 ? undefined : this.#take(end + 1);
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }
}
