import { expect, test } from "vitest";
import { aLight } from "../../../test/support/home/builders.ts";
import { Refusal } from "../refusal.ts";
import { lightWish } from "./light-command.ts";

const colourful = aLight();
const dimmable = aLight({ abilities: ["onOff", "brightness"] });
const switched = aLight({ abilities: ["onOff"] });

test.each([
  [{ brightness: 40 }, [switched, switched], /^brightness/],
  [{ color_cw: 3000 }, [switched, dimmable], /^color_cw/],
  [{ on: 1, color_rgb: 255 }, [dimmable], /^color_x/],
] as const)("what none of a device's lights can do is refused: %j", (wish, lights, message) => {
  expect(lightWish(wish, lights)).toEqual(new Refusal("value-refused", { detail: expect.stringMatching(message) }));
});

test.each([
  [{ brightness: 0 }, { brightnessPercent: 1 }],
  [
    { on: 1, color_cw: 6535 },
    { on: true, colour: { mode: "white", kelvin: 6500 } },
  ],
  [
    { on: false, color_cw: -1 },
    { on: false, colour: { mode: "white", kelvin: 2000 } },
  ],
] as const)(
  "what one of a device's lights can do, in whatever order, is not refused for the others: %j",
  (wish, state) => {
    const lights = [switched, colourful, dimmable];
    for (const order of [lights, lights.toReversed()]) expect(lightWish(wish, order)).toEqual(state);
  },
);

test("a device takes as many colours at once as each of its lights that has segments", () => {
  const colours = [1, 2, 3].map((red) => red * 0x10000);
  const [five, three, two] = [5, 3, 2].map((segments) => aLight({ abilities: ["onOff", "segments"], segments }));
  if (!five || !three || !two) return expect.fail("there are three lights");
  expect(lightWish({ color_rgb_arr: colours }, [dimmable, five, three])).toMatchObject({
    colour: { mode: "segments" },
  });
  for (const lights of [
    [five, two],
    [two, five],
  ]) {
    expect(lightWish({ color_rgb_arr: colours }, lights)).toEqual(
      new Refusal("value-refused", { detail: expect.stringContaining("expected at most 2 colours") }),
    );
  }
});
