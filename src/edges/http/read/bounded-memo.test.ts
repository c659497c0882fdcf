import { expect, test } from "vitest";
import { BoundedMemo } from "./bounded-memo.ts";

const MEBIBYTE = 1024 * 1024;
const CAPACITY = { bytes: 32 * MEBIBYTE, values: 256 };
const NEVER = (): Uint8Array => {
  throw new Error("this body is made again although it was remembered");
};
const bodyOf = (bytes: number) => () => new Uint8Array(bytes);

/** Whether the value of a key is remembered; looking does not make a new one. */
function isRemembered(bodies: BoundedMemo<Uint8Array>, key: string, dependencies: readonly unknown[]): boolean {
  try {
    bodies.get(key, dependencies, NEVER);
    return true;
  } catch {
    return false;
  }
}

test("the very same bytes come back while their dependencies are the same", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  const lights = [{}];
  const rooms = [{}];
  const body = bodies.get("lights", [lights, rooms, "http://gate"], bodyOf(3));
  expect(bodies.get("lights", [lights, rooms, "http://gate"], NEVER)).toBe(body);
});

test.each<readonly [what: string, change: (dependencies: readonly unknown[]) => readonly unknown[]]>([
  ["one of its dependencies is another one", ([first]) => [first, []]],
  ["a dependency is equal but not the same", ([, second]) => [[], second]],
  ["there is a dependency more", (dependencies) => [...dependencies, undefined, "more"]],
  ["there is a dependency fewer", ([first]) => [first]],
])("a new body is made once %s", (_what, change) => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  const dependencies = [[], []];
  const old = bodies.get("lights", dependencies, bodyOf(3));
  const changed = change(dependencies);
  const fresh = bodies.get("lights", changed, bodyOf(3));
  expect(fresh).not.toBe(old);
  expect(bodies.get("lights", changed, NEVER)).toBe(fresh);
});

test("the key tells bodies with the same dependencies apart", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  const dependencies = [{}];
  const one = bodies.get("device {}", dependencies, bodyOf(1));
  const other = bodies.get('device {"cat1_id":[2]}', dependencies, bodyOf(2));
  expect(bodies.get("device {}", dependencies, NEVER)).toBe(one);
  expect(bodies.get('device {"cat1_id":[2]}', dependencies, NEVER)).toBe(other);
});

test("a body that cannot be made leaves what is remembered as it was", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  const other = bodies.get("other", [], bodyOf(1));
  expect(isRemembered(bodies, "lights", [])).toBe(false);
  expect(bodies.get("lights", [], bodyOf(1))).toHaveLength(1);
  expect(bodies.get("other", [], NEVER)).toBe(other);
});

test("as many bodies as there may be are remembered, and the oldest gives way to one more", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  for (let number = 1; number <= 256; number += 1) bodies.get(`key ${number}`, [], bodyOf(1));
  expect(isRemembered(bodies, "key 1", [])).toBe(true);
  bodies.get("key 257", [], bodyOf(1));
  expect(isRemembered(bodies, "key 1", [])).toBe(false);
  expect(isRemembered(bodies, "key 2", [])).toBe(true);
  expect(isRemembered(bodies, "key 257", [])).toBe(true);
});

test("as many bytes as there may be are remembered, and the oldest give way to what goes beyond", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  for (const key of ["one", "two", "three", "four"]) bodies.get(key, [], bodyOf(8 * MEBIBYTE));
  expect(["one", "two", "three", "four"].map((key) => isRemembered(bodies, key, []))).toEqual(Array(4).fill(true));
  bodies.get("five", [], bodyOf(9 * MEBIBYTE));
  expect(["three", "four", "five"].map((key) => isRemembered(bodies, key, []))).toEqual(Array(3).fill(true));
  expect(["one", "two"].map((key) => isRemembered(bodies, key, []))).toEqual([false, false]);
});

test("a body larger than the whole capacity is remembered alone, and gives way to the next one", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  bodies.get("small", [], bodyOf(1));
  const huge = bodies.get("huge", [], bodyOf(33 * MEBIBYTE));
  expect(bodies.get("huge", [], NEVER)).toBe(huge);
  bodies.get("next", [], bodyOf(1));
  expect(["small", "huge", "next"].map((key) => isRemembered(bodies, key, []))).toEqual([false, false, true]);
});

test("a body that is made anew counts once", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  bodies.get("other", [], bodyOf(16 * MEBIBYTE));
  for (let time = 0; time < 10; time += 1) bodies.get("lights", [time], bodyOf(16 * MEBIBYTE));
  expect(isRemembered(bodies, "other", [])).toBe(true);
  expect(isRemembered(bodies, "lights", [9])).toBe(true);
});

test("undefined is not remembered", () => {
  const bodies = new BoundedMemo<Uint8Array>(CAPACITY);
  bodies.get("lights", [1], bodyOf(3));
  expect(bodies.get("lights", [2], () => undefined)).toBeUndefined();
  expect(isRemembered(bodies, "lights", [1])).toBe(false);
  expect(isRemembered(bodies, "lights", [2])).toBe(false);
});
