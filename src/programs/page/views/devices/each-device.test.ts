import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { OperatorRefusal } from "../../operator/operator-refusal.ts";
import { doneToEach, outcomeWords } from "./each-device.ts";

const rows = ["a", "b", "c", "d"].map((id) => aDeviceRow({ id, name: `Lamp ${id}` }));

/** Removes devices one by one; those with these ids refuse. */
const removed = (...refusing: readonly string[]) =>
  doneToEach(rows, async ({ id, name }) => {
    if (refusing.includes(id)) throw new OperatorRefusal([`"${name}" cannot be reached.`]);
  });

test("one device that refuses keeps nothing from the others", async () => {
  const { done } = await removed("b");
  expect(done.map(({ id }) => id)).toEqual(["a", "c", "d"]);
});

test.each([
  [[], "4 devices removed."],
  [["b"], '3 devices removed. "Lamp b" cannot be reached.'],
  [
    ["a", "b", "c"],
    'Lamp d removed. "Lamp a" cannot be reached. 2 more devices failed for the same or a similar reason.',
  ],
  [["a", "b", "c", "d"], '"Lamp a" cannot be reached. 3 more devices failed for the same or a similar reason.'],
])("what was done and what was refused are one message: %j", async (refusing, words) => {
  expect(outcomeWords(await removed(...refusing), "removed")).toBe(words);
});
