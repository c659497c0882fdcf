import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { versionNumber } from "../src/edges/matter/thread/version-number.ts";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import type { MatterController, MatterValue } from "./support/matter-controller-process.ts";
import { MatterMachines } from "./support/matter-machines.ts";

const BRIDGE = 1;
/** The cluster of what the bridge itself is. */
const NODE = 40;
const [ON_OFF, LEVEL, DESCRIPTOR, INFORMATION, COLOUR] = [6, 8, 29, 57, 768];
const [CURRENT_LEVEL, PARTS, LABEL, REACHABLE, UNIQUE_ID] = [0, 3, 5, 17, 18];
const ANY_TIME = { optionsMask: {}, optionsOverride: {} };
const WHILE_OFF = { optionsMask: { executeIfOff: true }, optionsOverride: { executeIfOff: true } };

/** The endpoints of lamps by what they are called. */
async function endpointsOf(controller: MatterController): Promise<Readonly<Record<string, number>>> {
  const labels = await controller.read({ cluster: INFORMATION, attribute: LABEL });
  return Object.fromEntries(labels.map(({ endpoint, value }) => [String(value), endpoint]));
}

const isAt =
  (endpoint: number | undefined, cluster: number, attribute: number, value: unknown) =>
  (report: MatterValue): boolean =>
    report.endpoint === endpoint &&
    report.cluster === cluster &&
    report.attribute === attribute &&
    JSON.stringify(report.value) === JSON.stringify(value);

/** After the first report, the gateway has stored whom it tells. */
async function followed(controller: MatterController, machines: MatterMachines, ceiling: number): Promise<void> {
  await controller.subscribe();
  await machines.set("Ceiling", "30%");
  await controller.reported(isAt(ceiling, LEVEL, CURRENT_LEVEL, 76));
}

describeInNamespaces("an ecosystem of Matter", () => {
  test("pairs by the code that is typed, finds every lamp, and commands each as it is able", async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired();
    const endpoints = await endpointsOf(controller);
    expect(Object.keys(endpoints)).toContain("Ceiling");
    const {
      Ceiling: ceiling = 0,
      "Reading lamp": reading = 0,
      "Bedside left": bedside = 0,
      "Sync box": box = 0,
    } = endpoints;

    expect(await controller.invoke(ceiling, ON_OFF, "off")).toBe(0);
    await expect.poll(async () => (await machines.device("Ceiling")).lights[0].on).toBe(false);
    // Kept while off, as Adaptive Lighting does, and not switched on by it.
    const warm = { colorTemperatureMireds: 400, transitionTime: 18_000, ...WHILE_OFF };
    expect(await controller.invoke(ceiling, COLOUR, "moveToColorTemperature", warm)).toBe(0);
    await expect.poll(async () => (await machines.device("Ceiling")).lights[0].colours).toEqual(["2500K"]);
    expect((await machines.device("Ceiling")).lights[0].on).toBe(false);

    // Google leaves out the transition time. An exact level is read back as it was set.
    expect(await controller.invoke(ceiling, LEVEL, "moveToLevelWithOnOff", { level: 101, ...ANY_TIME })).toBe(0);
    await expect
      .poll(async () => (await machines.device("Ceiling")).lights[0])
      .toMatchObject({ on: true, brightnessPercent: 40 });
    expect(await controller.value(ceiling, LEVEL, CURRENT_LEVEL)).toBe(101);

    // The lowest level with on and off is off; the lamp comes on again as bright as it was.
    expect(await controller.invoke(bedside, LEVEL, "moveToLevelWithOnOff", { level: 1, ...ANY_TIME })).toBe(0);
    await expect.poll(async () => (await machines.device("Bedside left")).lights[0].on).toBe(false);
    expect(await controller.invoke(bedside, ON_OFF, "on")).toBe(0);
    await expect
      .poll(async () => (await machines.device("Bedside left")).lights[0])
      .toMatchObject({ on: true, brightnessPercent: 20 });
    expect(await controller.value(bedside, LEVEL, CURRENT_LEVEL)).toBe(51);

    const red = { hue: 0, saturation: 254, ...ANY_TIME };
    expect(await controller.invoke(reading, COLOUR, "moveToHueAndSaturation", red)).toBe(0);
    await expect.poll(async () => (await machines.device("Reading lamp")).lights[0].colours).toEqual(["#ff0000"]);
    const point = { colorX: 20_000, colorY: 40_000, ...ANY_TIME };
    expect(await controller.invoke(reading, COLOUR, "moveToColor", point)).toBe(0);
    await expect.poll(async () => (await machines.device("Reading lamp")).lights[0].colours).not.toEqual(["#ff0000"]);
    expect(await controller.value(reading, COLOUR, 3)).toBe(20_000);

    expect(await controller.invoke(box, ON_OFF, "toggle")).toBe(0);
    await expect.poll(async () => (await machines.device("Sync box")).syncBox.on).toBe(false);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect([await controller.value(0, NODE, 9), await controller.value(0, NODE, 10)]).toEqual([
      versionNumber(version),
      version,
    ]);

    const id = expect.stringMatching(/^[0-9A-F]{16}$/);
    expect(await machines.state()).toMatchObject({
      phase: "online",
      fabrics: [{ index: 1, label: "Test home", fabricId: id, nodeId: id }],
    });
  });

  test("follows what changes, lamps that go and come, and other names", async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired();
    const { Ceiling: ceiling = 0, Worktop: worktop = 0 } = await endpointsOf(controller);
    await controller.subscribe();
    const parts = (await controller.value(BRIDGE, DESCRIPTOR, PARTS)) as readonly number[];
    await machines.set("Ceiling", "40%", "2700K");
    await controller.reported(isAt(ceiling, LEVEL, CURRENT_LEVEL, 102));
    await controller.reported(isAt(ceiling, COLOUR, 7, 370));
    await machines.operator.done({
      command: "device.rename",
      with: { device: "Ceiling", name: "Over the long kitchen table at the window" },
    });
    await controller.reported(isAt(ceiling, INFORMATION, LABEL, "Over the long kitchen table at"));
    await machines.operator.done({ command: "sim.offline", with: { device: "Worktop" } });
    await controller.reported(isAt(worktop, INFORMATION, REACHABLE, false));

    const home = await machines.operator.done({ command: "home.export", with: {} });
    await machines.operator.done({ command: "device.remove", with: { device: "Worktop", force: true } });
    await controller.reported(
      isAt(
        BRIDGE,
        DESCRIPTOR,
        PARTS,
        parts.filter((part) => part !== worktop),
      ),
    );
    controller.forget();
    await machines.operator.done({ command: "home.import", with: home as never });
    // At the number that it had.
    await controller.reported(isAt(worktop, INFORMATION, LABEL, "Worktop"));
  });

  test("lets another one pair by a code of its own, which the operator sees, and can end", async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired("First home");
    expect(await controller.letPair()).toBe(0);
    await expect.poll(() => machines.state()).toMatchObject({ window: null, openedBy: "First home" });
    expect(await machines.operator.done({ command: "matter.close", with: {} })).toEqual({ wasOpen: true });
    await expect.poll(() => machines.state()).toMatchObject({ openedBy: null });
    await machines.paired("Second home");
  });

  test("is one of several, keeps its lamps over restarts and kills, and loses them at once when it is removed", {
    timeout: 360_000,
  }, async () => {
    const machines = await MatterMachines.start();
    const [first, second] = [await machines.paired("First home"), await machines.paired("Second home")];
    const endpoints = await endpointsOf(first);
    const { Ceiling: ceiling = 0 } = endpoints;
    expect(await endpointsOf(second)).toEqual(endpoints);
    const ids = await second.read({ cluster: INFORMATION, attribute: UNIQUE_ID });
    await followed(second, machines, ceiling);
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      await machines.end(signal);
      await machines.serve(async () => expect((await machines.state()).fabrics).not.toEqual([]));
      expect((await machines.state()).fabrics).toMatchObject([{ label: "First home" }, { label: "Second home" }]);
      second.forget();
      await machines.set("Ceiling", signal === "SIGKILL" ? "10%" : "50%");
      await second.reported(isAt(ceiling, LEVEL, CURRENT_LEVEL, signal === "SIGKILL" ? 25 : 127));
    }

    await machines.operator.done({ command: "matter.remove", with: { fabric: 1 } });
    await machines.operator.done({ command: "matter.remove", with: { fabric: 2 } });
    expect((await machines.state()).fabrics).toEqual([]);
    const again = await machines.paired("Third home");
    expect(await endpointsOf(again)).toEqual(endpoints);
    expect(await again.read({ cluster: INFORMATION, attribute: UNIQUE_ID })).toEqual(ids);
    expect(await again.invoke(ceiling, ON_OFF, "toggle")).toBe(0);
  });

  test("that was away during a start hears of changes after the next one", async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired();
    const { Ceiling: ceiling = 0 } = await endpointsOf(controller);
    await followed(controller, machines, ceiling);
    await machines.end("SIGKILL");
    controller.pause();
    await machines.serve();
    await machines.end("SIGKILL");
    controller.goOn();
    await machines.serve();
    await machines.set("Ceiling", "10%");
    // By itself, it would subscribe again after two minutes.
    const isReported = () => controller.reports.some(isAt(ceiling, LEVEL, CURRENT_LEVEL, 25));
    await expect.poll(isReported, { timeout: 60_000 }).toBe(true);
  });
});
