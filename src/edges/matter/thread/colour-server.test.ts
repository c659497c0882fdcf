import "./before-matter.ts";
import "./matter-model.ts";
import { ColorControl } from "@matter/main/clusters/color-control";
import { expect, test } from "vitest";
import { ANY, LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";

const LAMP = "Reading lamp";

test("a saturation that moves until it is told to stop goes to the end, hues and places of the chart one second far", async () => {
  const lamps = await LampsOnANode.start();
  const { Up, Down, Stop } = ColorControl.MoveMode;
  const shown = () => lamps.endpoint(LAMP).state.colorControl;
  await lamps.commandOf(LAMP, (lamp) =>
    lamp.colorControl.moveToHueAndSaturation({ hue: 100, saturation: 100, transitionTime: 0, ...ANY }),
  );

  for (const [moveMode, currentSaturation] of [
    [Down, 0],
    [Up, 254],
  ] as const) {
    const command = await lamps.commandOf(LAMP, (lamp) =>
      lamp.colorControl.moveSaturation({ moveMode, rate: 20, ...ANY }),
    );
    expect(shown()).toMatchObject({ colorMode: 0, currentHue: 100, currentSaturation });
    expect(command).toMatchObject({ desired: { colour: { mode: "hueSaturation" } }, fadeMillis: 0 });
  }

  for (const [moveMode, currentHue] of [
    [Up, 130],
    [Down, 100],
  ] as const) {
    const command = await lamps.commandOf(LAMP, (lamp) => lamp.colorControl.moveHue({ moveMode, rate: 30, ...ANY }));
    expect(shown()).toMatchObject({ colorMode: 0, currentHue, currentSaturation: 254 });
    expect(command).toMatchObject({ fadeMillis: 1_000 });
  }

  await lamps.commandOf(LAMP, (lamp) =>
    lamp.colorControl.moveToColor({ colorX: 20_000, colorY: 20_000, transitionTime: 0, ...ANY }),
  );
  const command = await lamps.commandOf(LAMP, (lamp) =>
    lamp.colorControl.moveColor({ rateX: 1_000, rateY: -500, ...ANY }),
  );
  expect(shown()).toMatchObject({ colorMode: 1, currentX: 21_000, currentY: 19_500 });
  expect(command).toMatchObject({ desired: { colour: { mode: "xy" } }, fadeMillis: 1_000 });

  // What has ended need not be stopped.
  await lamps.endpoint(LAMP).act((lamp) => lamp.colorControl.moveColor({ rateX: 0, rateY: 0, ...ANY }));
  await lamps.endpoint(LAMP).act((lamp) => lamp.colorControl.moveHue({ moveMode: Stop, rate: 0, ...ANY }));
  expect(lamps.commands).toHaveLength(1);
});

test("hue and saturation, and the place on the chart, are of one colour, and what a controller sets stays as it set it", async () => {
  const lamps = await LampsOnANode.start();
  const shown = () => lamps.endpoint(LAMP).state.colorControl;
  const green = await lamps.commandOf(LAMP, (lamp) =>
    lamp.colorControl.moveToHueAndSaturation({ hue: 85, saturation: 254, transitionTime: 0, ...ANY }),
  );
  const greenPoint = { currentX: Math.round(0.3 * 65_536), currentY: Math.round(0.6 * 65_536) };
  expect(shown()).toMatchObject({ currentHue: 85, currentSaturation: 254 });
  expect(Math.abs(shown().currentX - greenPoint.currentX)).toBeLessThan(200);
  expect(Math.abs(shown().currentY - greenPoint.currentY)).toBeLessThan(200);
  const { currentX, currentY } = shown();
  await lamps.show(LAMP, green?.desired ?? {});
  expect(shown()).toMatchObject({ currentHue: 85, currentSaturation: 254, currentX, currentY });

  const blue = await lamps.commandOf(LAMP, (lamp) =>
    lamp.colorControl.moveToColor({ colorX: 9_830, colorY: 3_932, transitionTime: 0, ...ANY }),
  );
  await lamps.show(LAMP, blue?.desired ?? {});
  expect(shown()).toMatchObject({ currentX: 9_830, currentY: 3_932, currentHue: 169, currentSaturation: 254 });
});
