import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Light } from "../src/core/home/model/light.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

const RESOURCE = "/clip/v2/resource";
const STREAM = "/eventstream/clip/v2";
const DONE = { status: 200, body: '{"code":0,"msg":"success","data":{}}' };
const [FIRST, SECOND] = [floorHome(1), floorHome(2)];
const ONLY_FIRST = `gateway=${FIRST.identity.resetId.toLowerCase()}`;
const HOUSE = FIRST.rooms.find(({ kind }) => kind === "wholeHouse");

let fleet: TestFleet;
let [first, second]: HandMadeGateway[] = [];
let front: Awaited<ReturnType<TestFleet["front"]>>;
beforeAll(async () => {
  fleet = await TestFleet.start(["g1", "g2", "g3"]);
  first = await HandMadeGateway.join(fleet, "g1", FIRST);
  second = await HandMadeGateway.join(fleet, "g2", SECOND);
  front = await fleet.front();
});
afterAll(() => fleet.stop());

const soon = (expectation: () => Promise<void> | void) => vi.waitFor(expectation, { timeout: 60_000, interval: 20 });
const follow = (path: string, lastEventId?: string) =>
  EventStreamClient.open({ port: front.http.port, path, ...(lastEventId === undefined ? {} : { lastEventId }) });
const changed = (light: Light, name: string) =>
  ({ in: "lights", id: light.id, after: { ...light, name }, isNew: false }) as const;

describe("a client that follows one gateway of a fleet", () => {
  test("G111: begins with what that gateway has, its whole house and unassigned room included", async () => {
    const stream = await follow(`${STREAM}?${ONLY_FIRST}`);
    const [snapshot] = await stream.next();
    const home = JSON.parse(snapshot?.data ?? "");
    const own = FIRST.devices.map(({ id }) => id);
    expect(home.device.map(({ id }: { id: string }) => id).toSorted()).toEqual(own.toSorted());
    expect(home.light).toHaveLength(3);
    expect(home.room.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "Hall 1",
      "Unassigned",
      "Whole house",
    ]);
    const house = home.room.find(({ id }: { id: string }) => id === HOUSE?.id);
    expect(house.children).toHaveLength(3);
    stream.hangUp();
  });

  test("hears of that gateway alone, and goes on where it was", async () => {
    const stream = await follow(`${STREAM}?${ONLY_FIRST}`);
    await stream.next();
    const [own] = FIRST.lights as readonly [Light];
    const [foreign] = SECOND.lights as readonly [Light];
    await second?.put(changed(foreign, "Foreign"));
    await soon(async () => expect(await front.client.one(`light/${foreign.id}`)).toMatchObject({ name: "Foreign" }));
    await first?.put(changed(own, "Own"));
    const [update] = await stream.next();
    expect(JSON.parse(update?.data ?? "")).toMatchObject({ type: "light", id: own.id, value: { name: "Own" } });
    const { lastEventId } = stream;
    stream.hangUp();
    await stream.over();
    await first?.put(changed(own, "Later"));
    await soon(async () => expect(await front.client.one(`light/${own.id}`)).toMatchObject({ name: "Later" }));
    const again = await follow(`${STREAM}?${ONLY_FIRST}`, lastEventId);
    expect(JSON.parse((await again.next())[0]?.data ?? "")).toMatchObject({ value: { name: "Later" } });
    again.hangUp();
  });

  test("an event id of another stream makes it begin anew; a gateway that there is not has no lamps", async () => {
    const all = await follow(STREAM);
    await all.next();
    const { lastEventId } = all;
    all.hangUp();
    const one = await follow(`${STREAM}?${ONLY_FIRST}`, lastEventId);
    expect((await one.next(2)).map(({ event }) => event)).toEqual(["reset", "snapshot"]);
    one.hangUp();
    const none = await follow(`${STREAM}?gateway=00000000-0000-4000-8000-000000000000`);
    expect(JSON.parse((await none.next())[0]?.data ?? "")).toMatchObject({ light: [], device: [] });
    none.hangUp();
    expect((await front.client.send(`${STREAM}?gateway=first`)).status).toBe(400);
  });

  test("commands the whole house of that gateway alone", async () => {
    await first?.answer(DONE);
    await second?.answer(DONE);
    const key = await fleet.newKey();
    const path = `${RESOURCE}/group_light/${HOUSE?.groupLightId}?${ONLY_FIRST}`;
    const put = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
    expect((await front.client.send(path, put)).json).toMatchObject({ code: 0 });
    expect(first?.commands).toMatchObject([{ operation: "setGroupLight", id: HOUSE?.groupLightId }]);
    expect(second?.commands).toEqual([]);
  });
});

describe("the list of gateways", () => {
  const list = async (query = "", key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { "application-key": key };
    return (await front.client.send(`/fleet/gateways${query}`, { headers })).json.data.obj;
  };

  test("G112: has their names and how they are, one that was never there too", async () => {
    await first?.announce({ lights: 3, version: "1.2.3" });
    await second?.announce({ stopped: true });
    await soon(async () =>
      expect(await list()).toEqual({
        silentSeconds: 0,
        count: 3,
        gateways: [
          expect.objectContaining({
            ...{ id: FIRST.identity.resetId, name: "Floor g1", state: "online", since: null, version: "1.2.3" },
            ...{ lights: 3, troubles: 0 },
          }),
          expect.objectContaining({ name: "Floor g2", state: "stopped", since: expect.any(String), lit: 0 }),
          expect.objectContaining({ id: null, name: "Floor g3", state: "never connected", version: null }),
        ],
      }),
    );
    await second?.announce();
  });

  test("counts the lamps that are on", async () => {
    const [light] = FIRST.lights as readonly [Light];
    const counted = async () => (await list(`?${ONLY_FIRST}`)).gateways[0].lit;
    await first?.put({ in: "lights", id: light.id, after: { ...light, on: true }, isNew: false });
    const others = FIRST.lights.filter(({ id, on }) => on && id !== light.id).length;
    await soon(async () => expect(await counted()).toBe(others + 1));
    const device = FIRST.devices.find(({ lightIds }) => lightIds.includes(light.id));
    if (!device) throw new Error("a light without a device");
    await first?.put({ in: "devices", id: device.id, after: { ...device, online: false }, isNew: false });
    await soon(async () => expect(await counted()).toBe(others));
    await first?.put({ in: "devices", id: device.id, after: device, isNew: false });
    await first?.put({ in: "lights", id: light.id, after: light, isNew: false });
  });

  test("has words about problems for those with a key, and their number for all", async () => {
    await first?.announce({ problems: ["the broker at 10.0.0.3 is gone"], pending: 7 });
    const key = await fleet.newKey();
    await soon(async () =>
      expect((await list(`?${ONLY_FIRST}`, key)).gateways).toEqual([
        expect.objectContaining({ troubles: 1, problems: ["the broker at 10.0.0.3 is gone"], waiting: 7 }),
      ]),
    );
    const { gateways } = await list();
    expect(gateways[0]).toMatchObject({ troubles: 1 });
    expect(JSON.stringify(gateways)).not.toContain("10.0.0.3");
    await first?.announce();
  });

  test("is not changed where nothing changed, and is at fronts only", async () => {
    const { headers } = await front.client.send("/fleet/gateways");
    await soon(async () => {
      const known = { "if-none-match": headers.etag ?? "" };
      expect((await front.client.send("/fleet/gateways", { headers: known })).status).toBe(304);
    });
    expect((await front.client.send("/fleet/gateways", { method: "POST" })).status).toBe(405);
    const single = await runGateway();
    expect((await single.client.send("/fleet/gateways")).status).toBe(404);
    await single.stop();
  });

  test("is for those with a key only at a front that is read with keys", async () => {
    const locked = await fleet.front({ profile: "shared" });
    expect((await locked.client.send("/fleet/gateways")).json).toMatchObject({ code: expect.any(Number) });
    expect((await locked.client.send("/fleet/gateways")).json.code).not.toBe(0);
    const headers = { "application-key": await fleet.newKey() };
    expect((await locked.client.send("/fleet/gateways", { headers })).json.code).toBe(0);
  });
});

describe("the search for lamps of all gateways", () => {
  const searchPath = (text: string) => `/fleet/lamps?text=${encodeURIComponent(text)}`;
  const search = async (text: string) => (await front.client.send(searchPath(text))).json.data.obj;

  test("G119: finds them by words of their names, rooms and gateways, and by their state", async () => {
    const [light] = FIRST.lights as readonly [Light];
    await first?.put(changed({ ...light, on: true }, "Küchenlampe"));
    await soon(async () =>
      expect(await search("kuchen HALL")).toEqual({
        count: 1,
        lamps: [
          {
            ...{ id: light.id, name: "Küchenlampe", state: "on" },
            room: { id: expect.any(String), name: "Hall 1" },
            gateway: { id: FIRST.identity.resetId, name: "Floor g1" },
          },
        ],
      }),
    );
    expect(await search("kuchen on")).toMatchObject({ count: 1 });
    expect(await search("kuchen off")).toEqual({ count: 0, lamps: [] });
    expect((await search("floor")).count).toBe(FIRST.lights.length + SECOND.lights.length);
    expect((await search("floor g2")).count).toBe(SECOND.lights.length);
    await first?.put(changed(light, light.name));
  });

  test("refuses what it cannot look for, and is at fronts only", async () => {
    for (const path of ["/fleet/lamps", searchPath(" "), searchPath("x".repeat(101))]) {
      expect(await front.client.send(path), path).toMatchObject({ status: 400 });
    }
    const single = await runGateway();
    expect((await single.client.send(searchPath("lamp"))).status).toBe(404);
    await single.stop();
  });

  test("is for those with a key only at a front that is read with keys", async () => {
    const locked = await fleet.front({ profile: "shared" });
    expect((await locked.client.send(searchPath("floor"))).json.code).not.toBe(0);
    const headers = { "application-key": await fleet.newKey() };
    expect((await locked.client.send(searchPath("floor"), { headers })).json.code).toBe(0);
  });
});
