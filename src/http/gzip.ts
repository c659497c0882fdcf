import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Body } from "../present/body.ts";
import { joinedCrc } from "./joined-crc.ts";

/** A piece of a body as blocks of a compressed stream that others may follow. */
interface Packed {
  readonly blocks: Uint8Array;
  readonly crc: number;
}

const packedPieces = new WeakMap<Uint8Array, Packed>();

/** RFC 1952: deflated, without a name or a time, fast rather than small, of no certain system. */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);
/** A last block that holds nothing. */
const LAST_BLOCK = Buffer.of(0x03, 0x00);

const LEVEL = 1;

/** A body as one gzip stream. Pieces are compressed each for itself and kept: where one is new, the others are not compressed again. */
export function gzipped(body: Body): Body {
  const packed = body.map(packedPiece);
  const length = body.reduce((sum, piece) => sum + piece.byteLength, 0);
  const crc = packed.reduce((sum, { crc }, index) => joinedCrc(sum, crc, body[index]?.byteLength ?? 0), 0);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [HEADER, ...packed.map(({ blocks }) => blocks), Buffer.concat([LAST_BLOCK, trailer])];
}

function packedPiece(piece: Uint8Array): Packed {
  const known = packedPieces.get(piece);
  if (known) return known;
  // Copied: what comes out lies at the beginning of a much larger buffer.
  const blocks = new Uint8Array(deflateRawSync(piece, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  const packed = { blocks, crc: crc32(piece) };
  packedPieces.set(piece, packed);
  return packed;
}
