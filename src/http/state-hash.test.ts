import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Snapshot } from "../present/snapshot.ts";
import { StateHash } from "./state-hash.ts";

const NOTHING: Snapshot = { device: [], light: [], sync: [], room: [], scene: [] };
const hashOf = (snapshot: Partial<Snapshot>, origin = "http://gate"): string =>
  new StateHash().of({ ...NOTHING, ...snapshot }, origin);

test("the hash of nothing is 0, that of one resource the first half of its SHA-256", () => {
  expect(hashOf({})).toBe("0".repeat(32));
  const lamp = '{"id":"A","type":"light","name":"Lämpchen 💡"}';
  expect(hashOf({ light: [lamp] })).toBe(createHash("sha256").update(lamp, "utf8").digest("hex").slice(0, 32));
});

test("the hash of several is the exclusive or of theirs, known beforehand", () => {
  expect(hashOf({ device: ['{"id":"A"}'], room: ['{"id":"B"}'] })).toBe("818bfa77e5a432c3eb5d91e0293f2a96");
});

test("a scene counts with the address of its picture", () => {
  const scene = '{"id":"A","picture_url":"/pictures/B"}';
  const whole = '{"id":"A","picture_url":"http://gate/pictures/B"}';
  expect(hashOf({ scene: [scene] })).toBe(hashOf({ room: [whole] }));
  expect(hashOf({ scene: [scene] }, "http://other")).not.toBe(hashOf({ scene: [scene] }));
});

const lists = fc.uniqueArray(fc.nat(30).map((id) => `{"id":"${id}","picture_url":"/${id}"}`));
const anySnapshot = fc.record({ device: lists, light: lists, sync: lists, room: lists, scene: lists });
const anyOrigin = fc.nat(12).map((number) => `http://gate${number}`);

test("one that has seen other states and other addresses before says the same as a new one, in whatever order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anySnapshot, anyOrigin), { maxLength: 30 }), (states) => {
      const seasoned = new StateHash();
      for (const [snapshot, origin] of states) {
        expect(seasoned.of(snapshot, origin)).toBe(hashOf(snapshot, origin));
        expect(seasoned.of({ ...snapshot, light: snapshot.light.toReversed() }, origin)).toBe(hashOf(snapshot, origin));
      }
    }),
  );
});

test("what changed a thousand times counts as it is now", () => {
  const seasoned = new StateHash();
  for (let round = 0; round < 1_000; round += 1) {
    const light = [`{"id":"A","brightness":${round}}`, '{"id":"B"}'];
    expect(seasoned.of({ ...NOTHING, light }, "http://gate")).toBe(hashOf({ light }));
  }
});
