import "./before-matter.ts";
import "./matter-model.ts";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Logger, LogLevel } from "@matter/main";
import { expect, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { Chosen } from "../lamps/chosen.ts";
import { ShownLamps } from "../shown-lamps.ts";
import { MatterNode } from "./matter-node.ts";

Logger.level = LogLevel.FATAL;

const lampsOfDemo = () =>
  new ShownLamps({ chosen: new Chosen([]), most: 100, known: [] }).update(PlainHome.demo().home);

/** A node without pairings, which may use any free port. */
function someNode(port = 0) {
  const notShown: string[] = [];
  const paired: object[] = [];
  const faults: string[] = [];
  const node = new MatterNode({
    settings: {
      database: ":memory:",
      gatewayId: "some gateway",
      port,
      networkInterface: undefined,
      vendorId: 0xfff1,
      productId: 0x8000,
      name: "Luxgate",
      serialNumber: "020000000009",
      version: "0.0.0",
    },
    onCommand: () => undefined,
    onPaired: (fabrics) => paired.push(fabrics),
    onReport: () => undefined,
    onOffline: () => faults.push("offline"),
    onNotShown: (id) => notShown.push(id),
    onFault: (fault) => faults.push(String(fault)),
  });
  return { node, notShown, faults, paired };
}

test("a lamp that Matter refuses is told, and takes no other lamp with it, at the start and later", async () => {
  const { node, notShown, faults } = someNode();
  const [bad, worse, ...others] = lampsOfDemo().lamps;
  if (!bad || !worse) throw new Error("the demo has too few lamps");
  const tooLong = "longer than the thirty-two bytes that Matter allows";
  await node.start([{ ...bad, name: tooLong }, ...others]);
  expect(notShown).toEqual([bad.id]);
  expect(faults).toEqual([expect.stringContaining(tooLong)]);
  await node.show([{ ...worse, name: tooLong }, bad], []);
  expect(notShown).toEqual([bad.id, worse.id]);
  await node.show([worse], [bad.id]);
  expect([notShown.length, faults.length]).toEqual([2, 2]);
  await node.stop();
});

test("who is paired is told also if the port is taken", async () => {
  const taken = createSocket("udp6");
  taken.bind(0);
  await once(taken, "listening");
  const { node, paired } = someNode(taken.address().port);
  await expect(node.start([])).rejects.toThrow();
  expect(paired).toEqual([[]]);
  await node.stop();
  taken.close();
});

test("two who open pairing at once get the same codes, and a window that is open is closed once", async () => {
  const { node, faults } = someNode();
  await node.start([]);
  const [one, other] = await Promise.all([node.openWindow(), node.openWindow()]);
  expect(one).toEqual({
    qrText: expect.stringMatching(/^MT:/),
    manualCode: expect.any(String),
    untilMillis: expect.any(Number),
  });
  expect(other).toEqual(one);
  expect([await node.closeWindow(), await node.closeWindow()]).toEqual(["closed", "was-closed"]);
  await node.stop();
  expect(faults).toEqual([]);
});

test("lamps that come while the node starts are on it afterwards, and a stop waits for it all", async () => {
  const { node, notShown, faults } = someNode();
  const { lamps } = lampsOfDemo();
  const started = node.start(lamps.slice(1));
  const shown = node.show(lamps, []);
  await Promise.all([started, shown, node.stop()]);
  expect([notShown, faults]).toEqual([[], []]);
});
