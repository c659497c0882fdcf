import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import { aDevice, aLight, aRoom } from "../../../../test/support/client/wire-builders.ts";
import { Replica } from "../../../libraries/client/replica.ts";
import { HomeModel } from "./home-model.ts";

/** A model that follows a client's replica, as it follows a gateway's home. */
function followed(lists: Readonly<Record<string, unknown>>) {
  const replica = new Replica();
  const model = new HomeModel();
  const apply = (changes: ReturnType<Replica["replace"]>) => {
    for (const change of changes) model.apply(change);
  };
  apply(replica.replace(lists));
  return { model, replica, apply };
}

const twoLamps = {
  room: [aRoom({ children: ["a", "b"].map((rid) => ({ rid, rtype: "device" })) })],
  device: ["a", "b"].map((id) => aDevice({ id, services: [{ rid: `light-${id}`, rtype: "light" }] })),
  light: ["a", "b"].map((id) => aLight({ id: `light-${id}`, name: id })),
};

test("a change of one lamp is seen at that lamp, and nowhere else", () => {
  const { model, replica, apply } = followed(twoLamps);
  const seen: string[] = [];
  for (const id of ["light-a", "light-b"]) {
    effect(() => {
      seen.push(`${id} ${model.lights.get(id)?.shown.value.brightness}`);
    });
  }
  effect(() => {
    seen.push(`room ${model.membersIn("room").value.lamps.length}`);
  });
  seen.length = 0;
  apply(replica.update("light", "light-b", { brightness: 5 }) ?? []);
  expect(seen).toEqual(["light-b 5"]);
});

test("a room has the lamps of its admitted devices, and the same list while they are the same", () => {
  const { model, replica, apply } = followed(twoLamps);
  const before = model.membersIn("room").value;
  expect(before.lamps.map(({ id }) => id)).toEqual(["light-a", "light-b"]);
  apply(replica.update("device", "a", { online: 0 }) ?? []);
  expect(model.membersIn("room").value).toBe(before);
  apply(replica.update("device", "a", { join_status: 0 }) ?? []);
  expect(model.membersIn("room").value.lamps.map(({ id }) => id)).toEqual(["light-b"]);
});

test("a device that is told after its room appears in it", () => {
  const { model, replica, apply } = followed({ ...twoLamps, device: [], light: [] });
  expect(model.membersIn("room").value.lamps).toEqual([]);
  apply(replica.put("device", aDevice({ id: "a" })));
  expect(model.membersIn("room").value.lamps).toEqual([{ id: "light", deviceId: "a" }]);
});

test("rooms are in their order, the one of devices in none comes last, the whole house apart", () => {
  const { model } = followed({
    room: [
      aRoom({ id: "rest", room_kind: 2, sequence: 0 }),
      aRoom({ id: "house", room_kind: 1, sequence: 0 }),
      aRoom({ id: "second", sequence: 2 }),
      aRoom({ id: "first", sequence: 1 }),
    ],
  });
  expect(model.roomIds.value).toEqual(["first", "second", "rest"]);
  expect(model.wholeHouseId.value).toBe("house");
});

test("what a finger wants is shown while it drags, and what the gateway told meanwhile after that", () => {
  const { model, replica, apply } = followed(twoLamps);
  const lamp = model.lights.get("light-a");
  lamp?.hold({ brightness: 90 });
  apply(replica.update("light", "light-a", { brightness: 20, on: 0 }) ?? []);
  expect(lamp?.shown.value).toMatchObject({ brightness: 90, on: 0 });
  lamp?.release();
  expect(lamp?.shown.value).toMatchObject({ brightness: 20, on: 0 });
});

test("a second snapshot replaces the home; what stays keeps its place", () => {
  const { model } = followed(twoLamps);
  const lamp = model.lights.get("light-a");
  const other = followed({ ...twoLamps, light: [aLight({ id: "light-a", brightness: 7 })] });
  model.apply({ kind: "snapshot", home: other.replica.view });
  expect(model.lights.ids.value).toEqual(["light-a"]);
  expect(model.lights.get("light-a")).toBe(lamp);
  expect(lamp?.shown.value.brightness).toBe(7);
});
