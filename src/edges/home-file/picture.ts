import { dirname, resolve } from "node:path";
import type { Picture } from "../../core/home/model/scene.ts";
import { givenBytes, sizeWords } from "../../shared/given-file.ts";
import { stableId } from "./stable-id.ts";

const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** They are all held in memory, for everybody who looks at them. */
const MAX_BYTES_OF_ALL = 64 * 1024 * 1024;

/** How each kind of picture begins. */
const BEGINNINGS = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8/,
  "image/webp": /^RIFF.{4}WEBP/s,
} as const satisfies Record<Picture["mediaType"], RegExp>;

/** A picture as a home file names it, or what is wrong with it. */
export function readPicture(homeFilePath: string, picturePath: string): Picture | string {
  const bytes = givenBytes(resolve(dirname(homeFilePath), picturePath), MAX_PICTURE_BYTES);
  if ("unreadable" in bytes) return bytes.unreadable;
  const start = bytes.subarray(0, 16).toString("latin1");
  const mediaType = MEDIA_TYPES.find((type) => BEGINNINGS[type].test(start));
  if (mediaType === undefined) return "expected a PNG, JPEG, WebP or GIF picture";
  return { id: stableId("picture", bytes.toString("base64")), mediaType, bytes };
}

const MEDIA_TYPES = Object.keys(BEGINNINGS) as readonly Picture["mediaType"][];

/** The pictures that one home file names, each read once. */
export class Pictures {
  readonly #homeFilePath: string;
  readonly #read = new Map<string, Picture | string>();
  #bytes = 0;

  constructor(homeFilePath: string) {
    this.#homeFilePath = homeFilePath;
  }

  /** A picture, or what is wrong with it. */
  read(path: string): Picture | string {
    const picture = this.#read.get(path) ?? this.#withinAll(readPicture(this.#homeFilePath, path));
    this.#read.set(path, picture);
    return picture;
  }

  at(path: string): Picture | null {
    const picture = this.#read.get(path);
    return typeof picture === "object" ? picture : null;
  }

  #withinAll(picture: Picture | string): Picture | string {
    if (typeof picture === "string") return picture;
    this.#bytes += picture.bytes.byteLength;
    if (this.#bytes <= MAX_BYTES_OF_ALL) return picture;
    return `the pictures of this file are larger than ${sizeWords(MAX_BYTES_OF_ALL)} in total; use fewer or smaller pictures`;
  }
}
