import { constants, crc32, deflateRawSync } from "node:zlib";
import { haveSameItems } from "../../present/dependencies.ts";
import type { Body } from "../../present/pages/body.ts";
import type { Steps } from "../../shared/steps.ts";
import { joinedCrc } from "./joined-crc.ts";

/** A few pieces of a body as blocks of a compressed stream; blocks of other groups may follow. */
interface CompressedGroup {
  readonly pieces: Body;
  readonly blocks: Uint8Array;
  readonly length: number;
  readonly crc: number;
}

/** A memo by identity, under the last piece of each group: all lists begin with the same piece. */
const groups = new WeakMap<Uint8Array, CompressedGroup>();

/** In pieces. What is like what came before it takes little, which favours long groups; but a group is compressed again as a whole. */
const GROUP_LENGTH = 2;

/** RFC 1952: deflate, no name, no time, fast rather than small, unknown system. */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);
/** An empty last block. */
const LAST_BLOCK = Buffer.of(0x03, 0x00);

const LEVEL = 1;

/** A body as one gzip stream. Each group of pieces is compressed by itself, so a new piece costs the compression of one group. */
export function gzipped(body: Body): Body {
  const compressed = inGroups(body).map(compress);
  const length = compressed.reduce((sum, { length }) => sum + length, 0);
  const crc = compressed.reduce((sum, { crc, length }) => joinedCrc(sum, crc, length), 0);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [HEADER, ...compressed.map(({ blocks }) => blocks), Buffer.concat([LAST_BLOCK, trailer])];
}

/** Compresses a group at each step, so that `gzipped` finds all groups compressed. */
export function* compressInSteps(body: Body): Steps<void> {
  for (const group of inGroups(body)) {
    compress(group);
    yield;
  }
}

const inGroups = (body: Body): readonly Body[] =>
  Array.from({ length: Math.ceil(body.length / GROUP_LENGTH) }, (_, at) =>
    body.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH),
  );

function compress(pieces: Body): CompressedGroup {
  const key = pieces.at(-1) ?? NO_BYTES;
  const known = groups.get(key);
  if (known && haveSameItems(known.pieces, pieces)) return known;
  const bytes = Buffer.concat(pieces);
  // A copy: the output of zlib lies at the beginning of a much larger buffer.
  const blocks = new Uint8Array(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  const group = { pieces, blocks, length: bytes.byteLength, crc: crc32(bytes) };
  groups.set(key, group);
  return group;
}

const NO_BYTES = new Uint8Array();
