import "./before-matter.ts";
import "./matter-model.ts";
import { type Endpoint, Logger, LogLevel } from "@matter/main";
import { ColorControl } from "@matter/main/clusters/color-control";
import { LevelControl } from "@matter/main/clusters/level-control";
import { expect, onTestFinished, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { chosenFrom } from "../lamps/lamps-of.ts";
import type { LampCommand } from "../messages.ts";
import { ShownLamps } from "../shown-lamps.ts";
import { createNode } from "./create-node.ts";
import type { LAMP_TYPES } from "./lamp-servers.ts";
import { MatterDatabase } from "./matter-database.ts";
import { NodeLamps } from "./node-lamps.ts";

Logger.level = LogLevel.FATAL;

const SETTINGS = {
  ...{ database: ":memory:", gatewayId: "some gateway", port: 0, networkInterface: undefined },
  ...{ vendorId: 0xfff1, productId: 0x8000, name: "Luxgate", serialNumber: "020000000009", version: "0.0.0" },
};
const ANY = { optionsMask: {}, optionsOverride: {} };
const DEMO = new ShownLamps({ chosen: chosenFrom([]), most: 100, known: [] }).update(PlainHome.demo().home).lamps;

type LampEndpoint = Endpoint<typeof LAMP_TYPES.colour>;

const fail = (fault: unknown) => {
  throw fault;
};

/** The lamps of the demo home on a node that is not online; the home carries out every command at once. */
async function shownLamps() {
  const commands: LampCommand[] = [];
  const database = new MatterDatabase(SETTINGS.database);
  const lamps: NodeLamps = new NodeLamps({
    ...{ database, onNotShown: fail, onFault: fail, callerOf: () => "some home" },
    send: (command) => {
      commands.push(command);
      lamps.commands.settle(command.id, undefined);
    },
  });
  const node = await createNode(SETTINGS, { database, sink: lamps.commands, onFault: fail });
  onTestFinished(() => node.close());
  await node.add(lamps.bridge);
  await lamps.change(DEMO, []);

  /** The one command that something done to a lamp comes to. */
  const commandOf = async (name: string, act: Parameters<LampEndpoint["act"]>[0]) => {
    const { id = "" } = DEMO.find((lamp) => lamp.name === name) ?? {};
    const number = database.numbersOf([id]).get(id);
    const endpoint = [...lamps.bridge.parts].find((part) => part.number === number) as unknown as LampEndpoint;
    commands.length = 0;
    await endpoint.act(act);
    await expect.poll(() => commands).toHaveLength(1);
    return commands[0];
  };
  return { commandOf };
}

test("the time of a transition goes with the level, in tenths of a second, also where it ends in off", async () => {
  const { commandOf } = await shownLamps();
  const slowly = { transitionTime: 25, ...ANY };
  expect(await commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevel({ level: 127, ...slowly }))).toMatchObject({
    desired: { brightnessPercent: 50 },
    fadeMillis: 2_500,
  });
  expect(
    await commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevelWithOnOff({ level: 1, ...slowly })),
  ).toMatchObject({ desired: { on: false }, fadeMillis: 2_500 });
  expect(
    await commandOf("Bedside left", (lamp) => {
      const { Up: stepMode } = LevelControl.StepMode;
      return lamp.levelControl.stepWithOnOff({ stepMode, stepSize: 300, ...slowly });
    }),
  ).toMatchObject({ desired: { on: true, brightnessPercent: 100 }, fadeMillis: 2_500 });
});

test("the time of a transition goes with whites and colours, on whichever way round the circle", async () => {
  const { commandOf } = await shownLamps();
  const slowly = { transitionTime: 18_600, ...ANY };
  expect(
    await commandOf("Ceiling", (lamp) =>
      lamp.colorControl.moveToColorTemperature({ colorTemperatureMireds: 400, ...slowly }),
    ),
  ).toMatchObject({ desired: { colour: { mode: "white", kelvin: 2500 } }, fadeMillis: 1_860_000 });
  expect(
    await commandOf("Reading lamp", (lamp) =>
      lamp.colorControl.moveToHueAndSaturation({ hue: 20, saturation: 100, ...slowly }),
    ),
  ).toMatchObject({ desired: { colour: { mode: "hueSaturation" } }, fadeMillis: 1_860_000 });
  const { Shortest: direction } = ColorControl.Direction;
  expect(
    await commandOf("Reading lamp", (lamp) => lamp.colorControl.moveToHue({ hue: 240, direction, ...slowly })),
  ).toMatchObject({ fadeMillis: 1_860_000 });
});

test("what is to be at once, without a time, or to go on until it is told to stop, is at once", async () => {
  const { commandOf } = await shownLamps();
  for (const transitionTime of [0, null]) {
    const to = { level: transitionTime === 0 ? 60 : 90, transitionTime, ...ANY };
    expect(await commandOf("Ceiling", (lamp) => lamp.levelControl.moveToLevel(to))).toMatchObject({ fadeMillis: 0 });
  }
  const { Up: moveMode } = LevelControl.MoveMode;
  expect(
    await commandOf("Bedside left", (lamp) => lamp.levelControl.move({ moveMode, rate: 10, ...ANY })),
  ).toMatchObject({ desired: { brightnessPercent: 100 }, fadeMillis: 0 });
});
