import { expect, test } from "vitest";
import { idAt, LitHome, lounge, study } from "../../../test/support/home/lit-home.ts";
import { freeSequence, nextSequence } from "./sequence.ts";

test("a number that another has gives way to the next one", () => {
  const others = [{ sequence: 0 }, { sequence: 7 }];
  expect([nextSequence([]), nextSequence(others)]).toEqual([1, 8]);
  expect([freeSequence(3, others), freeSequence(7, others), freeSequence(0, [])]).toEqual([3, 8, 0]);
});

test("a room is given no number that another room has, nor one that is none", () => {
  const { gateway } = new LitHome();
  const { sequence } = gateway.home.rooms.get(study.id) ?? expect.fail();
  const number = (roomId: typeof lounge.id, wanted: number) =>
    gateway.submit({ kind: "roomNumbered", roomId, sequence: wanted });
  expect(number(idAt("9"), 70)).toBe("not-found");
  for (const wanted of [sequence, 1.5, Number.NaN]) expect(number(lounge.id, wanted)).toBe("not-allowed");
  expect(number(lounge.id, 70)).toBe("done");
  expect(gateway.home.rooms.get(lounge.id)).toMatchObject({ sequence: 70 });
});
