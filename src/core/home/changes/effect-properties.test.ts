import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyHistory } from "../../../../test/support/home/any-change.ts";
import { gatewayOf, NOTHING } from "../../../../test/support/home/empty-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Home } from "../home.ts";
import type { DeviceId } from "../model/ids.ts";
import { cleanName } from "../model/name.ts";
import type { Change } from "./change.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";

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
  "every name is one, and can be printed": (home) =>
    arraysOf(home)
      .flat()
      .filter(({ name }) => name === "" || name !== cleanName(name)),
  "every number is one": (home) =>
    arraysOf(home)
      .flat()
      .filter((resource) => !hasFiniteNumbers(resource)),
};

/** The six arrays of a home. */
const arraysOf = ({
  devices,
  lights,
  syncBoxes,
  rooms,
  scenes,
  keys,
}: Home): readonly (readonly { id: string; name: string }[])[] => [
  devices.all(),
  lights.all(),
  syncBoxes.all(),
  rooms.all(),
  scenes.all(),
  keys.all(),
];

type Arrays = ReturnType<typeof arraysOf>;

/** Runs a history and looks at the arrays before and after each of its changes. */
function alongAnyHistory(look: (seen: { gateway: Gateway; next: Change; outcome: string; before: Arrays }) => void) {
  fc.assert(
    fc.property(fc.constantFrom(NOTHING, FOUNDED), anyHistory, (contents, history) => {
      const gateway = gatewayOf(contents);
      for (const next of history) {
        const before = arraysOf(gateway.home);
        look({ gateway, next, outcome: gateway.submit(next), before });
      }
    }),
    { numRuns: times(400) },
  );
}

const areSame = (before: Arrays, after: Arrays) => before.every((array, at) => array === after[at]);

test("whatever happens to a home, every law holds in it", () => {
  alongAnyHistory(({ gateway: { home }, next, outcome }) => {
    const broken = Object.entries(LAWS).filter(([, offendersIn]) => offendersIn(home).length > 0);
    expect(broken.map(([law]) => ({ law, next, outcome }))).toEqual([]);
  });
});

test("a change that is refused leaves every array the very same one", () => {
  alongAnyHistory(({ gateway, outcome, before }) => {
    if (outcome !== "done") expect(areSame(before, arraysOf(gateway.home))).toBe(true);
  });
});

/** Those that are as they were and yet not the very same ones. */
const needlesslyMadeAnew = (before: Arrays, after: Arrays): readonly unknown[] =>
  after.flatMap((array, at) => {
    const old = new Map(before[at]?.map((resource) => [resource.id, resource]));
    const isAnew = (now: unknown, then: unknown) => now !== then && isDeepStrictEqual(now, then);
    return [...(isAnew(array, before[at]) ? [array] : []), ...array.filter((one) => isAnew(one, old.get(one.id)))];
  });

test("an array whose contents stay the same is the very same one, and so is each resource", () => {
  alongAnyHistory(({ gateway, next, before }) => {
    if (!("contents" in next)) expect(needlesslyMadeAnew(before, arraysOf(gateway.home))).toEqual([]);
  });
});

test("a change that was made changes nothing when it is made again", () => {
  alongAnyHistory(({ gateway, next }) => {
    const before = arraysOf(gateway.home);
    gateway.submit(next);
    expect(areSame(before, arraysOf(gateway.home))).toBe(true);
  });
});
