import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { contentsOf } from "../src/core/home/home.ts";
import type { Light } from "../src/core/home/model/light.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { FLEET_IDENTITY, TestFleet } from "./support/fleet/test-fleet.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";
import { UdpClient } from "./support/network/udp-client.ts";

type Front = Awaited<ReturnType<TestFleet["front"]>>;

const RESOURCE = "/clip/v2/resource";
const DONE = { status: 200, body: '{"code":0,"msg":"success","data":{"arr":[],"obj":{}}}' };
const [FIRST, SECOND] = [floorHome(1), floorHome(2)];
const [LAMP] = FIRST.lights as readonly [Light];
const HOUSE = FIRST.rooms.find(({ kind }) => kind === "wholeHouse");

let fleet: TestFleet;
let [first, second]: HandMadeGateway[] = [];
let front: Front;
beforeAll(async () => {
  fleet = await TestFleet.start(["g1", "g2", "g3"]);
  first = await HandMadeGateway.join(fleet, "g1", FIRST);
  second = await HandMadeGateway.join(fleet, "g2", SECOND);
  front = await fleet.front();
});
afterAll(() => fleet.stop());

const soon = (expectation: () => Promise<void> | void) => vi.waitFor(expectation, { timeout: 60_000, interval: 20 });
const idsOf = (list: readonly Wire[]) => list.map(({ id }) => id);
const command = async (path: string, key: string) =>
  (await front.client.send(`${RESOURCE}/${path}`, {
    method: "PUT",
    headers: { "application-key": key },
    body: '{"on":1}',
  })) as { readonly status: number; readonly json: Wire };

test("G99: bridge lists the fleet, then its gateways; discovery and every front give the fleet's identity", async () => {
  const bridges = await front.client.list("bridge");
  expect(bridges.map(({ id, mac, name }) => ({ id, mac, name }))).toEqual([
    { id: FLEET_IDENTITY.resetId, mac: FLEET_IDENTITY.mac, name: FLEET_IDENTITY.name },
    { id: FIRST.identity.resetId, mac: FIRST.identity.mac, name: "Gateway 1" },
    { id: SECOND.identity.resetId, mac: SECOND.identity.mac, name: "Gateway 2" },
  ]);
  const asker = await UdpClient.open();
  onTestFinished(() => asker.close());
  await asker.send('{"op":101}', front.discovery.port ?? 0);
  const { data } = JSON.parse(await asker.next());
  expect(data).toMatchObject({ mac: FLEET_IDENTITY.mac, reset_id: FLEET_IDENTITY.resetId });
  const gateways = await front.client.list("device?cat1_id=1");
  expect(idsOf(gateways).toSorted()).toEqual(bridges.map(({ parent_id }) => parent_id).toSorted());
  expect(await front.client.list("zigbee_device_discovery")).toMatchObject([
    { status: "stopped", owner: { rid: FLEET_IDENTITY.resetId } },
  ]);
});

test("G100: resources have the ids and rooms of their gateways, in the order of ids", async () => {
  const lights = idsOf(await front.client.list("light"));
  expect(lights).toEqual([...FIRST.lights, ...SECOND.lights].map(({ id }) => id).toSorted());
  const rooms = idsOf(await front.client.list("room"));
  const own = [...FIRST.rooms, ...SECOND.rooms].filter(({ kind }) => kind === "normal").map(({ id }) => id);
  expect(rooms.toSorted()).toEqual(own.toSorted());
});

test("G101: there is one whole house and one unassigned room, with the devices of all gateways", async () => {
  const rooms = await front.client.list("room?include_all_room=1&include_no_room=1");
  const houses = rooms.filter(({ id }) => id === HOUSE?.id);
  expect(houses).toHaveLength(1);
  expect(rooms).toHaveLength(4);
  const lamps = [...FIRST.devices, ...SECOND.devices].filter(({ lightIds }) => lightIds.length > 0);
  const children = houses[0]?.children.map(({ rid }: Wire) => rid);
  expect(children.toSorted()).toEqual(lamps.map(({ id }) => id).toSorted());
});

test("G102: sequence is that of the gateway, so rooms of two gateways can have the same", async () => {
  const rooms = await front.client.list("room");
  const own = [...FIRST.rooms, ...SECOND.rooms].filter(({ kind }) => kind === "normal");
  expect(own.map(({ sequence }) => sequence)).toEqual([1, 1]);
  for (const { id, sequence } of own) expect(rooms.find((room) => room.id === id)?.sequence).toBe(sequence);
});

test("G103: gateway=<id> leaves what one gateway has; a single gateway ignores it", async () => {
  const only = `gateway=${SECOND.identity.resetId.toLowerCase()}`;
  expect(idsOf(await front.client.list(`light?${only}`)).toSorted()).toEqual(
    SECOND.lights.map(({ id }) => id).toSorted(),
  );
  expect(await front.client.list(`room?${only}&include_all_room=1&include_no_room=1`)).toHaveLength(1);
  expect(await front.client.list("light?gateway=00000000-0000-4000-8000-000000000000")).toEqual([]);
  expect((await front.client.send(`${RESOURCE}/light?gateway=second`)).status).toBe(400);
  const single = await runGateway();
  const all = await single.client.list("light");
  expect(await single.client.list("light?gateway=second")).toEqual(all);
  await single.stop();
});

test("G104: an id that two gateways have is listed once, and a command takes the gateway that answers", async () => {
  const third = await HandMadeGateway.join(fleet, "g3", FIRST);
  await soon(() => expect(front.mirror.waysTo("lights", LAMP.id)).toHaveLength(2));
  expect(idsOf(await front.client.list("light")).filter((id) => id === LAMP.id)).toHaveLength(1);
  await third.answer(DONE);
  expect((await command(`light/${LAMP.id}`, await fleet.newKey())).json).toMatchObject({ code: 0 });
  expect(third.commands).toHaveLength(1);
  await fleet.deleteKey("gateway.g3");
  await soon(() => expect(front.mirror.waysTo("lights", LAMP.id)).toHaveLength(1));
});

test("G105: devices of a gateway that stopped stay in the lists, offline, and come back with it", async () => {
  const read = () => front.client.one(`device/${LAMP.deviceId}`);
  const before = await read();
  await first?.announce({ stopped: true });
  await soon(async () => expect(await read()).toEqual({ ...before, online: 0 }));
  expect(idsOf(await front.client.list("light"))).toContain(LAMP.id);
  await first?.announce();
  await soon(async () => expect(await read()).toEqual(before));
});

test("G106: a command gets its gateway's own answer; without one, HTTP 200 with code -503 that names the gateway", async () => {
  const key = await fleet.newKey();
  expect(await command(`light/${LAMP.id}`, key)).toMatchObject({
    status: 200,
    json: { code: -503, msg: expect.stringContaining('"Floor g1"') },
  });
  await second?.answer({ status: 200, body: '{"code":-422,"msg":"as the gateway says","data":{}}' });
  const [lamp] = SECOND.lights;
  expect((await command(`light/${lamp?.id}`, key)).json).toEqual({ code: -422, msg: "as the gateway says", data: {} });
});

test("G107: a command for the whole house says which gateways did it, and which did not", async () => {
  await first?.answer(DONE);
  const key = await fleet.newKey();
  const house = `group_light/${HOUSE?.groupLightId}`;
  // No lamp of the second gateway can do it.
  expect((await command(house, key)).json).toEqual(JSON.parse(DONE.body));
  await second?.announce({ stopped: true });
  await soon(() => expect(front.mirror.members.find(({ id }) => id === "g2")?.isAway).toBe(true));
  expect((await command(house, key)).json).toMatchObject({ code: 0, msg: 'done by "Floor g1"; not by "Floor g2"' });
  await second?.announce();
});

test("G107: a brightness without on is divided among the gateways, so that the ratios between them stay", async () => {
  const put = async (gateway: HandMadeGateway | undefined, lights: readonly Light[], percent: number) => {
    for (const light of lights) {
      const after = { ...light, on: true, brightnessPercent: percent };
      await gateway?.put({ in: "lights", id: light.id, after, isNew: false });
    }
    await soon(() =>
      expect(lights.map(({ id }) => front.gateway.home.lights.get(id)?.brightnessPercent)).toEqual(
        lights.map(() => percent),
      ),
    );
  };
  await put(first, FIRST.lights, 20);
  await put(second, SECOND.lights, 60);
  const key = await fleet.newKey();
  const send = (body: object) =>
    front.client.send(`${RESOURCE}/group_light/${HOUSE?.groupLightId}`, {
      method: "PUT",
      headers: { "application-key": key },
      body: JSON.stringify(body),
    });
  await send({ brightness: 20, color_cw: 2700 });
  await send({ on: 1, brightness: 20 });
  const sent = [first, second].map((gateway) => gateway?.commands.slice(-2).map(({ body }) => JSON.parse(body)));
  expect(sent).toEqual(
    [10, 30].map((brightness) => [
      { brightness, color_cw: 2700 },
      { on: 1, brightness: 20 },
    ]),
  );
});

test("G108: an event id of one front makes another front begin anew", async () => {
  const other = await fleet.front();
  const known = await EventStreamClient.open({ port: front.http.port });
  await known.next();
  const { lastEventId } = known;
  const elsewhere = await EventStreamClient.open({ port: other.http.port, lastEventId });
  expect((await elsewhere.next(2)).map(({ event }) => event)).toEqual(["reset", "snapshot"]);
});

test("G110: one press gives one key, at either front; it is a key of the fleet, not of a gateway", async () => {
  const other = await fleet.front();
  await fleet.press();
  await soon(() => expect(front.gateway.pairingMillisLeft() * other.gateway.pairingMillisLeft()).toBeGreaterThan(0));
  const pair = (at: Front) => at.client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  const codes = (await Promise.all([pair(front), pair(other)])).map(({ json }) => json.code);
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  expect(contentsOf(front.gateway.home).keys.length).toBeGreaterThan(0);
});

// The last: it takes the servers away.
test("G109: a front that has lost the fleet is not ready, says for how long, and refuses commands; reads go on", async () => {
  const key = await fleet.newKey();
  await soon(async () => expect((await front.client.send("/readyz")).status).toBe(200));
  for (const server of fleet.servers) await server.kill();
  await soon(async () =>
    expect(await front.client.send("/readyz")).toMatchObject({
      status: 503,
      json: { code: -503, msg: expect.stringMatching(/ \d+ s\b/) },
    }),
  );
  expect((await front.client.send("/healthz")).status).toBe(200);
  expect((await command(`light/${LAMP.id}`, key)).json).toMatchObject({ code: -503 });
  expect(idsOf(await front.client.list("light"))).toContain(LAMP.id);
  for (const server of fleet.servers) await server.start();
  await soon(async () => expect((await front.client.send("/readyz")).status).toBe(200));
});
