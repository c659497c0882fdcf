import { expect, test } from "vitest";
import { aSyncBox } from "../../../test/support/home/builders.ts";
import { syncBoxWish } from "./sync-box-command.ts";

const box = aSyncBox();
const RED = { x: 41942, y: 21627 };
const red = { point: { x: 41942 / 65535, y: 21627 / 65535 }, positionX: 0, positionY: 0 };

test.each([1, 2, 3, 4] as const)("colours for configuration %i leave the three others as they are", (number) => {
  const { configurations } = syncBoxWish({ [`color_config_${number}`]: [RED] }, box);
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
] as const)("%j comes to %j and nothing else", (wish, state) => {
  expect(syncBoxWish(wish, box)).toEqual(state);
});
