import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyContents, anyHistory } from "../../../test/support/home/any-change.ts";
import { aRoom, aScene } from "../../../test/support/home/builders.ts";
import { NOTHING } from "../../../test/support/home/empty-gateway.ts";
import { FOUNDED, UNASSIGNED, WHOLE_HOUSE } from "../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lampJoined } from "../../../test/support/home/lit-home.ts";
import type { Change } from "./changes/change.ts";
import { effectOf } from "./changes/effect.ts";
import { contentsOf, type Home, MutableHome } from "./home.ts";
import type { Device } from "./model/device.ts";
import type { DeviceId } from "./model/ids.ts";
import { isGateway } from "./model/product.ts";
import { selectScenes } from "./select.ts";

/** Makes a change in a home; gives what takes it back, nothing when the change cannot be. */
function made(home: MutableHome, change: Change): () => void {
  const effect = effectOf(home, change);
  if (typeof effect === "string") return () => undefined;
  return home.replaceAll(effect);
}

/** What is looked up in a home without a search. */
const landmarksOf = (home: Home) => ({
  gateway: home.gateway,
  wholeHouse: home.wholeHouse,
  unassigned: home.unassigned,
  rooms: home.devices.all().map(({ id }) => home.roomIdOf(id)),
  active: home.rooms.all().map(({ id }) => home.activeSceneIdIn(id)),
});

/** The same, by searching. */
const searched = (home: Home): ReturnType<typeof landmarksOf> => ({
  gateway: home.devices.all().find(({ product }) => isGateway(product)),
  wholeHouse: home.rooms.all().find(({ kind }) => kind === "wholeHouse"),
  unassigned: home.rooms.all().find(({ kind }) => kind === "unassigned"),
  rooms: home.devices.all().map(({ id }) => {
    return home.rooms.all().find((room) => room.kind === "normal" && room.deviceIds.includes(id))?.id;
  }),
  active: home.rooms.all().map(({ id }) => selectScenes(home, id).find(({ active }) => active)?.id),
});

test("any sequence of changes that is taken back, last first, leaves the very same home, order included", () => {
  fc.assert(
    fc.property(fc.constantFrom(NOTHING, FOUNDED), anyHistory, anyHistory, (start, lasting, fleeting) => {
      const home = new MutableHome(start);
      for (const change of lasting) made(home, change);
      const before = contentsOf(home);
      const landmarks = landmarksOf(home);
      const undo = fleeting.map((change) => made(home, change));
      for (const takeBack of undo.toReversed()) takeBack();
      expect(contentsOf(home)).toEqual(before);
      expect(landmarksOf(home)).toEqual(landmarks);
    }),
    { numRuns: times(300) },
  );
});

test("a home in which something was taken back goes on as one in which it never was", () => {
  fc.assert(
    fc.property(anyHistory, anyHistory, anyHistory, (before, fleeting, after) => {
      const homes = [new MutableHome(FOUNDED), new MutableHome(FOUNDED)] as const;
      for (const home of homes) for (const change of before) made(home, change);
      const undo = fleeting.map((change) => made(homes[0], change));
      for (const takeBack of undo.toReversed()) takeBack();
      for (const home of homes) for (const change of after) made(home, change);
      expect(contentsOf(homes[0])).toEqual(contentsOf(homes[1]));
    }),
    { numRuns: times(150) },
  );
});

test("whatever happens, the landmarks of a home are those that a search would find", () => {
  fc.assert(
    fc.property(fc.constantFrom(NOTHING, FOUNDED), anyHistory, (start, history) => {
      const home = new MutableHome(start);
      for (const change of history) {
        made(home, change);
        expect(landmarksOf(home)).toEqual(searched(home));
      }
    }),
    { numRuns: times(150) },
  );
});

test("a home that is made from the contents of another is the same in every way", () => {
  fc.assert(
    fc.property(anyContents, (contents) => {
      const home = new MutableHome(contents);
      expect(contentsOf(home)).toEqual(contents);
      expect(landmarksOf(home)).toEqual(searched(home));
    }),
  );
});

test("a lamp is not taken for the gateway, even when it comes first", () => {
  const home = new MutableHome(NOTHING);
  made(home, lampJoined("1"));
  expect(home.gateway).toBeUndefined();
  made(home, { kind: "deviceJoined", device: FOUNDED.devices[0] as never, lights: [], syncBox: null });
  expect(home.gateway?.id).toBe(FOUNDED.devices[0]?.id);
});

test("a room that is renamed is found under its new name, the derived ones too", () => {
  const { gateway } = new LitHome();
  gateway.submit({ kind: "roomRenamed", roomId: WHOLE_HOUSE, name: "All" });
  gateway.submit({ kind: "roomRenamed", roomId: UNASSIGNED, name: "Rest" });
  expect([gateway.home.wholeHouse?.name, gateway.home.unassigned?.name]).toEqual(["All", "Rest"]);
});

test("what comes back after it was taken away comes last, and what is brought back stands where it was", () => {
  const home = new MutableHome(FOUNDED);
  for (const digit of ["1", "2", "3"]) made(home, lampJoined(digit));
  const order = () => home.lights.all().map(({ id }) => id.charAt(0));
  const bringBack = made(home, { kind: "deviceLeft", deviceId: idAt("2") });
  expect(order()).toEqual(["1", "3"]);
  bringBack();
  expect(order()).toEqual(["1", "2", "3"]);
  made(home, { kind: "deviceLeft", deviceId: idAt("2") });
  made(home, lampJoined("2"));
  expect(order()).toEqual(["1", "3", "2"]);
});

test("the scenes of a room and the gateways keep their order when a change is undone", () => {
  const room = aRoom({ id: idAt("a"), groupLightId: idAt("b") });
  const [first, second] = [aScene({ id: idAt("1"), roomId: room.id }), aScene({ id: idAt("2"), roomId: room.id })];
  const home = new MutableHome({ ...FOUNDED, rooms: [...FOUNDED.rooms, room], scenes: [first, second] });
  home.replaceAll([{ in: "scenes", before: first, after: undefined }])();
  expect(home.scenesIn(room.id)).toEqual([first, second]);
  const own = home.gateway as Device;
  const other = { ...own, id: idAt<DeviceId>("9"), name: "Other" };
  home.replaceAll([{ in: "devices", before: undefined, after: other }]);
  home.replaceAll([{ in: "devices", before: own, after: { ...own, name: "Renamed" } }]);
  expect(home.gateways.map(({ name }) => name)).toEqual(["Renamed", "Other"]);
});
