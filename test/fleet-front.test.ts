import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Light } from "../src/core/home/model/light.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { FLEET_IDENTITY, TestFleet } from "./support/fleet/test-fleet.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";

const RESOURCE = "/clip/v2/resource";
const DONE = { status: 200, body: '{"code":0,"msg":"success","data":{}}' };

let fleet: TestFleet | undefined;
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

const [FIRST, SECOND] = [floorHome(1), floorHome(2)];

async function twoFloors(): Promise<{ fleet: TestFleet; first: HandMadeGateway; second: HandMadeGateway }> {
  fleet = await TestFleet.start(["g1", "g2"]);
  const first = await HandMadeGateway.join(fleet, "g1", FIRST);
  const second = await HandMadeGateway.join(fleet, "g2", SECOND);
  return { fleet, first, second };
}

const names = (list: readonly { readonly name?: unknown }[]) => list.map(({ name }) => name).sort();

const soon = (expectation: () => Promise<void> | void) => vi.waitFor(expectation, { timeout: 60_000, interval: 20 });

describe("a front shows what all its gateways have:", () => {
  test("their lamps, rooms and scenes, one whole house, and the fleet itself before its gateways", async () => {
    const { fleet } = await twoFloors();
    const { client } = await fleet.front();
    const lights = await client.list("light");
    expect(names(lights)).toEqual(["Lamp 1.1", "Lamp 1.2", "Lamp 1.3", "Lamp 2.1", "Lamp 2.2", "Lamp 2.3"]);
    const rooms = await client.list(`room?include_all_room=1&include_no_room=1`);
    expect(names(rooms)).toEqual(["Hall 1", "Hall 2", "Unassigned", "Whole house"]);
    expect(names(await client.list("scene"))).toEqual(["Evening 1", "Evening 2"]);
    const bridges = await client.list("bridge");
    expect(bridges.map(({ name, mac }) => [name, mac])).toEqual([
      [FLEET_IDENTITY.name, FLEET_IDENTITY.mac],
      ["Gateway 1", FIRST.identity.mac],
      ["Gateway 2", SECOND.identity.mac],
    ]);
  });

  test("those of one gateway alone, where a client asks for them", async () => {
    const { fleet } = await twoFloors();
    const { client } = await fleet.front();
    const only = `gateway=${SECOND.identity.resetId.toLowerCase()}`;
    expect(names(await client.list(`light?${only}`))).toEqual(["Lamp 2.1", "Lamp 2.2", "Lamp 2.3"]);
    expect(names(await client.list(`device?${only}&cat1_id=1`))).toEqual(["Gateway 2"]);
    expect(names(await client.list(`room?${only}&include_all_room=1`))).toEqual(["Hall 2"]);
    expect(names(await client.list(`scene?${only}`))).toEqual(["Evening 2"]);
    expect(names(await client.list(`group_light?${only}`))).toEqual(["Hall 2"]);
    expect((await client.send(`${RESOURCE}/light?gateway=second`)).status).toBe(400);
  });

  test("what changes, comes and goes there, and who follows the front's events hears of it", async () => {
    const { fleet, first } = await twoFloors();
    const { client, journal } = await fleet.front();
    const [light] = FIRST.lights as readonly [Light];
    const head = journal.head;
    await first.put({ in: "lights", id: light.id, after: { ...light, on: !light.on, name: "Renamed" }, isNew: false });
    await soon(async () => expect(await client.one(`light/${light.id}`)).toMatchObject({ name: "Renamed" }));
    expect(journal.after(head)?.map(({ action, itemId }) => [action, itemId])).toContainEqual(["update", light.id]);
    await first.putText(`lights.${light.id}`, undefined);
    await soon(async () => expect((await client.send(`${RESOURCE}/light/${light.id}`)).status).toBe(404));
  });

  test("nothing that is left over from an earlier life of a gateway, or that is no resource", async () => {
    const { fleet, first } = await twoFloors();
    const { client, mirror } = await fleet.front();
    const [left, broken] = FIRST.lights as readonly [Light, Light];
    await first.put({ in: "lights", id: left.id, after: left, isNew: false }, "before");
    await first.putText(`lights.${broken.id}`, '{"epoch":"first","resource":{"on":"perhaps"}}');
    await soon(async () => expect(names(await client.list("light"))).toHaveLength(4));
    expect(mirror.members.find(({ id }) => id === "g1")?.violations.size).toBe(1);
  });

  test("lamps of a gateway that stopped are not reachable, and come back with it", async () => {
    const { fleet, first } = await twoFloors();
    const { client } = await fleet.front();
    const device = FIRST.devices.find(({ lightIds }) => lightIds.length > 0);
    const status = async () => (await client.one(`device/${device?.id}`)).online;
    const before = await status();
    await first.announce({ stopped: true });
    await soon(async () => expect(await status()).not.toBe(before));
    await first.announce();
    await soon(async () => expect(await status()).toBe(before));
  });

  test("none of a gateway that was removed from the fleet", async () => {
    const { fleet } = await twoFloors();
    const { client } = await fleet.front();
    await fleet.deleteKey("gateway.g2");
    await soon(async () => expect(names(await client.list("light"))).toHaveLength(3));
  });
});

describe("a command at a front", () => {
  test("goes to the gateway that has the lamp, as it came, and its answer comes back", async () => {
    const { fleet, first, second } = await twoFloors();
    await first.answer({ status: 200, body: '{"code":-422,"msg":"as the gateway says","data":{}}' });
    await second.answer(DONE);
    const { client } = await fleet.front();
    const key = await fleet.newKey();
    const put = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
    const [light] = FIRST.lights as readonly [Light];
    expect((await client.send(`${RESOURCE}/light/${light.id}`, put)).json).toMatchObject({
      msg: "as the gateway says",
    });
    expect(first.commands).toMatchObject([
      { operation: "setLight", id: light.id, body: '{"on":1}', by: { kind: "key" } },
    ]);
    expect(second.commands).toEqual([]);
  });

  test("for the whole house goes to all; the answer says who did not do it", async () => {
    const { fleet, first } = await twoFloors();
    await first.answer(DONE);
    const { client } = await fleet.front();
    const key = await fleet.newKey();
    const put = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
    const house = FIRST.rooms.find(({ kind }) => kind === "wholeHouse");
    const { json } = await client.send(`${RESOURCE}/group_light/${house?.groupLightId}`, put);
    expect(json).toMatchObject({ code: 0, msg: 'done by "Floor g1"; not by "Floor g2"' });
  });

  test("for a gateway that does not answer is refused in words within two seconds", async () => {
    const { fleet } = await twoFloors();
    const { client } = await fleet.front();
    const key = await fleet.newKey();
    const put = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
    const [light] = FIRST.lights as readonly [Light];
    const { status, json } = await client.send(`${RESOURCE}/light/${light.id}`, put);
    expect([status, json]).toMatchObject([
      200,
      { code: -503, msg: expect.stringContaining('"Floor g1" cannot be reached, so nothing was changed') },
    ]);
  });

  test("that a gateway took and did not answer may be done: the refusal does not say otherwise", async () => {
    const { fleet, first } = await twoFloors();
    await first.answer(undefined);
    const { client } = await fleet.front();
    const key = await fleet.newKey();
    const put = { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' };
    const [light] = FIRST.lights as readonly [Light];
    const { json } = await client.send(`${RESOURCE}/light/${light.id}`, put);
    expect(json).toMatchObject({ code: -503, msg: expect.stringContaining("not known whether it was done") });
    expect(first.commands).toHaveLength(1);
  });
});

test("one press lets one client in, at either front; its key opens both, and none when it is revoked", async () => {
  const { fleet, first } = await twoFloors();
  await first.answer(DONE);
  const [one, other] = [await fleet.front(), await fleet.front()];
  const pair = (at: typeof one) => at.client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  expect((await pair(one)).json).toMatchObject({ code: -423, msg: expect.stringContaining("luxgate fleet press") });
  await fleet.press();
  await soon(() => expect(one.gateway.pairingMillisLeft() * other.gateway.pairingMillisLeft()).toBeGreaterThan(0));
  const answers = await Promise.all([pair(one), pair(other)]);
  const keys = answers.flatMap(
    ({ json }) => (json as { data?: { obj?: { username?: string } } }).data?.obj?.username ?? [],
  );
  expect(keys).toHaveLength(1);
  await soon(() => expect([one, other].map(({ gateway }) => gateway.pairingMillisLeft())).toEqual([0, 0]));
  for (const front of [one, other]) expect((await pair(front)).json).toMatchObject({ code: -423 });
  const [light] = FIRST.lights as readonly [Light];
  const put = { method: "PUT", headers: { "application-key": keys[0] ?? "" }, body: '{"on":1}' };
  const command = async (at: typeof one) =>
    ((await at.client.send(`${RESOURCE}/light/${light.id}`, put)).json as { code: number }).code;
  for (const front of [one, other]) await soon(async () => expect(await command(front)).toBe(0));
  await fleet.revokeAll();
  for (const front of [one, other]) await soon(async () => expect(await command(front)).toBe(-401));
});

test("a front whose discovery port is taken is ready: its clients know its address", async () => {
  fleet = await TestFleet.start([]);
  const other = createSocket("udp4").bind(0);
  await once(other, "listening");
  const { client, discovery } = await fleet.front({ discoveryPort: other.address().port });
  expect(discovery.port).toBe(undefined);
  expect((await client.send("/readyz")).status).toBe(200);
  other.close();
});

test("a front that waits for the fleet's data says so, and stops at once when it is told to", async () => {
  fleet = await TestFleet.start(["g1"]);
  const [stop, clock] = [new AbortController(), new ManualClock()];
  let isWaiting = false;
  const onWaiting = () => {
    isWaiting = true;
  };
  // A gateway's credentials connect, and may not read anything.
  const given = { ...fleet.address("g1"), name: "g1" };
  const starting = fleet.front({ fleet: given, signal: stop.signal, clock, onWaiting });
  const failed = expect(starting).rejects.toThrow("abort");
  await soon(() => {
    clock.advance(1_000);
    expect(isWaiting).toBe(true);
  });
  stop.abort();
  await failed;
});
