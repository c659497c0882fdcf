import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { aDevice, aKey } from "../../../../test/support/home/builders.ts";
import { contentsOf } from "../../../core/home/home.ts";
import { idFrom } from "../../../core/home/model/ids.ts";

describe("the home as a whole", () => {
  test("is exported, and imported again as it was, by the same gateway", async () => {
    const operated = await OperatedGateway.start();
    const { home } = operated.gateway;
    const before = contentsOf(home);
    const { text } = await operated.ask("home.export", {});
    await operated.ask("device.remove", { device: "Porch" });
    await operated.ask("room.remove", { room: "Kitchen" });
    expect(await operated.ask("home.check", { text })).toMatchObject({ before: { rooms: 2 }, after: { rooms: 3 } });
    expect(home.rooms.all()).toHaveLength(4);
    expect(await operated.ask("home.import", { text })).toMatchObject({
      before: { devices: 13 },
      after: { devices: 14 },
      kept: "replaced.json",
    });
    expect(contentsOf(home)).toEqual(before);
    expect(operated.homesKept).toHaveLength(1);
    expect(operated.homesKept[0]).not.toBe(text);
  });

  test("keeps the gateway's identity when another gateway's home is imported", async () => {
    const [here, there] = [await OperatedGateway.start(), await OperatedGateway.start()];
    await there.ask("home.reset", {});
    const { identity } = here.gateway;
    await here.ask("home.import", await there.ask("home.export", {}));
    expect(here.gateway.identity).toEqual(identity);
    expect(there.gateway.identity).not.toEqual(identity);
  });

  test("keeps the gateway's own device but for its name when another gateway's home is imported", async () => {
    const [here, there] = [await OperatedGateway.start(), await OperatedGateway.start()];
    await there.ask("home.reset", {});
    const { home } = there.gateway;
    const deviceId = home.gateway?.id ?? expect.fail("there is no gateway");
    await there.ask("device.rename", { device: "Luxgate", name: "Attic" });
    there.gateway.submit({ kind: "deviceUpdated", deviceId, softwareVersion: "9.9.9" });
    const before = here.gateway.home.gateway;
    await here.ask("home.import", await there.ask("home.export", {}));
    expect(here.gateway.home.gateway).toEqual({ ...before, name: "Attic" });
  });

  test("keeps its keys when another home is imported, and none of them leaves with an export", async () => {
    const operated = await OperatedGateway.start();
    await operated.gateway.ask({ kind: "keyAdded", key: aKey() });
    const { text } = await operated.ask("home.export", {});
    expect(text).not.toContain(aKey().hash);
    await operated.ask("home.import", { text });
    expect(operated.gateway.home.keys.all()).toEqual([aKey()]);
    expect(operated.homesKept.join()).not.toContain(aKey().hash);
  });

  test("stays as it is when what is imported is wrong", async () => {
    const operated = await OperatedGateway.start();
    const before = operated.gateway.home.devices.all();
    for (const command of ["home.check", "home.import"] as const) {
      expect(await operated.refusal(command, { text: "{}" })).toEqual([expect.stringContaining("luxgate export")]);
    }
    expect(operated.gateway.home.devices.all()).toBe(before);
  });

  test("loses what joined since when an older home is imported: those devices may join again", async () => {
    const operated = await OperatedGateway.start();
    const { text } = await operated.ask("home.export", {});
    await operated.simulation.openJoining(1_000);
    operated.clock.advance(1_000);
    await operated.ask("home.import", { text });
    expect((await operated.ask("device.list", {})).map(({ serial }) => serial)).not.toContain("SIM-0001");
    await operated.simulation.openJoining(1_000);
    operated.clock.advance(1_000);
    expect((await operated.ask("device.list", {})).at(-1)).toMatchObject({ serial: "SIM-0001" });
  });

  test("is that of the first start after a reset, with a new identity, and the past is forgotten", async () => {
    const operated = await OperatedGateway.start();
    const { resetId } = operated.gateway.identity;
    await operated.ask("room.remove", { room: "Kitchen" });
    await operated.gateway.ask({ kind: "keyAdded", key: aKey() });
    expect(await operated.ask("home.reset", {})).toMatchObject({ before: { rooms: 2 }, after: { rooms: 3 } });
    expect(operated.gateway.identity.resetId).not.toBe(resetId);
    expect(operated.gateway.home.gateway?.id).toBe(operated.gateway.identity.resetId);
    expect(operated.gateway.home.devices.all().map(({ id }) => id)).not.toContain(resetId);
    expect(operated.gateway.home.keys.all()).toEqual([]);
    expect(operated.timesForgotten).toBe(1);
  });
});

test("the status shows the gateway at a glance", async () => {
  const operated = await OperatedGateway.start();
  await operated.ask("press", {});
  await operated.gateway.ask({ kind: "keyAdded", key: aKey() });
  expect(await operated.ask("status", {})).toMatchObject({
    version: "0.0.0-test",
    mac: "02:00:00:12:34:56",
    home: { devices: 14, strangers: 1, offline: 1, lights: 11, lightsOn: 7, syncBoxes: 1, rooms: 3, scenes: 5 },
    offline: [{ name: "Bedside right", room: "Bedroom" }],
    keys: 1,
    pairingMillisLeft: 10_000,
    joiningMillisLeft: 0,
    moods: ['"Bedside right" is offline in the home file.'],
  });
});

test("a lamp that is offline is not counted as on, in the status and in its room", async () => {
  const operated = await OperatedGateway.start();
  const counts = async () => {
    const [status, rooms] = [await operated.ask("status", {}), await operated.ask("room.list", {})];
    return [status.home.lightsOn, ...rooms.filter(({ name }) => name === "Kitchen").map(({ lightsOn }) => lightsOn)];
  };
  await operated.ask("set", { device: "Kitchen", words: ["on"] });
  const [all = 0, inKitchen = 0] = await counts();
  await operated.ask("sim.offline", { device: "Worktop" });
  expect(await counts()).toEqual([all - 1, inKitchen - 1]);
});

test("the status names twenty devices that are offline, and counts all of them", async () => {
  const operated = await OperatedGateway.start();
  for (let at = 1; at <= 30; at += 1) {
    const device = aDevice({
      id: idFrom(`00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`),
      serialNumber: `S${at}`,
      name: `Lamp ${at}`,
      online: false,
      lightIds: [],
    });
    await operated.gateway.ask({ kind: "deviceJoined", device, lights: [], syncBox: null });
  }
  for (const device of ["Ceiling", "Porch"]) await operated.ask("sim.offline", { device });
  const { offline, home: counts, moods } = await operated.ask("status", {});
  expect(moods).toEqual(["2 devices are offline.", "31 devices are offline in the home file."]);
  expect([offline.length, counts.offline]).toEqual([20, 33]);
});
