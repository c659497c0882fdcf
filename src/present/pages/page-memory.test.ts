import { expect, test } from "vitest";
import { ReusedMemory } from "./page-memory.ts";

const memoryOf = (bytes: Buffer): unknown => bytes.buffer;

test("what is given back is used again, for a little more or a little less too", () => {
  const memory = new ReusedMemory();
  const former = memory.take(5_000);
  memory.giveBack([former]);
  const next = memory.take(5_100);
  expect(next.byteLength).toBe(5_100);
  expect(memoryOf(next)).toBe(memoryOf(former));
});

test("nothing is used twice at a time", () => {
  const memory = new ReusedMemory();
  const former = memory.take(5_000);
  memory.giveBack([former]);
  expect(memoryOf(memory.take(5_000))).toBe(memoryOf(former));
  expect(memoryOf(memory.take(5_000))).not.toBe(memoryOf(former));
});

test("what is much longer or shorter gets memory of its own", () => {
  const memory = new ReusedMemory();
  const former = memory.take(5_000);
  memory.giveBack([former]);
  for (const length of [0, 600, 4_000, 9_000]) expect(memoryOf(memory.take(length))).not.toBe(memoryOf(former));
});

test("what came from elsewhere is never used", () => {
  const memory = new ReusedMemory();
  const shared = Buffer.allocUnsafeSlow(8_192);
  memory.giveBack([shared]);
  expect(memoryOf(memory.take(8_192))).not.toBe(memoryOf(shared));
});

test("no more than a megabyte is put by", () => {
  const memory = new ReusedMemory();
  const former = Array.from({ length: 500 }, () => memory.take(8_192));
  memory.giveBack(former);
  const known = new Set(former.map(memoryOf));
  const reused = former.map(() => memory.take(8_192)).filter((bytes) => known.has(memoryOf(bytes)));
  expect(reused.length * 8_192).toBeLessThanOrEqual(1024 * 1024);
  expect(reused.length).toBeGreaterThan(100);
});
