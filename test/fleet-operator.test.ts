import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Home } from "../src/core/home/home.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { CONFLICT_KEY } from "../src/edges/fleet/presence.ts";
import { CommandFault } from "../src/programs/cli/command-fault.ts";
import { addClientKey, revokeClientKey } from "../src/programs/cli/fleet/client-keys.ts";
import { deviceList } from "../src/programs/cli/fleet/device-list.ts";
import { fleetHistory } from "../src/programs/cli/fleet/fleet-history.ts";
import { fleetStatus } from "../src/programs/cli/fleet/fleet-status.ts";
import { fleetStatusLines } from "../src/programs/cli/fleet/fleet-status-lines.ts";
import { followHistory } from "../src/programs/cli/fleet/follow-history.ts";
import { gatewayList } from "../src/programs/cli/fleet/gateway-list.ts";
import { needsAction, problemList } from "../src/programs/cli/fleet/problem-list.ts";
import { setInFleet } from "../src/programs/cli/fleet/set-in-fleet.ts";
import { fleetSetLine } from "../src/programs/cli/fleet/set-result.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { fleetFolder } from "./support/fleet/fleet-folder.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { type ServedGateway, servedGateway } from "./support/fleet/served-gateway.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";

let fleet: TestFleet;
let served: ServedGateway[] = [];
let operated: TestFleet["operated"];

beforeEach(async () => {
  fleet = await TestFleet.start(["g1", "g2", "g3"]);
  operated = fleet.operated;
});
afterEach(async () => {
  await Promise.all(served.map((gateway) => gateway.stop()));
  served = [];
  await fleet.stop();
});

async function serve(...floors: readonly number[]): Promise<readonly ServedGateway[]> {
  served = await Promise.all(floors.map((floor) => servedGateway(fleet, `g${floor}`, floorHome(floor))));
  for (const { member } of served) {
    await vi.waitFor(() => expect(member.condition).toMatchObject({ isMember: true, pending: 0 }), { timeout: 60_000 });
  }
  return served;
}

const set = (device: string, ...words: readonly string[]) => setInFleet(operated, { device, words });

const linesOf = async (work: Promise<unknown>): Promise<string> => {
  const fault = await work.catch((error: unknown) => error);
  if (fault instanceof CommandFault) return fault.lines.join("\n");
  throw fault;
};

const lampsOn = ({ lights }: Home): number => lights.all().filter(({ on }) => on).length;

describe("fleet status", () => {
  test("counts gateways, lights, fronts and problems, and says how the data is kept", async () => {
    await serve(1, 2);
    await fleet.putKey("front.f1", { name: "Front 1", publicKey: "", addedAt: new Date().toISOString() });
    const status = await fleetStatus(operated);
    expect(status).toMatchObject({
      name: "Hotel",
      gateways: { all: 3, online: 2, stopped: 0, offline: 0, neverConnected: 1 },
      lights: 6,
      fronts: 1,
      problems: 1,
    });
    const [ofFleet, ofKeys] = status.buckets;
    expect(ofFleet).toMatchObject({ bucket: "fleet", copies: [{ state: "current", lag: 0 }] });
    expect(ofKeys).toMatchObject({ bucket: "keys", entries: 5 });
    expect(fleetStatusLines(status).join("\n")).toMatch(/gateways +2 of 3 online, 1 never connected\n +lights +6\n/);
  });
});

describe("fleet problems", () => {
  test("is empty where all is well, and names gateways that are away, since when, and what they say themselves", async () => {
    const [first] = await serve(1);
    await fleet.deleteKey("gateway.g2");
    await fleet.deleteKey("gateway.g3");
    expect(await problemList(operated)).toEqual([]);
    await fleet.enrol("g2");
    await fleet.enrol("g3");
    const talking = await HandMadeGateway.join(fleet, "g2", floorHome(2));
    await talking.announce({ problems: ["the disk is full"], version: "9.9.9", pending: 7 });
    await first?.member.stop();
    const problems = await problemList(operated);
    expect(problems).toEqual([
      { kind: "stopped", gateways: ["Floor g1"], problem: "was stopped", since: expect.stringMatching(/^20/) },
      { kind: "gateway", gateways: ["Floor g2"], problem: "the disk is full", since: null },
      {
        kind: "never connected",
        gateways: ["Floor g3"],
        problem: expect.stringContaining("never"),
        since: expect.stringMatching(/^20/),
      },
    ]);
    expect(await problemList(operated, { gateway: "floor G2" })).toEqual([problems[1]]);
    expect((await gatewayList(operated))[1]).toMatchObject({ state: "online", version: "9.9.9", pending: 7 });
    await talking.leave();
  });

  test("names what is not understood, what is left over, second gateways, and entries of one that was removed", async () => {
    const gateway = await HandMadeGateway.join(fleet, "g1", floorHome(1));
    await gateway.announce({ epoch: "second" });
    await gateway.putText("lights.L1", "{}");
    await gateway.putText("wibble.1", "{}");
    await gateway.putText(CONFLICT_KEY, JSON.stringify({ at: "2026-11-18T12:00:00.000Z", host: "attic" }));
    const other = await HandMadeGateway.join(fleet, "g2", floorHome(2));
    await fleet.deleteKey("gateway.g2");
    await fleet.deleteKey("gateway.g3");
    const strange = await problemList(operated);
    expect(strange.map(({ kind, gateways }) => [kind, ...gateways])).toEqual([
      ["conflict", "Floor g1"],
      ["not understood", "Floor g1"],
      ["left over", "Floor g1"],
      ["not registered", "g2"],
    ]);
    expect(strange.filter(needsAction)).toHaveLength(strange.length - 1);
    expect((await fleetStatus(operated)).problems).toBe(strange.length - 1);
    expect(strange[0]).toMatchObject({
      problem: expect.stringContaining('"attic"'),
      since: "2026-11-18T12:00:00.000Z",
    });
    expect(strange[1]?.problem).toMatch(/^2 entries not understood: .*wibble/);
    expect(strange[3]?.problem).toContain("luxgate fleet restore");
    await other.announce({ stopped: true });
    expect((await problemList(operated))[3]).toMatchObject({
      kind: "removed",
      problem: expect.stringContaining("luxgate fleet remove g2"),
    });
    expect((await gatewayList(operated))[0]?.problems).toEqual([expect.stringContaining("same credentials")]);
    await gateway.leave();
    await other.leave();
  });

  test("names ids that gateways have for different things once, with the gateways; shared Zigbee lamps are none", async () => {
    const [simulated, zigbee] = [floorHome(1), floorHome(3)];
    expect(zigbee.devices.every((device) => device.zigbee)).toBe(true);
    const plain = { ...simulated, devices: simulated.devices.map((device) => ({ ...device, zigbee: null })) };
    const both = { ...plain, ...mixed(plain, zigbee) };
    const joined = [
      await HandMadeGateway.join(fleet, "g1", both),
      await HandMadeGateway.join(fleet, "g2", plain),
      await HandMadeGateway.join(fleet, "g3", zigbee),
    ];
    const collisions = (await problemList(operated)).filter(({ kind }) => kind === "collision");
    expect(collisions).toHaveLength(1);
    expect(collisions[0]).toMatchObject({ gateways: ["Floor g1", "Floor g2"] });
    expect(collisions[0]?.problem).toMatch(/4 devices, 1 room: .*"Lamp 1\.1"/);
    for (const gateway of joined) await gateway.leave();
  });

  test("names simulated lamps of one home that two gateways serve, as these are not one lamp", async () => {
    const joined = [
      await HandMadeGateway.join(fleet, "g1", floorHome(1)),
      await HandMadeGateway.join(fleet, "g2", floorHome(1)),
    ];
    const collisions = async () => (await problemList(operated)).filter(({ kind }) => kind === "collision");
    expect(await collisions()).toEqual([]);
    for (const gateway of joined) await gateway.announce({ simulated: true });
    expect(await collisions()).toMatchObject([
      { gateways: ["Floor g1", "Floor g2"], problem: expect.stringMatching(/4 devices, 1 room/) },
    ]);
    for (const gateway of joined) await gateway.leave();
  });
});

const mixed = (one: ReturnType<typeof floorHome>, other: ReturnType<typeof floorHome>) => ({
  devices: [...one.devices, ...other.devices],
  lights: [...one.lights, ...other.lights],
  rooms: [...one.rooms, ...other.rooms.filter(({ kind }) => kind === "normal")],
  scenes: [...one.scenes, ...other.scenes],
});

describe("fleet keys", () => {
  test("revokes a key by name, or by its id where several have the name, which the refusal names", async () => {
    const keys = [await addClientKey(operated, "acme#panel"), await addClientKey(operated, "acme#panel")];
    const ofFolder = { ...operated, folder: await fleetFolder() };
    const refusal = await linesOf(revokeClientKey(ofFolder, "acme#panel"));
    for (const { id } of keys) expect(refusal).toContain(id.slice(0, 8));
    await revokeClientKey(ofFolder, keys[0]?.id.slice(0, 8) ?? "");
    expect(await revokeClientKey(ofFolder, "acme#panel")).toMatchObject({ id: keys[1]?.id });
  });
});

describe("fleet devices", () => {
  test("lists the devices of all gateways, or of one, with their gateways", async () => {
    await serve(1, 2);
    const all = await deviceList(operated);
    expect(all).toHaveLength(8);
    expect(all.find(({ name }) => name === "Lamp 2.1")).toMatchObject({ gateways: ["Floor g2"], room: "Hall 2" });
    const some = await deviceList(operated, { gateway: "g1" });
    expect(some.map(({ gateways }) => gateways)).toEqual([...Array(4)].map(() => ["Floor g1"]));
    expect(await linesOf(deviceList(operated, { gateway: "Flor g1" }))).toContain('did you mean "Floor g1"?');
  });
});

describe("fleet set", () => {
  test("sets a lamp at its gateway as the operator, and shows what the lamp shows then", async () => {
    const [, second] = await serve(1, 2);
    const { now, exceptions } = await set("lamp 2.1", "on", "40%", "red");
    expect(now).toMatchObject({ name: "Lamp 2.1", state: expect.stringMatching(/^on 40% #/), confirmed: false });
    expect(exceptions).toBeUndefined();
    expect(lampsOn(second?.gateway.home as Home)).toBe(1);
    expect(second?.store.trail.at(-1)).toMatchObject({ by: { kind: "operator" }, outcome: "done" });
  });

  test("sets the lamps of a room, of a gateway, and of all gateways, and names those that did not do it", async () => {
    const [first, second] = await serve(1, 2);
    const homes = [first, second].map((one) => one?.gateway.home as Home);
    expect((await set("Hall 1", "on")).now).toMatchObject({ name: "Hall 1", lightsOn: 3 });
    expect(homes.map(lampsOn)).toEqual([3, 0]);
    await setInFleet(operated, { device: "all", words: ["on"], gateway: "Floor g2" });
    expect(homes.map(lampsOn)).toEqual([3, 3]);
    expect(await set("all", "off")).toMatchObject({ now: { lightsOn: 0, lights: 6 }, exceptions: undefined });
    expect(homes.map(lampsOn)).toEqual([0, 0]);
    const away = await HandMadeGateway.join(fleet, "g3", floorHome(3));
    await away.leave();
    const { now, exceptions } = await set("all", "on");
    const unreached = ["Lamp 3.1", "Lamp 3.2", "Lamp 3.3"];
    expect(now).toMatchObject({ lights: 6, lightsOn: 6, unreached });
    expect(now.outcomes.toSorted((one, other) => one.gateway.localeCompare(other.gateway))).toEqual([
      { gateway: "Floor g1", outcome: "done", why: null, unreached: [] },
      { gateway: "Floor g2", outcome: "done", why: null, unreached: [] },
      { gateway: "Floor g3", outcome: "not reached", why: null, unreached },
    ]);
    expect(fleetSetLine(now)).toMatch(/: on .*, 6 lamps \(sent\); not reached: Lamp 3\.1, Lamp 3\.2, Lamp 3\.3$/);
    expect(exceptions).toMatch(/^Done by .*"Floor g2".*; not by "Floor g3"\.$/);
    expect(homes.map(lampsOn)).toEqual([3, 3]);
  });

  test("refuses, and says why: wrong words, unknown lamps, namesakes, gateways that are away", async () => {
    const [first] = await serve(1);
    expect(await linesOf(set("Lamp 1.1", "wibble"))).toContain("wibble");
    expect(await linesOf(set("Lamp 9", "on"))).toMatch(/did you mean|luxgate fleet devices/);
    const twin = await HandMadeGateway.join(fleet, "g2", renamed(floorHome(2)));
    expect(await linesOf(set("Lamp 1.1", "on"))).toMatch(/--gateway.*"Floor g1", "Floor g2"/);
    expect(await linesOf(set("Hall 1", "on"))).toMatch(/2 rooms.*\n.*"Floor g1", "Floor g2"/);
    const at = (gateway: string) => setInFleet(operated, { device: "Hall 1", words: ["on"], gateway });
    expect((await at("Floor g1")).now).toMatchObject({ lightsOn: 3 });
    expect(lampsOn(first?.gateway.home as Home)).toBe(3);
    expect(await linesOf(at("Floor g2"))).toContain("cannot be reached");
    await twin.announce({ stopped: true });
    expect(await linesOf(at("Floor g2"))).toContain("not connected");
    await twin.leave();
  });
});

/** Another floor, where all has the names of the first. */
const renamed = (home: ReturnType<typeof floorHome>): ReturnType<typeof floorHome> => ({
  ...home,
  devices: home.devices.map((device) => ({ ...device, name: device.name.replace("2.", "1.") })),
  rooms: home.rooms.map((room) => ({ ...room, name: room.name.replace("Hall 2", "Hall 1") })),
});

describe("fleet history", () => {
  test("has the entries of all gateways in the order of time, or of one, by device, author and number", async () => {
    const [first, second] = await serve(1, 2);
    const names = ["Lamp 1.1", "Lamp 2.1", "Lamp 1.2"];
    for (const name of names) await set(name, "on");
    const history = await fleetHistory(operated, { last: 1_000 });
    expect(history.missing).toEqual([{ gateway: "Floor g3", why: "not connected" }]);
    expect(history.entries).toHaveLength((first?.store.trail.length ?? 0) + (second?.store.trail.length ?? 0));
    const done = history.entries.filter(({ by }) => by.kind === "operator").map(({ did, gateway }) => [gateway, did]);
    expect(done).toEqual(
      expect.arrayContaining([
        ["Floor g1", expect.stringContaining("Lamp 1.1")],
        ["Floor g2", expect.stringContaining("Lamp 2.1")],
      ]),
    );
    expect((await fleetHistory(operated, { last: 2 })).entries).toHaveLength(2);
    const ofOne = await fleetHistory(operated, { last: 1_000, gateway: "g2", by: "operator" });
    expect(ofOne).toMatchObject({ missing: [], entries: [{ gateway: "Floor g2" }] });
    const ofLamp = await fleetHistory(operated, { last: 1_000, device: "Hall 1/lamp 1.2" });
    expect(ofLamp).toMatchObject({ missing: [], entries: [{ devices: [expect.anything()] }] });
    expect(first?.gateway.home.devices.get(idFrom(ofLamp.entries[0]?.devices[0] ?? ""))?.name).toBe("Lamp 1.2");
  });

  test("of a long trail comes in pieces, each entry once; one that never ends is given up", async () => {
    const [first] = await serve(1);
    const long = Array.from({ length: 2_500 }, (_, number) => ({
      by: { kind: "operator" } as const,
      did: `${number} ${"x".repeat(500)}`,
      devices: [],
      outcome: "done" as const,
    }));
    first?.store.note(long);
    const { entries } = await fleetHistory(operated, { last: 1_000_000, gateway: "g1", by: "operator" });
    expect(entries.map(({ did }) => did)).toEqual(long.map(({ did }) => did));

    const liar = await HandMadeGateway.join(fleet, "g2");
    const piece = { entries: [], unreadable: 0, older: 5, last: 5 };
    await liar.answer({ piece } as never);
    const lied = await fleetHistory(operated, { last: 5, gateway: "g2" });
    expect(lied).toMatchObject({
      entries: [],
      missing: [{ gateway: "Floor g2", why: expect.stringContaining("end") }],
    });
    await liar.leave();
  });

  test("is followed: the last entries, then new ones of all gateways; those that are away are named once, and catch up", async () => {
    const [first, second] = await serve(1, 2);
    await set("Lamp 1.1", "on");
    const [entries, notices]: [string[], string[]] = [[], []];
    const ended = new AbortController();
    const following = followHistory(
      operated,
      { last: 1, by: "operator" },
      {
        clock: SYSTEM_CLOCK,
        // Before all entries, whose times are made up.
        today: () => new Date(0),
        ended: ended.signal,
        onEntries: (news) => entries.push(...news.map(({ gateway, did }) => `${gateway}: ${did}`)),
        onNotice: (words) => notices.push(words),
      },
    );
    const soon = (expectation: () => void) => vi.waitFor(expectation, { timeout: 60_000, interval: 50 });
    await soon(() => expect(entries).toEqual([expect.stringMatching(/^Floor g1: .*Lamp 1\.1/)]));
    expect(notices).toEqual(['No history from "Floor g3": not connected.']);
    await set("Lamp 2.1", "on");
    await soon(() => expect(entries[1]).toMatch(/^Floor g2: .*Lamp 2\.1/));

    const late = await servedGateway(fleet, "g3", floorHome(3));
    served = [...served, late];
    await soon(() => expect(late.member.condition).toMatchObject({ isMember: true, pending: 0 }));
    await set("Lamp 3.1", "on");
    await soon(() => expect(entries[2]).toMatch(/^Floor g3: .*Lamp 3\.1/));
    expect(notices).toEqual([expect.stringContaining("No history"), 'History from "Floor g3" again.']);
    for (const gateway of [first, second])
      gateway?.store.note([{ by: { kind: "button" }, did: "", devices: [], outcome: "done" }]);
    await set("Lamp 1.2", "on");
    await soon(() => expect(entries).toHaveLength(4));
    ended.abort();
    await following;
  });
});
