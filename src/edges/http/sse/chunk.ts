import { withOrigin } from "../../../core/present/wire/picture-address.ts";

/**
 * Bytes of an event stream that all streams share. The address of a picture begins with the origin under which a client
 * reaches us: a chunk with such addresses is made for each origin, and only the one of the last origin is kept.
 */
export class Chunk {
  /** With paths for addresses of pictures. */
  readonly bytes: Buffer;
  readonly #hasPictures: boolean;
  #last: { readonly origin: string; readonly bytes: Buffer } | undefined;

  constructor(bytes: Buffer, { hasPictures }: { readonly hasPictures: boolean }) {
    this.bytes = bytes;
    this.#hasPictures = hasPictures;
  }

  at(origin: string): Buffer {
    if (!this.#hasPictures) return this.bytes;
    if (this.#last?.origin !== origin) {
      this.#last = { origin, bytes: Buffer.from(withOrigin(this.bytes.toString(), origin)) };
    }
    return this.#last.bytes;
  }
}
