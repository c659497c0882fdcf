import { expect, test } from "vitest";
import { Representation } from "./representation.ts";
import { ResponseCache } from "./response-cache.ts";

const KIB = 1024;
const HOME = {};

const cacheOf = (bytes: number, { responses = 100, idleBytes = 0, largestBytes = 64 * KIB } = {}) =>
  new ResponseCache({ bytes, responses, idleBytes, largestBytes });
const response = (bytes: number) => new Representation([Buffer.alloc(bytes)]);
const put = (cache: ResponseCache, key: string, bytes: number) =>
  cache.put(key, { dependencies: [HOME], representation: response(bytes), sectionKeys: [] });

test("a response is found while its dependencies are the same values", () => {
  const cache = cacheOf(10 * KIB);
  put(cache, "lights", KIB);
  expect(cache.find("lights", [HOME])).toBe(cache.former("lights"));
  expect(cache.find("lights", [{}])).toBeUndefined();
  expect(cache.find("devices", [HOME])).toBeUndefined();
});

test("the newest response is cached even if it is larger than the cache, and what is too much makes room", () => {
  const cache = cacheOf(10 * KIB);
  put(cache, "a", 6 * KIB);
  put(cache, "b", 5 * KIB);
  expect([cache.former("a"), cache.former("b")?.byteLength]).toEqual([undefined, 5 * KIB]);
  put(cache, "c", 50 * KIB);
  expect([cache.former("b"), cache.former("c")?.byteLength]).toEqual([undefined, 50 * KIB]);
});

test("a response that is too large is not cached, nor are its pages, nor what its list was before", () => {
  const cache = cacheOf(10 * KIB, { largestBytes: 20 * KIB });
  put(cache, "growing", 20 * KIB);
  const page = { resources: [], dependencies: [], ends: [], bytes: Buffer.alloc(1), count: 0, isFirst: true };
  cache.putPages("growing", { pages: [page], responseKey: "growing" });
  cache.put("growing", { dependencies: [], representation: response(20 * KIB + 1), sectionKeys: ["growing"] });
  expect([cache.former("growing"), cache.pagesOf("growing")]).toEqual([undefined, []]);
  put(cache, "small", KIB);
  put(cache, "huge", 21 * KIB);
  expect(["small", "huge"].map((key) => cache.former(key) !== undefined)).toEqual([true, false]);
});

test("there are only so many responses, however small they are", () => {
  const cache = cacheOf(10 * KIB, { responses: 2 });
  for (const key of ["a", "b", "c"]) put(cache, key, 1);
  expect(["a", "b", "c"].map((key) => cache.former(key) !== undefined)).toEqual([false, true, true]);
});

test("a thousand lists that are read once do not push out what is read again", () => {
  const cache = cacheOf(10 * KIB);
  put(cache, "lights", 4 * KIB);
  for (let number = 0; number < 1_000; number += 1) {
    put(cache, `filter ${number}`, 2 * KIB);
    expect(cache.find("lights", [HOME])).toBeDefined();
  }
});

test("a list that is made anew after a change counts as read again", () => {
  const cache = cacheOf(10 * KIB, { responses: 2 });
  for (const key of ["lights", "lights", "once", "another"]) put(cache, key, 1);
  expect(["lights", "once", "another"].map((key) => cache.former(key) !== undefined)).toEqual([true, false, true]);
});

test("what was read again once is not cached for ever", () => {
  const cache = cacheOf(10 * KIB);
  put(cache, "lights", 4 * KIB);
  cache.find("lights", [HOME]);
  for (let number = 0; number < 10; number += 1) put(cache, `filter ${number}`, 4 * KIB);
  expect(cache.former("lights")).toBeUndefined();
});

test("pages are forgotten with the response for which they were made, unless another one has them now", () => {
  const cache = cacheOf(10 * KIB);
  const page = { resources: [], dependencies: [], ends: [], bytes: Buffer.alloc(1), count: 0, isFirst: true };
  cache.putPages("own", { pages: [page], responseKey: "a" });
  cache.putPages("shared", { pages: [page], responseKey: "a" });
  cache.put("a", { dependencies: [], representation: response(KIB), sectionKeys: ["own", "shared"] });
  cache.putPages("shared", { pages: [page], responseKey: "b" });
  cache.put("b", { dependencies: [], representation: response(KIB), sectionKeys: ["shared"] });
  cache.forget("a");
  expect([cache.pagesOf("own"), cache.pagesOf("shared")]).toEqual([[], [page]]);
});

test("what no client reads between two sweeps is forgotten, but for as much as always stays", () => {
  const cache = cacheOf(10 * KIB, { idleBytes: 2 * KIB });
  for (const key of ["a", "b", "c", "d"]) put(cache, key, KIB);
  cache.sweep();
  expect(cache.former("a")).toBeDefined();
  cache.find("a", [HOME]);
  cache.sweep();
  expect(["a", "b", "c", "d"].filter((key) => cache.former(key))).toEqual(["a", "d"]);
});
