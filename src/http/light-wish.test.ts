import { expect, test } from "vitest";
import { aLight } from "../../test/support/builders.ts";
import { lightWish } from "./light-wish.ts";
import { Refusal } from "./refusal.ts";

const colourful = aLight();
const dimmable = aLight({ abilities: ["onOff", "brightness"] });
const switched = aLight({ abilities: ["onOff"] });

test.each([
  [{ brightness: 40 }, [colourful, switched], /^brightness/],
  [{ color_cw: 3000 }, [colourful, dimmable], /^color_cw/],
  [{ on: 1, color_rgb: 255 }, [colourful, colourful, dimmable], /^color_x/],
] as const)("of %j not even one of a device's lights may be unable", (wish, lights, message) => {
  for (const order of [lights, lights.toReversed()]) {
    expect(lightWish(wish, order)).toEqual(new Refusal("value-refused", { detail: expect.stringMatching(message) }));
  }
});

test("what all lights of a device can do is the same for each of them", () => {
  expect(lightWish({ on: true, brightness: 0 }, [colourful, dimmable])).toEqual({
    on: true,
    brightnessPercent: 1,
  });
});

test("a device takes as many colours at once as each of its lights", () => {
  const colours = [1, 2, 3].map((red) => red * 0x10000);
  const [five, three, two] = [5, 3, 2].map((segments) => aLight({ abilities: ["onOff", "segments"], segments }));
  if (!five || !three || !two) return expect.fail("there are three lights");
  expect(lightWish({ color_rgb_arr: colours }, [five, three])).toMatchObject({ colour: { mode: "segments" } });
  for (const lights of [
    [five, two],
    [two, five],
  ]) {
    expect(lightWish({ color_rgb_arr: colours }, lights)).toEqual(
      new Refusal("value-refused", { detail: expect.stringContaining("expected 1 to 2 colours") }),
    );
  }
});
