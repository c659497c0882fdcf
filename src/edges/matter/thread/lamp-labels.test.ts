import "./before-matter.ts";
import "./matter-model.ts";
import { join } from "node:path";
import { type Endpoint, Logger, LogLevel } from "@matter/main";
import { expect, onTestFinished, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { Chosen } from "../lamps/chosen.ts";
import { ShownLamps } from "../shown-lamps.ts";
import { createNode } from "./create-node.ts";
import type { LAMP_TYPES } from "./lamp-servers.ts";
import { MatterDatabase } from "./matter-database.ts";
import { NodeLamps } from "./node-lamps.ts";

Logger.level = LogLevel.FATAL;

const SETTINGS = {
  ...{ database: "", gatewayId: "some gateway", port: 0, networkInterface: undefined },
  ...{ vendorId: 0xfff1, productId: 0x8000, name: "Luxgate", serialNumber: "020000000009", version: "0.0.0" },
};

const fail = (fault: unknown) => {
  throw fault;
};

/** A lamp called as given, on a node that is not online and stores in a file. */
async function shownFrom(path: string, name: string) {
  const { lamps: demo } = new ShownLamps({ chosen: new Chosen([]), most: 1, known: [] }).update(PlainHome.demo().home);
  const [first] = demo;
  if (!first) throw new Error("the demo has no lamps");
  const lamp = { ...first, name };
  const database = new MatterDatabase(path);
  const lamps = new NodeLamps({
    ...{ database, onNotShown: fail, onFault: fail, callerOf: () => "some home", send: () => undefined },
  });
  const node = await createNode(SETTINGS, { database, sink: lamps.commands, onFault: fail });
  // One after the other: nodes in one thread share what they have open.
  const close = () => node.close();
  onTestFinished(close);
  await node.add(lamps.bridge);
  await lamps.change([lamp], []);
  const endpoint = [...lamps.bridge.parts][0] as unknown as Endpoint<typeof LAMP_TYPES.onOff>;
  return {
    close,
    label: () => endpoint.state.bridgedDeviceBasicInformation.nodeLabel,
    write: (nodeLabel: string) => endpoint.set({ bridgedDeviceBasicInformation: { nodeLabel } }),
    show: (changed: object) => lamps.show([{ ...lamp, ...changed }], []),
  };
}

test("a name that an ecosystem writes lasts over restarts, until the lamp gets another name in the home", async () => {
  const path = join(someFolder(), "matter.db");
  const first = await shownFrom(path, "Ceiling");
  expect(first.label()).toBe("Ceiling");
  await first.write("Set by app");
  await first.show({ reachable: false });
  expect(first.label()).toBe("Set by app");
  await first.close();
  const second = await shownFrom(path, "Ceiling");
  expect(second.label()).toBe("Set by app");
  await second.show({ name: "Over the table" });
  expect(second.label()).toBe("Over the table");
  await second.close();
  const third = await shownFrom(path, "Ceiling");
  expect(third.label()).toBe("Ceiling");
});

test("a lamp that is renamed in the home while the bridge is off has the name of the home", async () => {
  const path = join(someFolder(), "matter.db");
  const first = await shownFrom(path, "Ceiling");
  await first.write("Set by app");
  await first.close();
  expect((await shownFrom(path, "Kitchen lamp")).label()).toBe("Kitchen lamp");
});
