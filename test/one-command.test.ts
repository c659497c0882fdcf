import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Gateway } from "../src/core/gateway/gateway.ts";
import { contentsOf, type Home } from "../src/core/home/home.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "../src/core/present/texts.ts";
import { startSimulatedBackend } from "../src/edges/backends/simulated/start.ts";
import type { CommandName, GivenTo } from "../src/edges/control/commands.ts";
import { MemoryStore } from "../src/edges/store/memory-store.ts";
import { startBackend } from "../src/runtime/start-backend.ts";
import { times } from "./support/depth.ts";
import { ListeningClient } from "./support/events/listening-client.ts";
import { DirectOperator } from "./support/gateway/direct-operator.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { PlainHome } from "./support/home/plain-home.ts";
import { aBulb, aGroup, ieeeAddress } from "./support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "./support/zigbee2mqtt/scripted-gateway.ts";
import { ScriptedOperator } from "./support/zigbee2mqtt/scripted-operator.ts";
import { ScriptedZigbee2Mqtt } from "./support/zigbee2mqtt/scripted-zigbee2mqtt.ts";

const RUNS = times(100);

/** A gateway with its operator, and a client that listens. */
interface Operated {
  readonly gateway: Gateway;
  readonly operator: DirectOperator;
  readonly client: ListeningClient;
  /** Whether lamps do what they are told: what they say then is theirs, and no part of a command. */
  obey(isObedient: boolean): void;
  pass(millis: number): void;
  stop(): Promise<void>;
}

function simulated(): Operated {
  const clock = new ManualClock();
  const contents = contentsOf(PlainHome.demo().home);
  const gateway = new Gateway({ contents, store: new MemoryStore(), clock });
  const client = new ListeningClient(gateway);
  const { backend, optimisticState, stop } = startBackend(gateway, clock, startSimulatedBackend);
  const pass = (millis: number) => clock.advance(millis);
  const factory = { ...contents, keys: [] };
  const operator = new DirectOperator({ gateway, backend, simulation: backend, optimisticState, clock, factory, pass });
  return { gateway, operator, client, obey: () => undefined, pass, stop };
}

const [HALL, STRIP, DESK] = [
  aBulb({ ieee: ieeeAddress(1), name: "Hall" }),
  aBulb({ ieee: ieeeAddress(2), name: "Strip", model: "twoEndpoints" }),
  aBulb({ ieee: ieeeAddress(3), name: "Desk" }),
];

function zigbee(): Operated & { readonly house: ScriptedZigbee2Mqtt } {
  const clock = new ManualClock();
  const groups = [
    aGroup({ id: 3, name: "Office", members: [HALL, STRIP], scenes: [{ id: 1, name: "Bright" }] }),
    aGroup({ id: 5, name: "Floor", members: [HALL, DESK], scenes: [{ id: 2, name: "Dim" }] }),
  ];
  const house = new ScriptedZigbee2Mqtt({ clock, devices: [HALL, STRIP, DESK], groups });
  const scripted = new ScriptedGateway({ clock, bridges: [house.bridge] });
  const client = new ListeningClient(scripted.gateway);
  house.come();
  return {
    house,
    gateway: scripted.gateway,
    operator: new ScriptedOperator(scripted),
    client,
    obey: (isObedient) => {
      house.network.deaf.clear();
      for (const { ieee } of isObedient ? [] : [HALL, STRIP, DESK]) house.network.deaf.add(ieee);
    },
    pass: (millis) => scripted.pass(millis),
    stop: scripted.stop,
  };
}

/** What a command is given depends on what is there: numbers choose. */
interface Choice {
  readonly command: (typeof CHANGING)[number];
  readonly which: number;
  readonly other: number;
  readonly name: string;
}

/** Every command that changes the home at once. Those that only read, or wait for devices, tell nothing themselves. */
const CHANGING = [
  "device.admit",
  "device.rename",
  "device.move",
  "device.remove",
  "room.add",
  "room.rename",
  "room.remove",
  "scene.add",
  "scene.activate",
  "scene.remove",
  "set",
  "home.import",
  "home.reset",
] as const satisfies readonly CommandName[];

const anyChoice: fc.Arbitrary<Choice> = fc.record({
  command: fc.constantFrom(...CHANGING),
  which: fc.nat(30),
  other: fc.nat(30),
  name: fc.constantFrom("One", "Two", "Three", "Hall", "Porch"),
});

const nth = <Some extends { readonly id: string }>(all: readonly Some[], number: number): string =>
  all[number % Math.max(1, all.length)]?.id ?? "nothing";

/** Gives what does it. */
function doing({ command, which, other, name }: Choice, home: Home, earlier: string) {
  const device = nth(home.devices.all(), which);
  const rooms = [...home.rooms.all().map((room) => room.name), "none", "auto"];
  const room = rooms[other % rooms.length] ?? "none";
  const given: { readonly [Name in (typeof CHANGING)[number]]: GivenTo<Name> } = {
    "device.admit": { device, ...(which % 2 ? { name } : {}), ...(other % 3 ? { room } : {}) },
    "device.rename": { device, name },
    "device.move": { device, room },
    "device.remove": { device },
    "room.add": { name },
    "room.rename": { room: nth(home.rooms.all(), other), name },
    "room.remove": { room: nth(home.rooms.all(), other) },
    "scene.add": { room: nth(home.rooms.all(), other), name, colours: ["#ff8800"] },
    "scene.activate": { scene: nth(home.scenes.all(), which) },
    "scene.remove": { scene: nth(home.scenes.all(), which) },
    set: { device, words: [other % 2 ? "on" : "off"] },
    "home.import": { text: earlier },
    "home.reset": {},
  };
  return (operator: DirectOperator) => operator.do(command, given[command] as never);
}

/** What a read right after answers of a resource. */
function readOf(home: Home, type: string, id: string): unknown {
  const plain = { lights: false, room: false, zigbee: false, devices: false };
  const texts: Record<string, () => string | undefined> = {
    device: () => {
      const device = home.devices.get(idFrom(id));
      return device && deviceText(home, device, { ...plain, lights: true, room: true });
    },
    light: () => {
      const light = home.lights.get(idFrom(id));
      return light && lightText(light);
    },
    sync: () => {
      const box = home.syncBoxes.get(idFrom(id));
      return box && syncBoxText(home, box);
    },
    room: () => {
      const room = home.rooms.get(idFrom(id));
      return room && roomText(home, room, plain);
    },
    scene: () => {
      const scene = home.scenes.get(idFrom(id));
      return scene && sceneText(home, scene, "");
    },
  };
  return JSON.parse(texts[type]?.() ?? "null");
}

/** Which resources were told of more than once. */
const toldTwice = (abouts: readonly string[]): readonly string[] =>
  abouts.filter((about, index) => abouts.indexOf(about) !== index);

async function follow(operated: Operated, choices: readonly Choice[]): Promise<void> {
  const { gateway, operator, client, pass } = operated;
  const exported = await operator.do("home.export", {});
  const earlier = "result" in exported ? exported.result.text : "";
  pass(10_000);
  for (const choice of choices) {
    client.received.length = 0;
    client.messages.length = 0;
    operated.obey(choice.command !== "set" && choice.command !== "scene.activate");
    await doing(choice, gateway.home, earlier)(operator);
    expect(toldTwice(client.received.map(({ event }) => `${event.type} ${event.item.id}`))).toEqual([]);
    const items = client.messages.map(({ topic, payload }) => ({ topic, item: JSON.parse(payload)[0] }));
    expect(toldTwice(items.map(({ topic, item }) => `${topic.split("/")[1]} ${item.id}`))).toEqual([]);
    for (const { topic, item } of items.filter((told) => told.topic.endsWith("/add"))) {
      expect(item).toMatchObject(readOf(gateway.home, topic.split("/")[1] ?? "", item.id) as object);
    }
    expect(client.isRight).toBe(true);
    pass(10_000);
  }
  await operated.stop();
}

/** The one message over MQTT about a resource, of all that was told of it; anything else fails the test. */
function onlyMessage({ messages }: ListeningClient, topic: string): Record<string, unknown> {
  const told = messages.filter((message) => message.topic === topic);
  expect(told).toHaveLength(1);
  return JSON.parse(told[0]?.payload ?? "[]")[0];
}

test("a device that is admitted under a name and into a room is added once, under that name and in that room", async () => {
  const { operator, client, stop } = simulated();
  await operator.do("device.admit", { device: "Unknown bulb", name: "Hall lamp", room: "Kitchen" });
  expect(onlyMessage(client, "res/device/add")).toMatchObject({
    name: "Hall lamp",
    ext_room: { name: "Kitchen" },
    ext_light: [{ name: "Hall lamp" }],
  });
  expect(onlyMessage(client, "res/light/update")).toMatchObject({ value: { name: "Hall lamp" } });
  expect(client.messages.map(({ topic }) => topic).sort()).toEqual([
    "res/device/add",
    "res/light/update",
    "res/room/update",
    "res/room/update",
  ]);
  await stop();
});

test("a lamp that joins Zigbee2MQTT is added once it was interviewed, under the name that it has by then", async () => {
  const { client, house, pass, stop } = zigbee();
  client.messages.length = 0;
  const lamp = aBulb({ ieee: ieeeAddress(9) });
  for (const [interviewState, name] of [
    ["PENDING", lamp.ieee],
    ["IN_PROGRESS", lamp.ieee],
    ["IN_PROGRESS", "Hall lamp"],
    ["SUCCESSFUL", "Hall lamp"],
  ] as const) {
    house.network.add({ ...lamp, name, interviewState });
    house.publisher.devices();
  }
  expect(onlyMessage(client, "res/device/add")).toMatchObject({
    name: "Hall lamp",
    ext_light: [{ name: "Hall lamp" }],
  });
  expect(client.messages.filter(({ topic }) => topic === "res/device/update")).toEqual([]);
  pass(10_000);
  expect(client.isRight).toBe(true);
  await stop();
});

test("a device that goes back to its group when its room is removed is told to have moved, once", async () => {
  const { operator, client, stop } = zigbee();
  await operator.do("room.add", { name: "Attic" });
  await operator.do("device.move", { device: "Hall", room: "Attic" });
  client.messages.length = 0;
  await operator.do("room.remove", { room: "Attic" });
  expect(client.messages.map(({ topic }) => topic).sort()).toEqual(["res/room/remove", "res/room/update"]);
  await stop();
});

test("a home that is imported again is told where it differs, and no more", async () => {
  const { operator, client, stop } = simulated();
  const exported = await operator.do("home.export", {});
  await operator.do("room.rename", { room: "Kitchen", name: "Cellar" });
  client.messages.length = 0;
  await operator.do("home.import", "result" in exported ? exported.result : { text: "" });
  expect(client.messages.map(({ topic }) => topic)).toEqual(["res/room/update"]);
  await stop();
});

describe("whatever an operator does, clients are told of each resource once, as the reads answer right after", () => {
  test.each<readonly [devices: string, start: () => Operated]>([
    ["simulated devices", simulated],
    ["devices of Zigbee2MQTT", zigbee],
  ])(
    "%s",
    async (_devices, start) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyChoice, { minLength: 1, maxLength: 12, size: "max" }), (choices) =>
          follow(start(), choices),
        ),
        { numRuns: RUNS },
      );
    },
    120_000,
  );
});
