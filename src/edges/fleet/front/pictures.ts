import { Type } from "typebox";
import { idFrom } from "../../../core/home/model/ids.ts";
import type { Picture } from "../../../core/home/model/scene.ts";
import { fitsSchema } from "../../../shared/compiled-schema.ts";

/** What the pictures of one gateway may come to. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 64;

const PartShape = Type.Object({
  mediaType: Type.Enum(["image/png", "image/jpeg", "image/webp", "image/gif"]),
  part: Type.Integer({ minimum: 0, maximum: MOST_PARTS - 1 }),
  parts: Type.Integer({ minimum: 1, maximum: MOST_PARTS }),
  base64: Type.String(),
});

interface Collected {
  readonly mediaType: Picture["mediaType"];
  readonly parts: (Uint8Array | undefined)[];
  picture: Picture | undefined;
}

/** The pictures of one gateway, which come in parts: an entry has a size of at most a mebibyte. */
export class Pictures {
  readonly #collected = new Map<string, Collected>();
  #bytes = 0;

  get(id: string): Picture | undefined {
    return this.#collected.get(id)?.picture;
  }

  /** Whether a picture is complete now. */
  put(id: string, value: string): boolean {
    const part = parsed(value);
    if (!part) return false;
    const known = this.#collected.get(id);
    const collected =
      known?.parts.length === part.parts
        ? known
        : { mediaType: part.mediaType, parts: Array.from({ length: part.parts }, () => undefined), picture: undefined };
    const bytes = Buffer.from(part.base64, "base64");
    const former = collected.parts[part.part]?.byteLength ?? 0;
    if (this.#bytes + bytes.byteLength - former > MOST_BYTES) return false;
    this.#bytes += bytes.byteLength - former;
    collected.parts[part.part] = bytes;
    this.#collected.set(id, collected);
    const parts = collected.parts.filter((each) => each !== undefined);
    if (parts.length < collected.parts.length) return false;
    collected.picture = { id: idFrom(id), mediaType: collected.mediaType, bytes: Buffer.concat(parts) };
    return true;
  }

  remove(id: string): void {
    for (const part of this.#collected.get(id)?.parts ?? []) this.#bytes -= part?.byteLength ?? 0;
    this.#collected.delete(id);
  }
}

function parsed(value: string) {
  try {
    const part: unknown = JSON.parse(value);
    return fitsSchema(PartShape, part) ? part : undefined;
  } catch {
    return undefined;
  }
}
