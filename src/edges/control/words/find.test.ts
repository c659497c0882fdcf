import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { aDevice, aRoom, aScene } from "../../../../test/support/home/builders.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import { findDevice, findNormalRoom, findRoom, findScene } from "./find.ts";

const KITCHEN = idFrom<RoomId>("00000000-0000-4000-8000-00000000000A");
const ATTIC = idFrom<RoomId>("00000000-0000-4000-8000-00000000000B");

/** The demo home, and two spots, two scenes and two rooms of one name each. */
function homeWithNamesakes() {
  const home = PlainHome.demo();
  for (const [number, roomId, name] of [
    [1, KITCHEN, "Pantry"],
    [2, ATTIC, "Attic"],
  ] as const) {
    const device = aDevice({
      id: idFrom(`00000000-0000-4000-8000-00000000010${number}`),
      serialNumber: `SN${number}`,
      name: "Spot",
      lightIds: [],
    });
    home.submit({ kind: "roomAdded", room: aRoom({ id: roomId, name }) });
    home.submit({ kind: "deviceJoined", device, lights: [], syncBox: null });
    home.submit({ kind: "deviceMoved", deviceId: device.id, roomId });
    const sceneId = idFrom<ReturnType<typeof aScene>["id"]>(`00000000-0000-4000-8000-00000000020${number}`);
    home.submit({ kind: "sceneAdded", scene: aScene({ id: sceneId, roomId, name: "Dusk" }) });
  }
  return home;
}

const nameOf = (found: { found: { name: string } } | { refused: readonly string[] }) =>
  "found" in found ? found.found.name : found.refused;

describe("a device is found", () => {
  const { home } = PlainHome.demo();
  test.each(["TV bar", "tv BAR", " TV bar ", "lx20504-0001", "living room/tv bar"])("by %j", (words) => {
    expect(nameOf(findDevice(home, words))).toBe("TV bar");
  });

  test("by its id, whatever the case", () => {
    const id = PlainHome.demo().device("TV bar").id;
    expect(nameOf(findDevice(home, id.toLowerCase()))).toBe("TV bar");
  });

  test("by its name without a room", () => {
    expect(nameOf(findDevice(home, "Unassigned/Porch"))).toBe("Porch");
  });

  test("by a name whose accents were typed in another way", () => {
    const cafe = PlainHome.demo();
    cafe.submit({ kind: "deviceRenamed", deviceId: cafe.device("Porch").id, name: "Caf\u00e9" });
    expect(nameOf(findDevice(cafe.home, "cafe\u0301"))).toBe("Café");
  });
});

describe("what is not there", () => {
  const { home } = PlainHome.demo();
  test.each([
    [findDevice, "TV bra", /device.* "TV bra".* "TV bar"/],
    [findDevice, "Kitchn/Ceiling", /device.* "Kitchn\/Ceiling".* "Kitchen\/Ceiling"/],
    [findDevice, "lighthouse", /device.* "lighthouse".* luxgate devices/],
    [findRoom, "Kichen", /room.* "Kichen".* "Kitchen"/],
    [findNormalRoom, "Unassigned", /"Unassigned".* other rooms/],
    [findScene, "Sunrse", /scene.* "Sunrse".* "Sunrise"/],
  ])("%o %j: %s", (find, words, refusal) => {
    expect(nameOf(find(home, words))).toEqual([expect.stringMatching(refusal)]);
  });
});

/** A home whose lists nobody may go through. */
function unlisted(home: Home): Home {
  const listless = <List extends object>(list: List): List =>
    new Proxy(list, {
      get: (_, key) => {
        if (key === "all") throw new Error("all of the home was gone through");
        const value: unknown = Reflect.get(list, key, list);
        return typeof value === "function" ? value.bind(list) : value;
      },
    });
  const lists = { devices: listless(home.devices), rooms: listless(home.rooms), scenes: listless(home.scenes) };
  return new Proxy(home, {
    get: (_, key) => {
      if (Object.hasOwn(lists, key)) return Reflect.get(lists, key);
      const value: unknown = Reflect.get(home, key, home);
      return typeof value === "function" ? value.bind(home) : value;
    },
  });
}

test("however many there are, they are not gone through for what is named rightly", () => {
  const { home } = homeWithNamesakes();
  const large = unlisted(home);
  expect(nameOf(findDevice(large, "tv bar"))).toBe("TV bar");
  expect(nameOf(findDevice(large, "lx20504-0001"))).toBe("TV bar");
  expect(findDevice(large, "attic/SPOT")).toMatchObject({ found: { serialNumber: "SN2" } });
  expect(nameOf(findRoom(large, "attic"))).toBe("Attic");
  expect(nameOf(findNormalRoom(large, "attic"))).toBe("Attic");
  expect(findScene(large, "Attic/dusk")).toMatchObject({ found: { roomId: ATTIC } });
});

test("a slash may be in the name of a room or of a device", () => {
  const plain = homeWithNamesakes();
  plain.submit({ kind: "roomRenamed", roomId: ATTIC, name: "Attic/East" });
  const deviceId = idFrom<Device["id"]>("00000000-0000-4000-8000-000000000102");
  plain.submit({ kind: "deviceRenamed", deviceId, name: "Spot / 1" });
  expect(findDevice(plain.home, "attic/east/spot / 1")).toMatchObject({ found: { id: deviceId } });
});

describe("a name that several have", () => {
  const { home } = homeWithNamesakes();
  test("is refused with what tells the devices apart", () => {
    expect(nameOf(findDevice(home, "spot"))).toEqual([
      expect.stringMatching(/^Two devices .*"spot".* Pantry\/Spot or Attic\/Spot.* SN1 or SN2\b/),
    ]);
    expect(findDevice(home, "attic/spot")).toMatchObject({ found: { serialNumber: "SN2" } });
  });

  test("is refused with the rooms of scenes", () => {
    expect(nameOf(findScene(home, "Dusk"))).toEqual([
      expect.stringMatching(/^Two scenes .*"Dusk".* Pantry\/Dusk or Attic\/Dusk\b/),
    ]);
  });

  test("is refused with ids when nothing else helps", () => {
    const plain = homeWithNamesakes();
    plain.submit({ kind: "roomRenamed", roomId: ATTIC, name: "pantry" });
    expect(nameOf(findRoom(plain.home, "PANTRY"))).toEqual([
      expect.stringMatching(RegExp(`^Two rooms .*"PANTRY".* ${KITCHEN} or ${ATTIC}`)),
    ]);
    expect(nameOf(findRoom(plain.home, "Pantry"))).toBe("Pantry");
  });
});

test("nothing that a person may write is too strange to look for, and each name finds what bears it", () => {
  const plain = PlainHome.demo();
  const deviceId = plain.device("Porch").id;
  fc.assert(
    fc.property(anyText, (words) => {
      for (const find of [findDevice, findRoom, findNormalRoom, findScene]) {
        const found = find(plain.home, words);
        if ("refused" in found) expect(found.refused.join()).not.toMatch(/\p{Cc}/u);
      }
      if (plain.submit({ kind: "deviceRenamed", deviceId, name: words }) !== "done") return;
      const { name } = plain.home.devices.get(deviceId) ?? { name: "" };
      expect(findDevice(plain.home, name)).toMatchObject({ found: { id: deviceId } });
    }),
  );
});
