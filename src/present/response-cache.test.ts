import { expect, test } from "vitest";
import { Kept } from "./response-cache.ts";

const MEBIBYTE = 1024 * 1024;
const CAPACITY = { bytes: 32 * MEBIBYTE, answers: 256 };
const NEVER = (): Uint8Array => {
  throw new Error("this body is made again although it was kept");
};
const bodyOf = (bytes: number) => () => new Uint8Array(bytes);

/** Whether a question still has its answer kept; asking does not make a new one. */
function isKept(bodies: Kept<Uint8Array>, question: string, madeFrom: readonly unknown[]): boolean {
  try {
    bodies.get(question, madeFrom, NEVER);
    return true;
  } catch {
    return false;
  }
}

test("the very same bytes come back while they are made from the same values", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  const lights = [{}];
  const rooms = [{}];
  const body = bodies.get("lights", [lights, rooms, "http://gate"], bodyOf(3));
  expect(bodies.get("lights", [lights, rooms, "http://gate"], NEVER)).toBe(body);
});

test.each<readonly [what: string, change: (madeFrom: readonly unknown[]) => readonly unknown[]]>([
  ["one of the values is another one", ([first]) => [first, []]],
  ["a value is equal but not the same", ([, second]) => [[], second]],
  ["there is a value more", (madeFrom) => [...madeFrom, undefined, "more"]],
  ["there is a value fewer", ([first]) => [first]],
])("a new body is made once %s", (_what, change) => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  const madeFrom = [[], []];
  const old = bodies.get("lights", madeFrom, bodyOf(3));
  const changed = change(madeFrom);
  const fresh = bodies.get("lights", changed, bodyOf(3));
  expect(fresh).not.toBe(old);
  expect(bodies.get("lights", changed, NEVER)).toBe(fresh);
});

test("what was asked tells bodies that are made from the same values apart", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  const madeFrom = [{}];
  const one = bodies.get("device {}", madeFrom, bodyOf(1));
  const other = bodies.get('device {"cat1_id":[2]}', madeFrom, bodyOf(2));
  expect(bodies.get("device {}", madeFrom, NEVER)).toBe(one);
  expect(bodies.get('device {"cat1_id":[2]}', madeFrom, NEVER)).toBe(other);
});

test("a body that cannot be made leaves what is kept as it was", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  const other = bodies.get("other", [], bodyOf(1));
  expect(isKept(bodies, "lights", [])).toBe(false);
  expect(bodies.get("lights", [], bodyOf(1))).toHaveLength(1);
  expect(bodies.get("other", [], NEVER)).toBe(other);
});

test("as many answers as there may be are kept, and the oldest gives way to one more", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  for (let number = 1; number <= 256; number += 1) bodies.get(`question ${number}`, [], bodyOf(1));
  expect(isKept(bodies, "question 1", [])).toBe(true);
  bodies.get("question 257", [], bodyOf(1));
  expect(isKept(bodies, "question 1", [])).toBe(false);
  expect(isKept(bodies, "question 2", [])).toBe(true);
  expect(isKept(bodies, "question 257", [])).toBe(true);
});

test("as many bytes as there may be are kept, and the oldest give way to what goes beyond", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  for (const question of ["one", "two", "three", "four"]) bodies.get(question, [], bodyOf(8 * MEBIBYTE));
  expect(["one", "two", "three", "four"].map((question) => isKept(bodies, question, []))).toEqual(Array(4).fill(true));
  bodies.get("five", [], bodyOf(9 * MEBIBYTE));
  expect(["three", "four", "five"].map((question) => isKept(bodies, question, []))).toEqual(Array(3).fill(true));
  expect(["one", "two"].map((question) => isKept(bodies, question, []))).toEqual([false, false]);
});

test("an answer larger than all that may be kept is kept alone, and gives way to the next one", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  bodies.get("small", [], bodyOf(1));
  const huge = bodies.get("huge", [], bodyOf(33 * MEBIBYTE));
  expect(bodies.get("huge", [], NEVER)).toBe(huge);
  bodies.get("next", [], bodyOf(1));
  expect(["small", "huge", "next"].map((question) => isKept(bodies, question, []))).toEqual([false, false, true]);
});

test("an answer that is made anew counts once", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  bodies.get("other", [], bodyOf(16 * MEBIBYTE));
  for (let time = 0; time < 10; time += 1) bodies.get("lights", [time], bodyOf(16 * MEBIBYTE));
  expect(isKept(bodies, "other", [])).toBe(true);
  expect(isKept(bodies, "lights", [9])).toBe(true);
});

test("what no longer holds is at hand for what takes its place", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  const first = bodies.get("lights", [1], bodyOf(3));
  const formers: unknown[] = [];
  const keepFormer = (former: Uint8Array | undefined) => {
    formers.push(former);
    return former ?? new Uint8Array(1);
  };
  expect(bodies.get("lights", [2], keepFormer)).toBe(first);
  bodies.get("rooms", [2], keepFormer);
  expect(formers).toEqual([first, undefined]);
});

test("nothing is not kept", () => {
  const bodies = new Kept<Uint8Array>(CAPACITY);
  bodies.get("lights", [1], bodyOf(3));
  expect(bodies.get("lights", [2], () => undefined)).toBeUndefined();
  expect(isKept(bodies, "lights", [1])).toBe(false);
  expect(isKept(bodies, "lights", [2])).toBe(false);
});
