import { expect, test } from "vitest";
import { aKey, aRoom, aScene } from "../../../../test/support/home/builders.ts";
import { FollowedGateway } from "../../../../test/support/home/followed-gateway.ts";
import { FOUNDED, furthered, makeAll, UNASSIGNED, WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../../test/support/home/lit-home.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import type { Change } from "../../home/changes/change.ts";
import { type Home, MutableHome } from "../../home/home.ts";
import { WireEvents } from "./events.ts";

const room = aRoom();
const LIT = furthered(FOUNDED, [{ kind: "roomAdded", room }, lampJoined("1"), lampJoined("2")]);
const children = (...digits: readonly string[]) => digits.map((digit) => ({ rid: idAt(digit), rtype: "device" }));

/** A home, and how often all its devices were looked up. */
function watchedHome() {
  const inner = new MutableHome(LIT);
  const watched = { looks: 0 };
  const { identity, order, lights, syncBoxes, rooms, scenes, keys, groupLights } = inner;
  const home: Home = {
    ...{ identity, order, lights, syncBoxes, rooms, scenes, keys, groupLights },
    ...{ gateway: inner.gateway, gateways: inner.gateways, wholeHouse: inner.wholeHouse, unassigned: inner.unassigned },
    roomIdOf: (id) => inner.roomIdOf(id),
    activeSceneIdIn: (id) => inner.activeSceneIdIn(id),
    scenesIn: (id) => inner.scenesIn(id),
    namings: 0,
    named: (kind, name) => inner.named(kind, name),
    countNamed: (kind, name) => inner.countNamed(kind, name),
    withSerialNumber: (serialNumber) => inner.withSerialNumber(serialNumber),
    devices: {
      get: (id) => inner.devices.get(id),
      next: (cursor) => inner.devices.next(cursor),
      all: () => {
        watched.looks += 1;
        return inner.devices.all();
      },
    },
  };
  return { inner, home, watched };
}

test.each<readonly [what: string, change: Change]>([
  ["a light changes", { kind: "lightChanged", lightId: idAt("1"), state: { on: false } }],
  ["a device goes offline", { kind: "deviceReached", deviceId: idAt("1"), online: false }],
  ["a device is renamed", { kind: "deviceRenamed", deviceId: idAt("1"), name: "Sun" }],
  ["a device joins that nobody admitted", lampJoined("3", {}, { admitted: false })],
  ["a room is renamed", { kind: "roomRenamed", roomId: room.id, name: "Den" }],
])("however many devices there are, they are not gone through when %s", (_what, change) => {
  const { inner, home, watched } = watchedHome();
  const events = new WireEvents(home);
  watched.looks = 0;
  const replacements = makeAll(inner, [change]);
  expect(events.of([{ replacements, cause: "report" }]).length).toBeGreaterThan(0);
  expect(watched.looks).toBe(0);
});

test("neither keys nor the gateway's identity are sent", () => {
  const { gateway, received: told } = new FollowedGateway(FOUNDED);
  const identity = { ...FOUNDED.identity, resetId: "4D1C5AF0-7E0B-4C57-8F6D-6A4B6C0E2F11" };
  expect(gateway.submit({ kind: "keyAdded", key: aKey() })).toBe("done");
  expect(told).toEqual([]);
  const replacement = { in: "identity", before: FOUNDED.identity, after: identity } as const;
  expect(new WireEvents(gateway.home).of([{ replacements: [replacement], cause: "command" }])).toEqual([]);
});

test("a scene whose room is gone before its event is never sent", () => {
  const followed = new FollowedGateway(LIT, {
    before: ({ gateway }) => gateway.submit({ kind: "roomRemoved", roomId: room.id }),
  });
  followed.gateway.submit({ kind: "sceneAdded", scene: aScene({ roomId: room.id }) });
  expect(followed.received.map(({ event }) => `${event.type}/${event.action}`)).toEqual([
    "room/remove",
    "group_light/remove",
  ]);
  expect(followed.known).toBe(followed.read);
});

test("a home that came again in another order and is taken back has its devices sent in their old order", async () => {
  const followed = new FollowedGateway(LIT);
  followed.store.refuse();
  followed.ask({ kind: "homeReplaced", contents: { ...LIT, devices: LIT.devices.toReversed() } });
  followed.received.splice(0);
  await settled();
  expect(followed.received.map(({ event }) => event)).toEqual([
    { action: "update", type: "room", item: { id: WHOLE_HOUSE, value: { children: children("1", "2") } } },
    { action: "update", type: "room", item: { id: UNASSIGNED, value: { children: children("1", "2") } } },
  ]);
  expect(followed.known).toBe(followed.read);
});

test("the whole house is sent once, however many devices come and go in one piece", () => {
  const { gateway, received: told } = new FollowedGateway(LIT);
  const contents = furthered(LIT, [lampJoined("3"), lampJoined("4"), { kind: "deviceLeft", deviceId: idAt("1") }]);
  expect(gateway.submit({ kind: "homeReplaced", contents })).toBe("done");
  expect(told.filter(({ event }) => event.item.id === WHOLE_HOUSE).map(({ event }) => event)).toEqual([
    { action: "update", type: "room", item: { id: WHOLE_HOUSE, value: { children: children("2", "3", "4") } } },
  ]);
});
