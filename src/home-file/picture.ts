import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Picture } from "../home/scene.ts";
import { stableId } from "./stable-id.ts";

const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** How each kind of picture begins. */
const BEGINNINGS = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8/,
  "image/webp": /^RIFF.{4}WEBP/s,
} as const satisfies Record<Picture["mediaType"], RegExp>;

/** A picture as a home file names it, or what is wrong with it. */
export function readPicture(homeFilePath: string, picturePath: string): Picture | string {
  const bytes = bytesOf(resolve(dirname(homeFilePath), picturePath));
  if (bytes === undefined) return "there is no file to read at this path";
  if (bytes.byteLength > MAX_PICTURE_BYTES) return "the picture is larger than 2 MiB";
  const start = bytes.subarray(0, 16).toString("latin1");
  const mediaType = MEDIA_TYPES.find((type) => BEGINNINGS[type].test(start));
  if (mediaType === undefined) return "expected a PNG, JPEG, WebP or GIF picture";
  return { id: stableId("picture", bytes.toString("base64")), mediaType, bytes };
}

const MEDIA_TYPES = Object.keys(BEGINNINGS) as readonly Picture["mediaType"][];

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
