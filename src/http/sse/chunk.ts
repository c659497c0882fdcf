/** Occurs in the JSON of a picture's address only: in a text that somebody chose, the quotes would be escaped. */
const PICTURE_PATH = '"picture_url":"/';

export const hasPicture = (json: string | Buffer): boolean => json.includes(PICTURE_PATH);

/** JSON of scenes, or of what changed in them, with the addresses of pictures where a client reaches us. */
export const withOrigin = (text: string, origin: string): string =>
  text.replaceAll(PICTURE_PATH, () => `"picture_url":"${JSON.stringify(origin).slice(1, -1)}/`);

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
