import { describe, expect, test } from "vitest";
import { inTime } from "./support/in-time.ts";
import { CEILING, PORCH, READING } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";

/** A group of two lamps that keep a scene. */
async function houseWithKitchen() {
  const house = await ServedHouse.start({ lamps: [READING, CEILING, PORCH] });
  await house.request("group/add", { friendly_name: "Kitchen", id: 5 });
  for (const device of [READING.name, CEILING.name]) {
    await house.request("group/members/add", { group: "Kitchen", device });
  }
  house.radio.report(READING.address, { on: 1, level: 25 });
  house.radio.report(CEILING.address, { on: 1, level: 50 });
  await house.tell("Kitchen/set", { scene_store: { ID: 3, name: "Evening" } });
  const scene = async () => (await house.list("scene"))[0];
  await inTime(scene).toMatchObject({ name: "Evening" });
  return { house, scene };
}

describe("a group", () => {
  test("is a room with its lamps, and its scene is recalled in one frame to all of them", async () => {
    const { house, scene } = await houseWithKitchen();
    const rooms = await house.list("room?ext_light=1");
    expect(rooms.map(({ name }) => name)).toEqual(["Kitchen"]);
    expect(await scene()).toMatchObject({ name: "Evening", is_active: 0 });

    house.radio.report(READING.address, { on: 0, level: 200 });
    house.radio.report(CEILING.address, { on: 0 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 0 });
    await inTime(() => house.lamp(CEILING.name)).toMatchObject({ on: 0 });

    expect((await house.luxgate.luxgate("scene", "activate", "Evening")).code).toBe(0);
    await inTime(() => house.commands.at(-1)).toEqual({
      to: "group 5",
      cluster: "genScenes",
      command: "recall",
      fields: { group: 5, scene: 3 },
    });
    expect(house.radio.shows(READING.address)).toMatchObject({ on: 1, level: 25 });
    expect(house.radio.shows(CEILING.address)).toMatchObject({ on: 1, level: 50 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 10 });
    await inTime(scene).toMatchObject({ is_active: 1 });

    // What lamps say in the first seconds belongs to the scene.
    const dimming = async () => {
      house.radio.report(READING.address, { level: 1 + (Date.now() % 254) });
      return scene();
    };
    await inTime(dimming).toMatchObject({ is_active: 0 });
  });

  test("whose scene somebody else recalls is shown so", async () => {
    const { house, scene } = await houseWithKitchen();
    await house.tell("Kitchen/set", { scene_recall: 3 });
    await inTime(scene).toMatchObject({ is_active: 1 });
  });
});
