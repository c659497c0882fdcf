import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Body } from "../../present/pages/body.ts";
import { holdSame } from "../../present/response-cache.ts";
import type { Steps } from "../../shared/steps.ts";
import { joinedCrc } from "./joined-crc.ts";

/** Some pieces of a body as blocks of a compressed stream that others may follow. */
interface Packed {
  readonly pieces: Body;
  readonly blocks: Uint8Array;
  readonly length: number;
  readonly crc: number;
}

/** By the last of the pieces: the first may be one that all lists begin with. */
const packedPieces = new WeakMap<Uint8Array, Packed>();

/** Packed together, as what is like what came before it takes little; and no more, as they are packed again together. */
const TOGETHER = 2;

/** RFC 1952: deflated, without a name or a time, fast rather than small, of no certain system. */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);
/** A last block that holds nothing. */
const LAST_BLOCK = Buffer.of(0x03, 0x00);

const LEVEL = 1;

/** A body as one gzip stream. A few pieces at a time are compressed by themselves and kept: where one is new, most others are not compressed again. */
export function gzipped(body: Body): Body {
  const packed = inGroups(body).map(packedTogether);
  const length = packed.reduce((sum, { length }) => sum + length, 0);
  const crc = packed.reduce((sum, { crc, length }) => joinedCrc(sum, crc, length), 0);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [HEADER, ...packed.map(({ blocks }) => blocks), Buffer.concat([LAST_BLOCK, trailer])];
}

/** Packs a body a few pieces at each step, so that `gzipped` finds them packed. */
export function* packedInSteps(body: Body): Steps<void> {
  for (const group of inGroups(body)) {
    packedTogether(group);
    yield;
  }
}

const inGroups = (body: Body): readonly Body[] =>
  Array.from({ length: Math.ceil(body.length / TOGETHER) }, (_, at) => body.slice(at * TOGETHER, (at + 1) * TOGETHER));

function packedTogether(pieces: Body): Packed {
  const key = pieces.at(-1) ?? NO_BYTES;
  const known = packedPieces.get(key);
  if (known && holdSame(known.pieces, pieces)) return known;
  const bytes = Buffer.concat(pieces);
  // Copied: what comes out lies at the beginning of a much larger buffer.
  const blocks = new Uint8Array(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  const packed = { pieces, blocks, length: bytes.byteLength, crc: crc32(bytes) };
  packedPieces.set(key, packed);
  return packed;
}

const NO_BYTES = new Uint8Array();
