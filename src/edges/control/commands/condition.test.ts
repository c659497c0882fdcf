import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { SilentBackend } from "../../../../test/support/gateway/silent-backend.ts";

/** The demo home, as if its devices were real. */
const withBackend = (backend: SilentBackend) => OperatedGateway.start({ controls: { backend, simulation: undefined } });

describe("the condition of a back end", () => {
  test("is part of the status: what its devices are reached through, and how many problems there are", async () => {
    const name = "mqtt://broker.lan:1883/zigbee2mqtt";
    const description = "Zigbee2MQTT 2.14.1, 96 devices";
    const problem = { about: "Lamp", description: "odd", count: 1, lastMillis: 0 };
    const operated = await withBackend(
      new SilentBackend({
        sources: [
          { name, description, problem: undefined },
          { name: "mqtt://10.0.0.7:1883/barn", description: "", problem: "ECONNREFUSED" },
        ],
        problems: [problem, problem],
      }),
    );
    expect(await operated.ask("status", {})).toMatchObject({
      sources: [
        { name, words: description, trouble: null },
        { name: "mqtt://10.0.0.7:1883/barn", words: "", trouble: "ECONNREFUSED" },
      ],
      problems: 2,
      moods: null,
    });
  });

  test("holds its problems, the last one first, each with how long ago it was seen", async () => {
    const operated = await withBackend(
      new SilentBackend({
        problems: [
          { about: "Old", description: "said nothing", count: 3, lastMillis: 500, sinceMillis: 300 },
          { about: "New", description: "said too much", count: 1, lastMillis: 3_000 },
        ],
      }),
    );
    operated.clock.advance(4_000);
    expect(await operated.ask("problem.list", {})).toEqual([
      { about: "New", words: "said too much", count: 1, agoMillis: 2_000, forMillis: null },
      { about: "Old", words: "said nothing", count: 3, agoMillis: 4_500, forMillis: 4_700 },
    ]);
  });

  test("says how each value of a lamp is known, by room and name, and nothing of what a lamp cannot do", async () => {
    const operated = await withBackend(
      new SilentBackend({
        freshnessOf: () => ({ on: "confirmed", brightnessPercent: "assumed", colour: "remembered" }),
      }),
    );
    const lights = await operated.ask("light.freshness", {});
    expect(lights.map(({ room, name }) => `${room}/${name}`)).toEqual([
      "Bedroom/Bedside left",
      "Bedroom/Bedside right",
      "Bedroom/Wardrobe",
      "Kitchen/Ceiling",
      "Kitchen/Worktop",
      "Living room/Reading lamp",
      "Living room/Shelf strip",
      "Living room/TV bar",
      "null/Desk spot",
      "null/Porch",
      "null/Unknown bulb",
    ]);
    expect(lights.find(({ name }) => name === "Ceiling")).toMatchObject({
      on: { shown: "on", known: "confirmed" },
      brightness: { shown: "100%", known: "assumed" },
      colour: { shown: "4000K", known: "remembered" },
    });
    expect(lights.find(({ name }) => name === "Bedside left")).toMatchObject({
      brightness: { shown: "20%" },
      colour: null,
    });
    expect(lights.find(({ name }) => name === "Porch")).toMatchObject({ brightness: null, colour: null });
  });

  test("lists lamps alone that have not confirmed everything, if that is wanted", async () => {
    let unsure: string | undefined;
    const operated = await withBackend(
      new SilentBackend({
        freshnessOf: (id) => ({
          on: "confirmed",
          brightnessPercent: "confirmed",
          colour: id === unsure ? "assumed" : "confirmed",
        }),
      }),
    );
    const lamps = await operated.ask("light.freshness", {});
    unsure = lamps.find(({ name }) => name === "Ceiling")?.id;
    expect(await operated.ask("light.freshness", { unconfirmed: true })).toMatchObject([
      { id: unsure, colour: { known: "assumed" } },
    ]);
  });

  test("is good where devices are simulated: all is confirmed, in the order of the home", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("problem.list", {})).toEqual([]);
    expect(await operated.ask("status", {})).toMatchObject({ sources: [], problems: 0 });
    const lights = await operated.ask("light.freshness", {});
    expect(lights[0]).toMatchObject({ name: "TV bar", room: "Living room" });
    const known = lights.flatMap(({ on, brightness, colour }) => [on, brightness, colour]).filter((value) => value);
    expect(new Set(known.map((value) => value?.known))).toEqual(new Set(["confirmed"]));
  });
});

describe("with real devices", () => {
  test("lists are in the order in which a person looks: the gateway, then by room and name, strangers last; rooms and scenes as people ordered them", async () => {
    const operated = await withBackend(new SilentBackend());
    const devices = await operated.ask("device.list", {});
    expect(devices.map(({ name }) => name)).toEqual([
      "Luxgate",
      "Bedside left",
      "Bedside right",
      "Dial",
      "Wardrobe",
      "Ceiling",
      "Worktop",
      "Reading lamp",
      "Shelf strip",
      "Sync box",
      "TV bar",
      "Desk spot",
      "Porch",
      "Unknown bulb",
    ]);
    const rooms = await operated.ask("room.list", {});
    expect(rooms.map(({ name }) => name)).toEqual(["Living room", "Kitchen", "Bedroom", "Whole house", "Unassigned"]);
    const scenes = await operated.ask("scene.list", {});
    expect(scenes.map(({ room, name }) => `${room}/${name}`)).toEqual([
      "Living room/Evening",
      "Living room/Aurora",
      "Kitchen/Cooking",
      "Bedroom/Sunrise",
      "Bedroom/Night",
    ]);
  });

  test("what is decided behind the back end is refused in its words, and nothing of it is done", async () => {
    const words = '"Kitchen" is a group of Zigbee2MQTT: rename it there.';
    const operated = await withBackend(new SilentBackend({}, { roomRenamed: words, deviceAdmitted: words }));
    expect(await operated.refusal("room.rename", { room: "Kitchen", name: "Cellar" })).toEqual([words]);
    const admit = { device: "Unknown bulb", name: "New", room: "Kitchen" };
    expect(await operated.refusal("device.admit", admit)).toEqual([words]);
    expect(operated.gateway.home.rooms.all().map(({ name }) => name)).toContain("Kitchen");
    expect(operated.gateway.home.devices.all().at(-1)).toMatchObject({ name: "Unknown bulb", admitted: false });
  });

  test("a home that is replaced sends none of them away; only who is removed goes", async () => {
    const backend = new SilentBackend();
    const operated = await withBackend(backend);
    const { text } = await operated.ask("home.export", {});
    const { id } = await operated.ask("device.remove", { device: "Porch" });
    expect(backend.sentAway).toEqual([id]);
    const without = await operated.ask("home.export", {});
    await operated.ask("home.import", { text });
    await operated.ask("home.import", without);
    await operated.ask("home.reset", {});
    expect(backend.sentAway).toEqual([id]);
  });

  test("who is removed by force goes by force, and nobody else", async () => {
    const backend = new SilentBackend();
    const operated = await withBackend(backend);
    const { id: porch } = await operated.ask("device.remove", { device: "Porch", force: true });
    const { id: ceiling } = await operated.ask("device.remove", { device: "Ceiling", force: false });
    expect(backend.sentAway).toEqual([`${porch}, by force`, ceiling]);
  });
});
