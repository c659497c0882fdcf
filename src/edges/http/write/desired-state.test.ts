import { expect, test } from "vitest";
import { aLight, aSyncBox } from "../../../../test/support/home/builders.ts";
import { Refusal } from "../refusal.ts";
import { desiredLightState, desiredSyncBoxState } from "./desired-state.ts";

const colourful = aLight();
const dimmable = aLight({ abilities: ["onOff", "brightness"] });
const switched = aLight({ abilities: ["onOff"] });

test.each([
  [{ brightness: 40 }, [switched, switched], /^brightness/],
  [{ color_cw: 3000 }, [switched, dimmable], /^color_cw/],
  [{ on: 1, color_rgb: 255 }, [dimmable], /^color_x/],
] as const)("what none of a device's lights can do is refused: %j", (command, lights, message) => {
  expect(desiredLightState(command, lights)).toEqual(
    new Refusal("value-refused", { detail: expect.stringMatching(message) }),
  );
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
  (command, state) => {
    const lights = [switched, colourful, dimmable];
    for (const order of [lights, lights.toReversed()]) expect(desiredLightState(command, order)).toEqual(state);
  },
);

test("a device takes as many colours at once as each of its lights that has segments", () => {
  const colours = [1, 2, 3].map((red) => red * 0x10000);
  const [five, three, two] = [5, 3, 2].map((segments) => aLight({ abilities: ["onOff", "segments"], segments }));
  if (!five || !three || !two) return expect.fail("there are three lights");
  expect(desiredLightState({ color_rgb_arr: colours }, [dimmable, five, three])).toMatchObject({
    colour: { mode: "segments" },
  });
  for (const lights of [
    [five, two],
    [two, five],
  ]) {
    expect(desiredLightState({ color_rgb_arr: colours }, lights)).toEqual(
      new Refusal("value-refused", { detail: expect.stringContaining("expected at most 2 colours") }),
    );
  }
});

const box = aSyncBox();
const RED = { x: 41942, y: 21627 };
const red = { point: { x: 41942 / 65535, y: 21627 / 65535 }, positionX: 0, positionY: 0 };

test.each([1, 2, 3, 4] as const)("colours for configuration %i leave the three others as they are", (number) => {
  const { configurations } = desiredSyncBoxState({ [`color_config_${number}`]: [RED] }, box);
  expect(configurations).toEqual(box.configurations.with(number - 1, [red]));
});

test.each([
  [{ source: 0 }, { source: "hdmi1" }],
  [{ source: 1 }, { source: "hdmi2" }],
  [{ mode: 0 }, { mode: "video" }],
  [{ mode: 1 }, { mode: "music" }],
  [{ mode: 2 }, { mode: "game" }],
  [{ frequency: 0 }, { intensity: "low" }],
  [{ frequency: 1 }, { intensity: "medium" }],
  [{ frequency: 2 }, { intensity: "high" }],
  [{ frequency: 3 }, { intensity: "highest" }],
  [{ stop_action: 0 }, { stopAction: "keep" }],
  [{ stop_action: 2 }, { stopAction: "lightsOff" }],
  [{ color_config: 3 }, { selectedConfiguration: 3 }],
  [
    { on: true, brightness: 0 },
    { on: true, brightnessPercent: 1 },
  ],
] as const)("%j desires %j and nothing else", (command, state) => {
  expect(desiredSyncBoxState(command, box)).toEqual(state);
});
