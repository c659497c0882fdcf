import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyContents, anyHistory } from "../../../test/support/home/any-change.ts";
import { FOUNDED, makeAll } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined, lounge } from "../../../test/support/home/lit-home.ts";
import { allAtOnce } from "../../shared/steps.ts";
import { Snapshots } from "../present/events/snapshot.ts";
import { deviceText, roomText } from "../present/texts.ts";
import { contentsOf, type Home, MutableHome } from "./home.ts";
import type { HomeContents } from "./model/contents.ts";
import type { Room } from "./model/room.ts";
import { devicesIn } from "./select.ts";

type Shuffle = <Value>(values: readonly Value[]) => readonly Value[];

/** Puts any list in another order, the same one each time. */
const anyShuffle: fc.Arbitrary<Shuffle> = fc
  .infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
  .map((chance) => {
    const numbers = [...chance.take(64)];
    return (values) =>
      values
        .map((value, at) => ({ value, rank: numbers[at % numbers.length] ?? 0 }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ value }) => value);
  });

/** The same home in which everything came in another order. */
const shuffled = (contents: HomeContents, shuffle: Shuffle): HomeContents => ({
  identity: contents.identity,
  devices: shuffle(contents.devices),
  lights: shuffle(contents.lights),
  syncBoxes: shuffle(contents.syncBoxes),
  rooms: shuffle(contents.rooms).map((room): Room => {
    return room.kind === "normal" ? { ...room, deviceIds: shuffle(room.deviceIds) } : room;
  }),
  scenes: shuffle(contents.scenes),
  keys: shuffle(contents.keys),
});

/** Everything that is listed, with all that can go along. */
const listed = (home: Home) => ({
  snapshot: allAtOnce(new Snapshots(home).take()),
  devices: home.devices.all().map((device) => deviceText(home, device, { lights: true, room: true, zigbee: true })),
  rooms: home.rooms.all().map((room) => roomText(home, room, { devices: true, lights: true })),
  keys: home.keys.all(),
});
const isSorted = (list: readonly { readonly id: string }[]) =>
  list.every(({ id }, at) => at === 0 || (list[at - 1]?.id ?? "") < id);

test("two homes in the order of ids list the same, byte for byte, whatever led to what they hold, and go on so", () => {
  fc.assert(
    fc.property(
      fc.tuple(anyHistory, anyHistory),
      fc.tuple(anyShuffle, anyShuffle),
      anyContents,
      anyHistory,
      (pasts, shuffles, contents, future) => {
        const lists = pasts.map((past, at) => {
          const home = new MutableHome(FOUNDED, "id");
          makeAll(home, past);
          const arrived = shuffled(contents, shuffles[at] ?? shuffles[0]);
          makeAll(home, [{ kind: "homeReplaced", contents: arrived }]);
          const then = listed(home);
          makeAll(home, future);
          return { then, now: listed(home) };
        });
        expect(lists[0]).toEqual(lists[1]);
      },
    ),
    { numRuns: times(150) },
  );
});

test("whatever happens to a home in the order of ids, and whoever looks at it meanwhile, everything stands in it", () => {
  fc.assert(
    fc.property(anyContents, anyHistory, fc.nat(6), (contents, history, every) => {
      const home = new MutableHome(contents, "id");
      for (const [at, change] of history.entries()) {
        makeAll(home, [change]);
        if (at % (every + 1) !== 0) continue;
        const { identity: _, ...lists } = contentsOf(home);
        for (const list of Object.values(lists)) expect(isSorted(list)).toBe(true);
        for (const room of home.rooms.all()) expect(isSorted(devicesIn(home, room))).toBe(true);
      }
    }),
    { numRuns: times(150) },
  );
});

test("a home is in the order in which things came unless told otherwise, and so are the devices of its rooms", () => {
  const changes = [{ kind: "roomAdded", room: lounge } as const, ...["3", "1", "2"].map((digit) => lampJoined(digit))];
  const moves = ["3", "1", "2"].map((digit) => {
    return { kind: "deviceMoved", deviceId: idAt<never>(digit), roomId: lounge.id } as const;
  });
  const order = (home: Home) => [
    home.lights.all().map(({ id }) => id.charAt(0)),
    devicesIn(home, home.rooms.get(lounge.id)).map(({ id }) => id.charAt(0)),
  ];
  const [byArrival, byId] = [new MutableHome(FOUNDED), new MutableHome(FOUNDED, "id")];
  for (const home of [byArrival, byId]) makeAll(home, [...changes, ...moves]);
  expect([order(byArrival), order(byId)]).toEqual([
    [
      ["3", "1", "2"],
      ["3", "1", "2"],
    ],
    [
      ["1", "2", "3"],
      ["1", "2", "3"],
    ],
  ]);
});
