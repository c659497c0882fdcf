import { beforeEach, describe, expect, test } from "vitest";
import { lightsOf } from "../src/core/home/select.ts";
import { ControlledDemo } from "./support/gateway/controlled-demo.ts";
import type { Wire } from "./support/http/http-client.ts";

let demo: ControlledDemo;
beforeEach(async () => {
  demo = await ControlledDemo.start();
});

const group = (name: string): Promise<Wire> => demo.named("group_light", name);
const light = (name: string): Promise<Wire> => demo.light(name);

/** Puts a command to the lights of a room; gives the code and the message. */
async function put(name: string, command: Wire): Promise<readonly [code: number, msg: string]> {
  const { status, json } = await demo.put(`group_light/${(await group(name)).id}`, command);
  expect(status).toBe(200);
  return [json.code, json.msg];
}

const set = async (name: string, command: Wire): Promise<void> => {
  const { json } = await demo.put(`light/${(await light(name)).id}`, command);
  expect(json.code).toBe(0);
};

const level = async (name: string): Promise<number> => (await light(name)).brightness;

const reach = (name: string, online: boolean): void => {
  const { home } = demo.running.gateway;
  const device = home.devices.all().find((one) => one.name === name) ?? expect.fail(`no ${name}`);
  demo.running.gateway.submit({ kind: "deviceReached", deviceId: device.id, online });
};

describe("G86: the group_light of a room", () => {
  test("is what every room names among its services, and is read in a list and alone", async () => {
    const rooms = await demo.running.client.list("room?include_all_room=1&include_no_room=1");
    const groups = await demo.running.client.list("group_light");
    expect(groups.map(({ id }) => id)).toEqual(rooms.map(({ services }) => services[0].rid));
    expect(groups.map(({ parent_id, name }) => [parent_id, name])).toEqual(rooms.map(({ id, name }) => [id, name]));
    const [first] = groups;
    const alone = await demo.running.client.send(`/clip/v2/resource/group_light/${first?.id.toLowerCase()}`);
    expect(alone.json).toEqual({ code: 0, msg: "success", data: { obj: first } });
    const unknown = await demo.running.client.send(
      "/clip/v2/resource/group_light/FFFFFFFF-0000-4000-8000-000000000000",
    );
    expect([unknown.status, unknown.json.code]).toEqual([404, -1]);
  });

  test("is on while any of its lights is, as bright as those are in the mean, and can what any of them can", async () => {
    const { id: _, parent_id: __, ...kitchen } = await group("Kitchen");
    const { ability } = await light("Ceiling");
    expect(kitchen).toEqual({
      type: "group_light",
      name: "Kitchen",
      parent_type: "room",
      on: 1,
      brightness: 100,
      ability: ability | (await light("Worktop")).ability,
    });
    await demo.put(`light/${(await light("Worktop")).id}`, { on: 1, brightness: 41 });
    expect(await group("Kitchen")).toMatchObject({ on: 1, brightness: 71 });
    await put("Kitchen", { on: 0 });
    expect(await group("Kitchen")).toMatchObject({ on: 0, brightness: 71 });
  });

  test("is fully bright while only lights that cannot be dimmed are on, and as bright as it was set with others", async () => {
    await demo.put(`light/${(await light("Desk spot")).id}`, { on: 0, brightness: 45 });
    await demo.put(`light/${(await light("Porch")).id}`, { on: 1 });
    expect((await light("Porch")).ability & 2).toBe(0);
    expect(await group("Unassigned")).toMatchObject({ on: 1, brightness: 100 });
    await put("Unassigned", { on: 1, brightness: 30 });
    expect(await group("Unassigned")).toMatchObject({ on: 1, brightness: 30 });
    await put("Unassigned", { on: 0 });
    expect(await group("Unassigned")).toMatchObject({ on: 0, brightness: 30 });
  });

  test("counts only lights that can be reached", async () => {
    await put("Kitchen", { on: 1 });
    reach("Ceiling", false);
    expect(await group("Kitchen")).toMatchObject({ on: 1, brightness: 70 });
    reach("Worktop", false);
    expect(await group("Kitchen")).toMatchObject({ on: 0, ability: 0 });
    reach("Ceiling", true);
    expect(await group("Kitchen")).toMatchObject({ on: 1, brightness: 100 });
  });

  test("takes what a light takes: each of its lights does what it can", async () => {
    expect(await put("Living room", { on: 1, brightness: 12, color_rgb: 0x00ff00 })).toEqual([0, "success"]);
    for (const name of ["TV bar", "Reading lamp", "Shelf strip"]) {
      expect(await light(name)).toMatchObject({ on: 1, brightness: 12, color_mode: 1, color_rgb: 0x00ff00 });
    }
    expect(await put("Kitchen", { on: 1, brightness: 33, color_cw: 3000 })).toEqual([0, "success"]);
    for (const name of ["Ceiling", "Worktop"]) {
      expect(await light(name)).toMatchObject({ on: 1, brightness: 33, color_mode: 2, color_cw: 3000 });
    }
  });

  test("is dimmed by a brightness without on: lights that are on keep their ratios, and those that are off stay so", async () => {
    await set("TV bar", { on: 1, brightness: 20 });
    await set("Reading lamp", { on: 1, brightness: 60 });
    await set("Shelf strip", { on: 0, brightness: 90 });
    const off = await light("Shelf strip");
    expect(await put("Living room", { brightness: 20 })).toEqual([0, "success"]);
    expect([await level("TV bar"), await level("Reading lamp")]).toEqual([10, 30]);
    expect(await group("Living room")).toMatchObject({ on: 1, brightness: 20 });
    expect(await light("Shelf strip")).toEqual(off);
  });

  test("dimmed to 1% and back shows each light as it was, also when it was switched off and on meanwhile", async () => {
    await set("TV bar", { on: 1, brightness: 21 });
    await set("Reading lamp", { on: 1, brightness: 64 });
    await set("Shelf strip", { on: 0 });
    const { brightness } = await group("Living room");
    expect(await put("Living room", { brightness: 0 })).toEqual([0, "success"]);
    expect([await level("TV bar"), await level("Reading lamp")]).toEqual([1, 1]);
    for (const on of [0, 1]) for (const name of ["TV bar", "Reading lamp"]) await set(name, { on });
    expect(await put("Living room", { brightness })).toEqual([0, "success"]);
    expect([await level("TV bar"), await level("Reading lamp")]).toEqual([21, 64]);
  });

  test("forgets what a light was made once its brightness is set in another way", async () => {
    await set("TV bar", { on: 1, brightness: 20 });
    await set("Reading lamp", { on: 1, brightness: 60 });
    await set("Shelf strip", { on: 0 });
    await put("Living room", { brightness: 1 });
    await put("Living room", { on: 1, brightness: 10 });
    await put("Living room", { brightness: 40 });
    expect([await level("TV bar"), await level("Reading lamp"), await level("Shelf strip")]).toEqual([40, 40, 40]);
  });

  test("fills up the lights that are full, and the others make up for them", async () => {
    await set("TV bar", { on: 1, brightness: 20 });
    await set("Reading lamp", { on: 1, brightness: 80 });
    await set("Shelf strip", { on: 1, brightness: 80 });
    await put("Living room", { brightness: 80 });
    expect([await level("TV bar"), await level("Reading lamp"), await level("Shelf strip")]).toEqual([40, 100, 100]);
  });

  test("of the whole house is dimmed in the same way, across its rooms", async () => {
    await put("Whole house", { on: 0 });
    await set("Ceiling", { on: 1, brightness: 90 });
    await set("TV bar", { on: 1, brightness: 30 });
    await put("Whole house", { brightness: 20 });
    expect([await level("Ceiling"), await level("TV bar")]).toEqual([30, 10]);
    const lit = demo.running.gateway.home.lights.all().filter(({ on }) => on);
    expect(lit.map(({ name }) => name).toSorted()).toEqual(["Ceiling", "TV bar"]);
  });

  test("takes other fields with a brightness without on for all its lights, and dims those that are on", async () => {
    await set("Ceiling", { on: 1, brightness: 100 });
    await set("Worktop", { on: 0, brightness: 41 });
    expect(await put("Kitchen", { brightness: 33, color_cw: 3000 })).toEqual([0, "success"]);
    expect(await light("Ceiling")).toMatchObject({ on: 1, brightness: 33, color_cw: 3000 });
    expect(await light("Worktop")).toMatchObject({ on: 0, brightness: 41, color_cw: 3000 });
  });

  test("refuses a brightness without on while no light that can be dimmed is on, and changes nothing", async () => {
    await put("Kitchen", { on: 0 });
    const before = await light("Ceiling");
    for (const command of [{ brightness: 40 }, { brightness: 40, color_cw: 2000 }]) {
      expect(await put("Kitchen", command)).toEqual([
        -422,
        expect.stringMatching(/^brightness: none of its lights .* on/),
      ]);
    }
    expect(await light("Ceiling")).toEqual(before);
    await put("Unassigned", { on: 0 });
    await set("Porch", { on: 1 });
    expect(await put("Unassigned", { brightness: 40 })).toEqual([-422, expect.stringMatching(/^brightness/)]);
  });

  test("gives a light as many colours as it has segments", async () => {
    const colours = Array.from({ length: 64 }, (_each, place) => place * 0x30000);
    expect(await put("Living room", { color_rgb_arr: colours })).toEqual([0, "success"]);
    const bar = await light("TV bar");
    const own = demo.running.gateway.home.lights.get(bar.id)?.segments;
    expect(bar).toMatchObject({ color_mode: 3, color_len: own });
  });

  test("of the whole house switches every light that can be reached, and no other", async () => {
    reach("Worktop", false);
    const lost = await light("Worktop");
    expect(await put("Whole house", { on: 1, brightness: 5 })).toEqual([0, "success"]);
    const { home } = demo.running.gateway;
    const inside = home.devices.all().filter(({ admitted, online }) => admitted && online);
    const lights = inside.flatMap((device) => lightsOf(home, device));
    expect(lights.length).toBeGreaterThan(5);
    for (const one of lights.filter(({ abilities }) => abilities.includes("brightness"))) {
      expect([one.name, one.on, one.brightnessPercent]).toEqual([one.name, true, 5]);
    }
    expect(await light("Worktop")).toEqual(lost);
  });

  test("refuses what none of its lights can do, a room of which none can be reached, and what no light takes", async () => {
    expect(await put("Kitchen", { color_arr: [{ x: 1, y: 1 }] })).toEqual([-422, expect.stringMatching(/^color_arr/)]);
    expect(await put("Kitchen", { brightness: 101 })).toEqual([-422, expect.stringMatching(/^brightness/)]);
    expect(await put("Kitchen", {})).toEqual([-422, expect.stringMatching(/^no field to change/)]);
    reach("Ceiling", false);
    reach("Worktop", false);
    expect(await put("Kitchen", { on: 1 })).toEqual([-422, expect.stringContaining("all of its lights are offline")]);
  });

  test("is told in the event stream's terms once for each command, after the lights", async () => {
    const { journal } = demo.running;
    const { head } = journal;
    await put("Kitchen", { on: 0 });
    const told = [...(journal.after(head) ?? [])];
    const [house, kitchen] = [await group("Whole house"), await group("Kitchen")];
    expect(told.map(({ type }) => type)).toEqual(["light", "group_light", "group_light"]);
    expect(told.slice(1).map(({ action, text }) => [action, JSON.parse(text)])).toEqual([
      ["update", { id: house.id, value: { brightness: house.brightness } }],
      ["update", { id: kitchen.id, value: { on: 0, brightness: kitchen.brightness } }],
    ]);
  });
});

describe("G87: a scene", () => {
  test("is activated: the lights of its room take its colours, and the one that was active is no more", async () => {
    const { id } = await demo.named("scene", "Aurora");
    for (const is_active of [1, true]) {
      expect((await demo.put(`scene/${id}`, { is_active })).json).toEqual({
        code: 0,
        msg: "success",
        data: { arr: [], obj: {} },
      });
    }
    expect((await demo.named("scene", "Aurora")).is_active).toBe(1);
    expect((await demo.named("scene", "Evening")).is_active).toBe(0);
    expect(await light("Reading lamp")).toMatchObject({ on: 1, color_mode: 1 });
  });

  test.each([{ is_active: 0 }, { is_active: false }, { is_active: "1" }, {}, { name: "Other" }])(
    "is not ended or changed otherwise: %j is refused",
    async (command) => {
      const before = await demo.named("scene", "Evening");
      const { status, json } = await demo.put(`scene/${before.id}`, command);
      expect([status, json.code, json.msg]).toEqual([200, -422, expect.stringContaining("is_active: expected 1")]);
      expect(await demo.named("scene", "Evening")).toEqual(before);
    },
  );

  test("that nobody has is 404, and one whose lights cannot be reached is refused", async () => {
    const unknown = await demo.put("scene/FFFFFFFF-0000-4000-8000-000000000000", { is_active: 1 });
    expect([unknown.status, unknown.json.code]).toEqual([404, -1]);
    const { id } = await demo.named("scene", "Cooking");
    reach("Ceiling", false);
    reach("Worktop", false);
    const { json } = await demo.put(`scene/${id}`, { is_active: 1 });
    expect([json.code, json.msg]).toEqual([-422, expect.stringContaining("all of its lights are offline")]);
  });
});

test.each(["group_light", "scene"])("G86, G87: without a key a %s is only read", async (list) => {
  const [first] = await demo.running.client.list(list);
  const body = JSON.stringify(list === "scene" ? { is_active: 1 } : { on: 1 });
  const path = `/clip/v2/resource/${list}/${first?.id}`;
  const { status, json } = await demo.running.client.send(path, { method: "PUT", body });
  expect([status, json.code]).toEqual([200, -401]);
});
