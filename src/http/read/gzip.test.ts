import { crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gzipped } from "./gzip.ts";
import { joinedCrc } from "./joined-crc.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

test("any body in any pieces is one stream that unpacks to it", () => {
  fc.assert(
    fc.property(fc.array(bytes), (pieces) => {
      expect(gunzipSync(Buffer.concat(gzipped(pieces)))).toEqual(Buffer.concat(pieces));
    }),
  );
});

test("a long list becomes much shorter, and pieces that were compressed before are the same ones again", () => {
  const pieces = Array.from({ length: 20 }, (_, page) => Buffer.from(`{"name":"Lamp ${page}","on":1},`.repeat(500)));
  const packed = gzipped(pieces);
  expect(Buffer.concat(packed).byteLength * 10).toBeLessThan(Buffer.concat(pieces).byteLength);
  const [first, ...others] = gzipped([Buffer.from("new"), ...pieces.slice(1)]).slice(1, -1);
  expect(first).not.toBe(packed[1]);
  for (const [index, piece] of others.entries()) expect(piece).toBe(packed[index + 2]);
});

test("the checksum of two things in a row follows from theirs", () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const joined = joinedCrc(crc32(one), crc32(other), other.byteLength);
      expect(joined).toBe(crc32(Buffer.concat([one, other])));
    }),
  );
  const long = Buffer.alloc(3_000_001, "light");
  expect(joinedCrc(crc32("a"), crc32(long), long.byteLength)).toBe(crc32(long, crc32("a")));
});
