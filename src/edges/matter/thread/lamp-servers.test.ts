import "./before-matter.ts";
import "./matter-model.ts";
import { ColorControl } from "@matter/main/clusters/color-control";
import { LevelControl } from "@matter/main/clusters/level-control";
import { expect, test } from "vitest";
import { ANY, type LampAgent, LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";

const FOR_A_MINUTE = { onOffControl: { acceptOnlyWhenOn: false }, onTime: 600, offWaitTime: 0 };

test("the time of a transition goes with the level, in tenths of a second, also where it ends in off", async () => {
  const lamps = await LampsOnANode.start();
  const slowly = { transitionTime: 25, ...ANY };
  expect(
    await lamps.commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevel({ level: 127, ...slowly })),
  ).toMatchObject({
    desired: { brightnessPercent: 50 },
    fadeMillis: 2_500,
  });
  expect(
    await lamps.commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevelWithOnOff({ level: 1, ...slowly })),
  ).toMatchObject({ desired: { on: false }, fadeMillis: 2_500 });
  expect(
    await lamps.commandOf("Bedside left", (lamp) => {
      const { Up: stepMode } = LevelControl.StepMode;
      return lamp.levelControl.stepWithOnOff({ stepMode, stepSize: 300, ...slowly });
    }),
  ).toMatchObject({ desired: { on: true, brightnessPercent: 100 }, fadeMillis: 2_500 });
});

test("the time of a transition goes with whites and colours, on whichever way round the circle", async () => {
  const lamps = await LampsOnANode.start();
  const slowly = { transitionTime: 18_600, ...ANY };
  expect(
    await lamps.commandOf("Ceiling", (lamp) =>
      lamp.colorControl.moveToColorTemperature({ colorTemperatureMireds: 400, ...slowly }),
    ),
  ).toMatchObject({ desired: { colour: { mode: "white", kelvin: 2500 } }, fadeMillis: 1_860_000 });
  expect(
    await lamps.commandOf("Reading lamp", (lamp) =>
      lamp.colorControl.moveToHueAndSaturation({ hue: 20, saturation: 100, ...slowly }),
    ),
  ).toMatchObject({ desired: { colour: { mode: "hueSaturation" } }, fadeMillis: 1_860_000 });
  const { Shortest: direction } = ColorControl.Direction;
  expect(
    await lamps.commandOf("Reading lamp", (lamp) => lamp.colorControl.moveToHue({ hue: 240, direction, ...slowly })),
  ).toMatchObject({ fadeMillis: 1_860_000 });
});

test("what is to be at once, without a time, or to go on until it is told to stop, is at once", async () => {
  const lamps = await LampsOnANode.start();
  for (const transitionTime of [0, null]) {
    const to = { level: transitionTime === 0 ? 60 : 90, transitionTime, ...ANY };
    expect(await lamps.commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevel(to))).toMatchObject({
      fadeMillis: 0,
    });
  }
  const { Up: moveMode } = LevelControl.MoveMode;
  expect(
    await lamps.commandOf("Bedside left", (lamp) => lamp.levelControl.move({ moveMode, rate: 10, ...ANY })),
  ).toMatchObject({ desired: { brightnessPercent: 100 }, fadeMillis: 0 });
});

test("off, on and a brightness take no time of another command that was given just before", async () => {
  const lamps = await LampsOnANode.start();
  const executeIfOff = { optionsMask: { executeIfOff: true }, optionsOverride: { executeIfOff: true } };
  const whiteOf = (colorTemperatureMireds: number) => (lamp: LampAgent) =>
    lamp.colorControl.moveToColorTemperature({ colorTemperatureMireds, transitionTime: 18_600, ...executeIfOff });
  expect(await lamps.commandsOf("Ceiling", whiteOf(400), (lamp) => lamp.onOff.off())).toMatchObject([
    { desired: { colour: { mode: "white", kelvin: 2500 } }, fadeMillis: 1_860_000 },
    { desired: { on: false }, fadeMillis: 0 },
  ]);
  const toLevel = { level: 64, transitionTime: 0, ...ANY };
  expect(
    await lamps.commandsOf(
      "Ceiling",
      whiteOf(200),
      (lamp) => lamp.onOff.on(),
      (lamp) => lamp.levelControl.moveToLevel(toLevel),
    ),
  ).toMatchObject([
    { desired: { colour: { mode: "white", kelvin: 5000 } }, fadeMillis: 1_860_000 },
    { desired: { on: true, brightnessPercent: 25 }, fadeMillis: 0 },
  ]);
});

test("both coordinates of a colour take the time of their command, also if only one of them has a way to go", async () => {
  const lamps = await LampsOnANode.start();
  const slowly = { hue: 20, saturation: 100, transitionTime: 50, ...ANY };
  await lamps.commandOf("Reading lamp", (lamp) => lamp.colorControl.moveToHueAndSaturation(slowly));
  expect(
    await lamps.commandOf("Reading lamp", (lamp) => lamp.colorControl.moveToHueAndSaturation({ ...slowly, hue: 90 })),
  ).toMatchObject({ fadeMillis: 5_000 });
});

test("a lamp comes on at the level that an ecosystem chose for it, and one that is on stays as bright as it is", async () => {
  const lamps = await LampsOnANode.start();
  await lamps.show("Ceiling", { on: true, brightnessPercent: 80 });
  await lamps.endpoint("Ceiling").set({ levelControl: { onLevel: 51 } });
  const twiceOn = [(lamp: LampAgent) => lamp.onOff.on(), (lamp: LampAgent) => lamp.onOff.onWithTimedOff(FOR_A_MINUTE)];
  for (const on of twiceOn) await lamps.endpoint("Ceiling").act(on);
  expect(lamps.endpoint("Ceiling").state.levelControl.currentLevel).toBe(203);
  await lamps.commandOf("Ceiling", (lamp) => lamp.onOff.off());
  expect(await lamps.commandOf("Ceiling", (lamp) => lamp.onOff.on())).toMatchObject({
    desired: { on: true, brightnessPercent: 20 },
  });
});
