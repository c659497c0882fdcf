import { expect, test } from "vitest";
import { KeptBodies } from "./kept-bodies.ts";

const MEBIBYTE = 1024 * 1024;
const NEVER = (): Uint8Array => {
  throw new Error("this body is made again although it was kept");
};
const bodyOf = (bytes: number) => () => new Uint8Array(bytes);

/** Whether a question still has its answer kept; asking does not make a new one. */
function isKept(bodies: KeptBodies, question: string, madeFrom: readonly unknown[]): boolean {
  try {
    bodies.body(question, madeFrom, NEVER);
    return true;
  } catch {
    return false;
  }
}

test("the very same bytes come back while they are made from the same values", () => {
  const bodies = new KeptBodies();
  const lights = [{}];
  const rooms = [{}];
  const body = bodies.body("lights", [lights, rooms, "http://gate"], bodyOf(3));
  expect(bodies.body("lights", [lights, rooms, "http://gate"], NEVER)).toBe(body);
});

test.each<readonly [what: string, change: (madeFrom: readonly unknown[]) => readonly unknown[]]>([
  ["one of the values is another one", ([first]) => [first, []]],
  ["a value is equal but not the same", ([, second]) => [[], second]],
  ["there is a value more", (madeFrom) => [...madeFrom, undefined, "more"]],
  ["there is a value fewer", ([first]) => [first]],
])("a new body is made once %s", (_what, change) => {
  const bodies = new KeptBodies();
  const madeFrom = [[], []];
  const old = bodies.body("lights", madeFrom, bodyOf(3));
  const changed = change(madeFrom);
  const fresh = bodies.body("lights", changed, bodyOf(3));
  expect(fresh).not.toBe(old);
  expect(bodies.body("lights", changed, NEVER)).toBe(fresh);
});

test("what was asked tells bodies that are made from the same values apart", () => {
  const bodies = new KeptBodies();
  const madeFrom = [{}];
  const one = bodies.body("device {}", madeFrom, bodyOf(1));
  const other = bodies.body('device {"cat1_id":[2]}', madeFrom, bodyOf(2));
  expect(bodies.body("device {}", madeFrom, NEVER)).toBe(one);
  expect(bodies.body('device {"cat1_id":[2]}', madeFrom, NEVER)).toBe(other);
});

test("a body that cannot be made leaves what is kept as it was", () => {
  const bodies = new KeptBodies();
  const other = bodies.body("other", [], bodyOf(1));
  expect(isKept(bodies, "lights", [])).toBe(false);
  expect(bodies.body("lights", [], bodyOf(1))).toHaveLength(1);
  expect(bodies.body("other", [], NEVER)).toBe(other);
});

test("256 answers are kept, and the oldest gives way to one more", () => {
  const bodies = new KeptBodies();
  for (let number = 1; number <= 256; number += 1) bodies.body(`question ${number}`, [], bodyOf(1));
  expect(isKept(bodies, "question 1", [])).toBe(true);
  bodies.body("question 257", [], bodyOf(1));
  expect(isKept(bodies, "question 1", [])).toBe(false);
  expect(isKept(bodies, "question 2", [])).toBe(true);
  expect(isKept(bodies, "question 257", [])).toBe(true);
});

test("32 MiB are kept, and the oldest give way to what goes beyond", () => {
  const bodies = new KeptBodies();
  for (const question of ["one", "two", "three", "four"]) bodies.body(question, [], bodyOf(8 * MEBIBYTE));
  expect(["one", "two", "three", "four"].map((question) => isKept(bodies, question, []))).toEqual(Array(4).fill(true));
  bodies.body("five", [], bodyOf(9 * MEBIBYTE));
  expect(["three", "four", "five"].map((question) => isKept(bodies, question, []))).toEqual(Array(3).fill(true));
  expect(["one", "two"].map((question) => isKept(bodies, question, []))).toEqual([false, false]);
});

test("an answer larger than all that may be kept is kept alone, and gives way to the next one", () => {
  const bodies = new KeptBodies();
  bodies.body("small", [], bodyOf(1));
  const huge = bodies.body("huge", [], bodyOf(33 * MEBIBYTE));
  expect(bodies.body("huge", [], NEVER)).toBe(huge);
  bodies.body("next", [], bodyOf(1));
  expect(["small", "huge", "next"].map((question) => isKept(bodies, question, []))).toEqual([false, false, true]);
});

test("an answer that is made anew counts once", () => {
  const bodies = new KeptBodies();
  bodies.body("other", [], bodyOf(16 * MEBIBYTE));
  for (let time = 0; time < 10; time += 1) bodies.body("lights", [time], bodyOf(16 * MEBIBYTE));
  expect(isKept(bodies, "other", [])).toBe(true);
  expect(isKept(bodies, "lights", [9])).toBe(true);
});
