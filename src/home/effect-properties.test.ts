import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../test/support/builders.ts";
import { Gateway } from "../gateway/gateway.ts";
import type { Change } from "./change.ts";
import type { Home } from "./home.ts";
import { type DeviceId, type Id, idFrom, type LightId, type RoomId, type SceneId, type SyncBoxId } from "./ids.ts";
import type { Ability } from "./light.ts";
import type { CategoryId } from "./product.ts";
import type { Room } from "./room.ts";

/** Ids out of so few that they collide. */
const idOf = <SomeId extends Id<string>>(size: number) =>
  fc.integer({ min: 1, max: size }).map((digit): SomeId => idFrom(`${digit}0000000-0000-4000-8000-000000000000`));
const deviceId = idOf<DeviceId>(3);
const lightId = idOf<LightId>(4);
const syncBoxId = idOf<SyncBoxId>(2);
const roomId = idOf<RoomId>(2);
const sceneId = idOf<SceneId>(3);
const name = fc.constantFrom("One", "Two");
const abilities = fc.constantFrom<Ability[]>(["onOff"], ["onOff", "colour"]);
/** One time out of eleven something rare. */
const mostly = <Value>(usual: Value, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 10, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

const driven = mostly(false, fc.constant(true));

const lightOf = (owner: DeviceId) =>
  fc.record({ id: lightId, deviceId: mostly(owner, deviceId), abilities, drivenBySyncBox: driven }).map(aLight);
const syncBoxOf = (owner: DeviceId) =>
  fc
    .record({ id: syncBoxId, deviceId: mostly(owner, deviceId), on: fc.boolean(), areaId: fc.option(roomId) })
    .map(aSyncBox);

/** A device with what it brings; now and then the two do not agree. */
const deviceJoined = deviceId
  .chain((id) =>
    fc.record({
      id: fc.constant(id),
      lights: fc.uniqueArray(lightOf(id), { maxLength: 2, selector: (light) => light.id }),
      syncBox: fc.option(syncBoxOf(id)),
    }),
  )
  .chain(({ id, lights, syncBox }) => {
    const lightIds = lights.map((light) => light.id);
    const fields = {
      id: fc.constant(id),
      admitted: mostly(true, fc.constant(false)),
      categoryId: mostly<CategoryId>(20501, fc.constantFrom(10101, 30101)),
      lightIds: mostly(lightIds, fc.array(lightId, { maxLength: 2 })),
      syncBoxId: mostly(syncBox?.id ?? null, fc.option(syncBoxId)),
    };
    return fc.record(fields).map(({ categoryId, ...device }): Change => {
      const product = { ...aDevice().product, categoryId };
      return { kind: "deviceJoined", device: aDevice({ ...device, product }), lights, syncBox };
    });
  });

const room = fc.record({
  id: roomId,
  kind: mostly<Room["kind"]>("normal", fc.constant("unassigned")),
  deviceIds: mostly<DeviceId[]>([], fc.array(deviceId)),
});
const scene = fc.record({ id: sceneId, roomId, name, active: mostly(false, fc.constant(true)) }).map(aScene);
const lightState = fc.record({ on: fc.boolean(), brightnessPercent: fc.constantFrom(1, 2) }, { requiredKeys: [] });
const syncBoxState = fc.record({ on: fc.boolean(), areaId: fc.option(roomId) }, { requiredKeys: [] });

const change = fc.oneof(
  { weight: 6, arbitrary: deviceJoined },
  deviceId.map((id): Change => ({ kind: "deviceAdmitted", deviceId: id })),
  fc.record({ deviceId, name }).map((fields): Change => ({ kind: "deviceRenamed", ...fields })),
  fc.record({ deviceId, online: fc.boolean() }).map((fields): Change => ({ kind: "deviceReached", ...fields })),
  fc.record({ deviceId, newVersion: name }).map((fields): Change => ({ kind: "deviceUpdateFound", ...fields })),
  {
    weight: 4,
    arbitrary: fc
      .record({ deviceId, roomId: fc.option(roomId) })
      .map((fields): Change => ({ kind: "deviceMoved", ...fields })),
  },
  deviceId.map((id): Change => ({ kind: "deviceLeft", deviceId: id })),
  fc.record({ lightId, state: lightState }).map((fields): Change => ({ kind: "lightChanged", ...fields })),
  fc.record({ syncBoxId, state: syncBoxState }).map((fields): Change => ({ kind: "syncBoxChanged", ...fields })),
  { weight: 3, arbitrary: room.map((fields): Change => ({ kind: "roomAdded", room: { ...aRoom(), ...fields } })) },
  fc.record({ roomId, name }).map((fields): Change => ({ kind: "roomRenamed", ...fields })),
  roomId.map((id): Change => ({ kind: "roomRemoved", roomId: id })),
  { weight: 2, arbitrary: scene.map((added): Change => ({ kind: "sceneAdded", scene: added })) },
  sceneId.map((id): Change => ({ kind: "sceneActivated", sceneId: id })),
  sceneId.map((id): Change => ({ kind: "sceneRemoved", sceneId: id })),
);

const anyHistory = fc.array(change, { minLength: 1, maxLength: 100, size: "max" });
const emptyGateway = () => new Gateway({ identity: { mac: "", resetId: "" }, clock: () => 0 });

const normalRooms = ({ rooms }: Home) => rooms.all().filter((some) => some.kind === "normal");
const repeatedIn = <Value>(values: readonly Value[]) => values.filter((value, at) => values.indexOf(value) !== at);

function isDriven(home: Home, owner: DeviceId): boolean {
  const areas = normalRooms(home).filter((area) => area.deviceIds.includes(owner));
  return home.syncBoxes.all().some((box) => box.on && areas.some((area) => area.id === box.areaId));
}

/** What holds in every home, each with those that break it. */
const LAWS: Readonly<Record<string, (home: Home) => readonly unknown[]>> = {
  "every light that a device names is there and names the device": ({ devices, lights }) =>
    devices.all().filter(({ id, lightIds }) => lightIds.some((lightId) => lights.get(lightId)?.deviceId !== id)),
  "every light belongs to a device that names it, once": ({ devices, lights }) =>
    lights.all().filter(({ id, deviceId }) => {
      const named = devices.get(deviceId)?.lightIds.filter((lightId) => lightId === id);
      return named?.length !== 1;
    }),
  "every sync box that a device names is there and names the device": ({ devices, syncBoxes }) =>
    devices.all().filter(({ id, syncBoxId }) => syncBoxId !== null && syncBoxes.get(syncBoxId)?.deviceId !== id),
  "every sync box belongs to a device that names it": ({ devices, syncBoxes }) =>
    syncBoxes.all().filter(({ id, deviceId }) => devices.get(deviceId)?.syncBoxId !== id),
  "every sync box has a normal room for its area, or none": ({ syncBoxes, rooms }) =>
    syncBoxes.all().filter(({ areaId }) => areaId !== null && rooms.get(areaId)?.kind !== "normal"),
  "every device in a room is there and was admitted": (home) =>
    normalRooms(home).filter(({ deviceIds }) => deviceIds.some((id) => home.devices.get(id)?.admitted !== true)),
  "every device is in one normal room at the most": (home) =>
    repeatedIn(normalRooms(home).flatMap(({ deviceIds }) => deviceIds)),
  "every scene belongs to a room that is there": ({ scenes, rooms }) =>
    scenes.all().filter(({ roomId }) => rooms.get(roomId) === undefined),
  "every room has one active scene at the most": ({ scenes }) =>
    repeatedIn(scenes.all().flatMap(({ active, roomId }) => (active ? [roomId] : []))),
  "just the colour lights in the area of a sync box that is on are driven": (home) =>
    home.lights.all().filter(({ abilities, deviceId, drivenBySyncBox }) => {
      return drivenBySyncBox !== (abilities.includes("colour") && isDriven(home, deviceId));
    }),
};

/** The five arrays of a home. */
const arraysOf = ({ devices, lights, syncBoxes, rooms, scenes }: Home): readonly (readonly { id: string }[])[] => [
  devices.all(),
  lights.all(),
  syncBoxes.all(),
  rooms.all(),
  scenes.all(),
];

type Arrays = ReturnType<typeof arraysOf>;

/** Runs a history and looks at the arrays before and after each of its changes. */
function alongAnyHistory(look: (seen: { gateway: Gateway; next: Change; outcome: string; before: Arrays }) => void) {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const gateway = emptyGateway();
      for (const next of history) {
        const before = arraysOf(gateway.home);
        look({ gateway, next, outcome: gateway.submit(next), before });
      }
    }),
    { numRuns: 400 },
  );
}

const areSame = (before: Arrays, after: Arrays) => before.every((array, at) => array === after[at]);

test("whatever happens to a home, every law holds in it", () => {
  alongAnyHistory(({ gateway: { home }, next, outcome }) => {
    const broken = Object.entries(LAWS).filter(([, offendersIn]) => offendersIn(home).length > 0);
    if (broken.length > 0) expect({ next, outcome, broken: broken.map(([law]) => law) }).toEqual({ broken: [] });
  });
});

test("a change that is refused leaves every array the very same one", () => {
  alongAnyHistory(({ gateway, outcome, before }) => {
    if (outcome !== "done") expect(areSame(before, arraysOf(gateway.home))).toBe(true);
  });
});

test("an array whose contents stay the same is the very same one, and so is each resource", () => {
  alongAnyHistory(({ gateway, before }) => {
    for (const [at, after] of arraysOf(gateway.home).entries()) {
      const old = new Map(before[at]?.map((resource) => [resource.id, resource]));
      if (isDeepStrictEqual(after, before[at])) expect(after).toBe(before[at]);
      for (const resource of after) {
        if (isDeepStrictEqual(resource, old.get(resource.id))) expect(resource).toBe(old.get(resource.id));
      }
    }
  });
});

test("a change that was made changes nothing when it is made again", () => {
  alongAnyHistory(({ gateway, next }) => {
    const before = arraysOf(gateway.home);
    gateway.submit(next);
    expect(areSame(before, arraysOf(gateway.home))).toBe(true);
  });
});
