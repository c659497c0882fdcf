import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Representation } from "./representation.ts";

test("a representation is of the same pages with the same end, and of no others", () => {
  const page = Buffer.from('{"arr":[');
  const representation = new Representation([page, Buffer.from("]}")]);
  expect(representation.isOf([page, Buffer.from("]}")])).toBe(true);
  expect(representation.isOf([page, Buffer.from("],}")])).toBe(false);
  expect(representation.isOf([Buffer.from(page), Buffer.from("]}")])).toBe(false);
  expect(representation.isOf([page, page, Buffer.from("]}")])).toBe(false);
  expect(representation.isOf([])).toBe(false);
});

const GZIP = { gzip: true, hasTag: () => false };

test("any body in any pages is compressed to one stream that unpacks to it, and until then sent as it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (pages) => {
      const body = [new Uint8Array(4_096), ...pages];
      const representation = new Representation(body, { compressible: true });
      expect(representation.isReady(GZIP)).toBe(false);
      expect(representation.responseFor(GZIP).encoding).toBeUndefined();
      await Promise.all([representation.compress(), representation.compress()]);
      expect(representation.isReady(GZIP)).toBe(true);
      const { encoding, body: packed, length } = representation.responseFor(GZIP);
      expect([encoding, length]).toEqual(["gzip", Buffer.concat(packed).byteLength]);
      expect(gunzipSync(Buffer.concat(packed)).equals(Buffer.concat(body))).toBe(true);
      expect(representation.cachedBytes).toBe(representation.byteLength + length);
    }),
  );
});

test("what is short, or compressed already, is sent as it is", () => {
  const short = new Representation([new Uint8Array(4_095)], { compressible: true });
  const picture = new Representation([new Uint8Array(10_000)]);
  for (const representation of [short, picture]) expect(representation.isReady(GZIP)).toBe(true);
});
