import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aSyncBox } from "../../../../test/support/client/wire-builders.ts";
import { Replica } from "../../../libraries/client/replica.ts";
import { HomeModel } from "./home-model.ts";
import { syncedLampsWords } from "./synced-lamps.ts";

/** A room whose lamps have these abilities; a lamp without a name of its own has its device's. */
function aHome(...abilities: readonly number[]) {
  const ids = abilities.map((_, at) => `${at}`);
  const model = new HomeModel();
  const lists = {
    room: [aRoom({ name: "Hall", children: ids.map((rid) => ({ rid, rtype: "device" })) })],
    device: ids.map((id) => aDevice({ id, name: `Device ${id}`, services: [{ rid: `light-${id}`, rtype: "light" }] })),
    light: abilities.map((ability, at) => aLight({ id: `light-${at}`, name: at === 0 ? "" : `Lamp ${at}`, ability })),
  };
  for (const change of new Replica().replace(lists)) model.apply(change);
  return model;
}

const box = aSyncBox({ area_id: "room", area_name: "Hall" });

test("a sync box controls the lamps of its room that have colours", () => {
  expect(syncedLampsWords(aHome(15, 7, 31), box)).toBe("Controls Device 0, Lamp 2 in Hall.");
});

test("and says so where there is none, or no room", () => {
  expect(syncedLampsWords(aHome(7), box)).toBe("Controls Hall, which has no colour lamps.");
  expect(syncedLampsWords(aHome(15), { ...box, area_id: "", area_name: "" })).toBe("Controls no room.");
});
