import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { OperatorRefusal } from "../../operator/operator-refusal.ts";
import { doneToEach } from "./each-device.ts";

const rows = ["a", "b", "c", "d"].map((id) => aDeviceRow({ id, name: `Lamp ${id}` }));

test("one device that refuses keeps nothing from the others", async () => {
  const { done, refusals } = await doneToEach(rows, async ({ id }) => {
    if (id === "b") throw new OperatorRefusal(["It cannot be reached.", "Try again."]);
  });
  expect(done.map(({ id }) => id)).toEqual(["a", "c", "d"]);
  expect(refusals).toEqual([{ row: rows[1], why: "It cannot be reached. Try again." }]);
});

test.each([
  [undefined, 1],
  [3, 3],
])("of many, %j are done at once, and every one is counted", async (atOnce, most) => {
  const tried: number[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const act = async () => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await Promise.resolve();
    underWay -= 1;
  };
  const { done } = await doneToEach(rows, act, {
    ...(atOnce === undefined ? {} : { atOnce }),
    onProgress: (count) => tried.push(count),
  });
  expect(done).toEqual(rows);
  expect(tried).toEqual([1, 2, 3, 4]);
  expect(mostUnderWay).toBe(most);
});
