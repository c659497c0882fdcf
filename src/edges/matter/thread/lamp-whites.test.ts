import "./before-matter.ts";
import "./matter-model.ts";
import { type Endpoint, Logger, LogLevel } from "@matter/main";
import { expect, onTestFinished, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { Chosen } from "../lamps/chosen.ts";
import type { MatterLamp } from "../lamps/matter-lamp.ts";
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
const AT_ONCE = { transitionTime: 0, optionsMask: {}, optionsOverride: {} };

/** A lamp of the demo home as its back end describes it, with the whites from 4000 K to 2203 K. */
function ikea(name: string): MatterLamp {
  const plainHome = PlainHome.demo();
  const device = plainHome.device(name);
  const lights = [{ ...plainHome.light(name), whites: { coolestKelvin: 4000, warmestKelvin: 2203 } }];
  plainHome.submit({ kind: "deviceDescribed", device, lights });
  const { lamps } = new ShownLamps({ chosen: new Chosen([]), most: 100, known: [] }).update(plainHome.home);
  const lamp = lamps.find((one) => one.name === name);
  if (!lamp) throw new Error(`there is no ${name}`);
  return lamp;
}

const fail = (fault: unknown) => {
  throw fault;
};

/** A lamp on a node that is not online; the home carries out every command at once. */
async function shown(lamp: MatterLamp) {
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
  await lamps.change([lamp], []);
  const endpoint = () => [...lamps.bridge.parts][0] as unknown as Endpoint<typeof LAMP_TYPES.colour>;
  return { lamps, commands, endpoint };
}

test.each(["Ceiling", "Reading lamp"])("%s tells the range of its whites, and is commanded within it", async (name) => {
  const { endpoint, commands } = await shown(ikea(name));
  expect(endpoint().state.colorControl).toMatchObject({
    colorTempPhysicalMinMireds: 250,
    colorTempPhysicalMaxMireds: 454,
    coupleColorTempToLevelMinMireds: 250,
  });
  for (const [colorTemperatureMireds, kelvin] of [
    [154, 4000],
    [500, 2203],
  ] as const) {
    await endpoint().act((lamp) => lamp.colorControl.moveToColorTemperature({ colorTemperatureMireds, ...AT_ONCE }));
    await expect.poll(() => commands.at(-1)?.desired).toEqual({ colour: { mode: "white", kelvin } });
  }
});

test("a white that the lamp cannot show is shown as the nearest that it can", async () => {
  const lamp = ikea("Ceiling");
  const { lamps, endpoint } = await shown(lamp);
  for (const [kelvin, mired] of [
    [6500, 250],
    [2000, 454],
    [2700, 370],
  ] as const) {
    await lamps.show([{ ...lamp, state: { ...lamp.state, colour: { mode: "white", kelvin } } }], []);
    expect(endpoint().state.colorControl.colorTemperatureMireds).toBe(mired);
  }
});

test("a lamp whose range becomes known later tells it then, at its number", async () => {
  const lamp = ikea("Ceiling");
  const { lamps, endpoint } = await shown({ ...lamp, whites: { coolestMired: 154, warmestMired: 500 } });
  const { number } = endpoint();
  await lamps.show([lamp], []);
  expect(endpoint().number).toBe(number);
  expect(endpoint().state.colorControl.colorTempPhysicalMinMireds).toBe(250);
});
