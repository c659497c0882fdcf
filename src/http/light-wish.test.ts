import { expect, test } from "vitest";
import { aDevice, aLight } from "../../test/support/builders.ts";
import { lightWish } from "./light-wish.ts";
import { Refusal } from "./refusal.ts";

const { product } = aDevice();
const colourful = aLight();
const dimmable = aLight({ abilities: ["onOff", "brightness"] });
const switched = aLight({ abilities: ["onOff"] });

test.each([
  [{ brightness: 40 }, [colourful, switched], /^brightness/],
  [{ color_cw: 3000 }, [colourful, dimmable], /^color_cw/],
  [{ on: 1, color_rgb: 255 }, [colourful, colourful, dimmable], /^color_x/],
] as const)("of %j not even one of a device's lights may be unable", (wish, lights, message) => {
  for (const order of [lights, lights.toReversed()]) {
    expect(lightWish(wish, order, product)).toEqual(
      new Refusal("value-refused", { detail: expect.stringMatching(message) }),
    );
  }
});

test("what all lights of a device can do is the same for each of them", () => {
  expect(lightWish({ on: true, brightness: 0 }, [colourful, dimmable], product)).toEqual({
    on: true,
    brightnessPercent: 1,
  });
});
