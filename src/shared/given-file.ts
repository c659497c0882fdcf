import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { codeOf } from "./error-code.ts";

/** Why a file that a person gives is not read, in words that complete "<file>: …". */
export interface Unreadable {
  readonly unreadable: string;
}

const { O_RDONLY, O_NONBLOCK = 0 } = constants;
const PIECE_BYTES = 256 * 1024;

/** Opens a person's file, which the caller closes. Pipes and devices are refused, as reading them may never end. */
export function openGiven(path: string): { readonly handle: number; readonly bytes: number } | Unreadable {
  let handle: number | undefined;
  try {
    handle = openSync(path, O_RDONLY | O_NONBLOCK);
    const stats = fstatSync(handle);
    if (stats.isFile()) return { handle, bytes: stats.size };
    closeSync(handle);
    return { unreadable: `this is ${kindWords(stats)}; expected a file` };
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    return unreadableBy(error);
  }
}

/** All bytes of a person's file, which may be a link; a file that is too large is not read. */
export function givenBytes(path: string, maxBytes: number): Buffer | Unreadable {
  const opened = openGiven(path);
  if ("unreadable" in opened) return opened;
  try {
    return opened.bytes > maxBytes ? tooLarge(maxBytes) : allOf(opened.handle, maxBytes);
  } catch (error) {
    return unreadableBy(error);
  } finally {
    closeSync(opened.handle);
  }
}

/** The same as UTF-8 text, without a byte order mark. */
export function givenText(path: string, maxBytes: number): string | Unreadable {
  const bytes = givenBytes(path, maxBytes);
  return "unreadable" in bytes ? bytes : textFrom(bytes);
}

/** All text of a stream, unless it is too large. */
export async function streamedText(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | Unreadable> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > maxBytes) return tooLarge(maxBytes);
    pieces.push(piece);
  }
  return textFrom(Buffer.concat(pieces));
}

/** Reads to the end, whatever the size: files grow while they are read, and files in /proc have size 0. */
function allOf(handle: number, maxBytes: number): Buffer | Unreadable {
  const pieces: Buffer[] = [];
  for (let bytes = 0; bytes <= maxBytes; ) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const count = readSync(handle, piece);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    bytes += count;
  }
  return tooLarge(maxBytes);
}

function textFrom(bytes: Uint8Array): string | Unreadable {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { unreadable: "expected text in UTF-8" };
  }
}

const REASONS = new Map([
  ["ENOENT", "there is no file at this path"],
  ["ENOTDIR", "there is no file at this path"],
  ["ELOOP", "this is a symbolic link that leads back to itself"],
  ["EACCES", "this user has no permission to read it"],
  ["ENXIO", "this is a socket; expected a file"],
]);

const unreadableBy = (error: unknown): Unreadable => ({
  unreadable: REASONS.get(codeOf(error)) ?? `it cannot be read (${codeOf(error)})`,
});

const tooLarge = (maxBytes: number): Unreadable => ({
  unreadable: `it is larger than the limit of ${sizeWords(maxBytes)}`,
});

function kindWords(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  return stats.isFIFO() ? "a pipe" : "a device";
}

const KIBIBYTE = 1024;

export const sizeWords = (bytes: number): string =>
  bytes < KIBIBYTE ** 2 ? `${Math.ceil(bytes / KIBIBYTE)} KiB` : `${Math.ceil(bytes / KIBIBYTE ** 2)} MiB`;
