import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aSyncBox } from "../../../../test/support/client/wire-builders.ts";
import { Replica } from "../../../libraries/client/replica.ts";
import type { WireLight } from "../../../libraries/client/types.ts";
import { foundRooms } from "./found-rooms.ts";
import { HomeModel } from "./home-model.ts";
import { lampCountIn, lightOf } from "./room-look.ts";

/** A room with these lamps, the last of which is offline. */
function aHome(lamps: readonly Partial<WireLight>[]) {
  const ids = lamps.map((_, at) => `${at}`);
  const model = new HomeModel();
  const lists = {
    room: [aRoom({ name: "Hall", children: ids.map((rid) => ({ rid, rtype: "device" })) })],
    device: ids.map((id, at) =>
      aDevice({ id, online: at === lamps.length - 1 ? 0 : 1, services: [{ rid: `light-${id}`, rtype: "light" }] }),
    ),
    light: lamps.map((fields, at) => aLight({ id: `light-${at}`, name: `Lamp ${at}`, ...fields })),
  };
  for (const change of new Replica().replace(lists)) model.apply(change);
  return model;
}

const red: Partial<WireLight> = { color_mode: 1, color_rgb: 0xff0000 };
const blue: Partial<WireLight> = { color_mode: 1, color_rgb: 0x0000ff };

test("a room is as its lit lamps are: those that are off or offline count for nothing", () => {
  const model = aHome([red, blue, { on: 0 }, { color_mode: 1, color_rgb: 0x00ff00 }]);
  expect(lampCountIn(model, "room")).toBe("2\u00a0of\u00a04\u00a0on ·\u00a01\u00a0offline");
  expect(lightOf(model, "room")).toBe("linear-gradient(135deg, #ff0000, #0000ff)");
});

test("a room of one colour has that one, a dark room none, and the only lamp all its segments", () => {
  expect(lightOf(aHome([red, red, blue]), "room")).toBe("#ff0000");
  expect(lightOf(aHome([{ ...red, on: 0 }, blue]), "room")).toBeUndefined();
  expect(lampCountIn(aHome([{ ...red, on: 0 }, blue]), "room")).toBe("all\u00a0off ·\u00a01\u00a0offline");
  const bar = { color_mode: 3, color_len: 2, color_rgb_arr: [0xff0000, 0x0000ff] } as const;
  expect(lightOf(aHome([{ ...bar, color_rgb_arr: [...bar.color_rgb_arr] }, red]), "room")).toBe(
    "linear-gradient(135deg, #ff0000, #0000ff)",
  );
});

test("a room says if a sync box is on while its lamps are off", () => {
  const model = new HomeModel();
  const services = [{ rid: "sync", rtype: "sync" }];
  const room = aRoom({
    children: [
      { rid: "lamp", rtype: "device" },
      { rid: "box", rtype: "device" },
    ],
  });
  const lamp = aDevice({ id: "lamp", services: [{ rid: "light", rtype: "light" }] });
  const change = (on: number) => {
    const lists = {
      room: [room],
      device: [lamp, aDevice({ id: "box", services })],
      light: [aLight({ on: 0 })],
      sync: [aSyncBox({ on })],
    };
    for (const one of new Replica().replace(lists)) model.apply(one);
    return lampCountIn(model, "room");
  };
  expect([change(1), change(0)]).toEqual(["all\u00a0off ·\u00a0sync\u00a0box\u00a0on", "all\u00a0off"]);
});

test("a search finds lamps by name, room and state, in their rooms", () => {
  const model = aHome([red, { ...blue, on: 0 }, red]);
  const found = (query: string) =>
    foundRooms(model, query, new Set()).flatMap(({ lamps }) => lamps.map(({ id }) => id));
  expect(found("hall")).toEqual(["light-0", "light-1", "light-2"]);
  expect(found("red")).toEqual(["light-0"]);
  expect(found("hall off")).toEqual(["light-1"]);
  expect(found("offline")).toEqual(["light-2"]);
  const isNamed = (query: string) => foundRooms(model, query, new Set()).map((room) => room.isNamed);
  expect([isNamed("ha"), isNamed("hall off"), isNamed("a")]).toEqual([[true], [false], [false]]);
  expect(foundRooms(model, "kitchen", new Set())).toEqual([]);
});
