import { describe, expect, test } from "vitest";
import { aBulb, aGroup } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import type { LightState } from "../../../../core/home/model/light.ts";

const LIT = { state: "ON", brightness: 254, color_mode: "color_temp", color_temp: 250 };
const PATIENCE_MILLIS = 10_000;
const ieee = (number: number) => `0x${(0x0017880100000000n + BigInt(number)).toString(16).padStart(16, "0")}`;
const bulbs = (count: number) =>
  Array.from({ length: count }, (_, at) => aBulb({ ieee: ieee(at), name: `Lamp ${at}` }));

type Bulb = ReturnType<typeof aBulb>;

/** A gateway whose lamps are all on, with nothing sent yet. */
function lit(devices: readonly Bulb[], groups: readonly ReturnType<typeof aGroup>[]): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices, groups });
  for (const { name } of devices) scripted.bridge.deliver(name, LIT);
  scripted.bridge.take();
  return scripted;
}

const setRoom = (scripted: ScriptedGateway, room: string, state: Partial<LightState>) =>
  scripted.ask({ kind: "roomLightsChanged", roomId: scripted.room(room).id, state });

const commands = ({ bridge }: ScriptedGateway) => bridge.take("/set").map(({ topic, payload }) => [topic, payload]);

test("200 lamps of a Zigbee group are commanded by one message, and those that do not obey are put back", () => {
  const lamps = bulbs(200);
  const scripted = lit(lamps, [aGroup({ id: 5, name: "Hall", members: lamps })]);
  setRoom(scripted, "Hall", { on: false });
  expect(commands(scripted)).toEqual([["5/set", { state: "OFF" }]]);
  expect(lamps.filter(({ name }) => scripted.light(name).on)).toEqual([]);
  const deaf = lamps.filter((_, at) => at % 10 === 0);
  for (const lamp of lamps) if (!deaf.includes(lamp)) scripted.bridge.deliver(lamp.name, { ...LIT, state: "OFF" });
  scripted.pass(PATIENCE_MILLIS);
  expect(lamps.filter(({ name }) => scripted.light(name).on)).toEqual(deaf);
  expect(commands(scripted)).toEqual([]);
});

test("a group with a lamp that is not meant is not used", () => {
  const [one, two, three] = bulbs(3) as [Bulb, Bulb, Bulb];
  const groups = [
    aGroup({ id: 5, name: "Hall", members: [one, two] }),
    aGroup({ id: 6, name: "More", members: [one, two, three] }),
  ];
  const scripted = lit([one, two, three], groups);
  setRoom(scripted, "Hall", { brightnessPercent: 50 });
  expect(commands(scripted)).toEqual([["5/set", { brightness: 127 }]]);
});

test("a lamp of the group that cannot be reached does not keep the others from it", () => {
  const lamps = bulbs(3);
  const scripted = lit(lamps, [aGroup({ id: 5, name: "Hall", members: lamps })]);
  scripted.gateway.submit({ kind: "deviceReached", deviceId: scripted.device("Lamp 2").id, online: false });
  setRoom(scripted, "Hall", { on: false });
  expect(commands(scripted)).toEqual([["5/set", { state: "OFF" }]]);
  expect(scripted.light("Lamp 2").on).toBe(true);
});

test("lamps that a room's brightness makes unlike get messages of their own, and lamps that it makes alike one", () => {
  const [one, two] = bulbs(2) as [Bulb, Bulb];
  const scripted = lit([one, two], [aGroup({ id: 5, name: "Hall", members: [one, two] })]);
  scripted.bridge.deliver(two.name, { ...LIT, brightness: 127 });
  setRoom(scripted, "Hall", { brightnessPercent: 30 });
  expect(commands(scripted)).toEqual([
    [`${one.ieee}/set`, { brightness: 102 }],
    [`${two.ieee}/set`, { brightness: 51 }],
  ]);
  setRoom(scripted, "Hall", { brightnessPercent: 1 });
  expect(commands(scripted)).toEqual([["5/set", { brightness: 3 }]]);
});

test("a room's brightness sends nothing to a lamp that is off", () => {
  const [one, two] = bulbs(2) as [Bulb, Bulb];
  const scripted = lit([one, two], [aGroup({ id: 5, name: "Hall", members: [one, two] })]);
  scripted.bridge.deliver(two.name, { ...LIT, state: "OFF" });
  setRoom(scripted, "Hall", { brightnessPercent: 50 });
  expect(commands(scripted)).toEqual([[`${one.ieee}/set`, { brightness: 127 }]]);
  scripted.bridge.deliver(one.name, { ...LIT, brightness: 127 });
  scripted.command("Lamp 1", { on: true });
  expect(commands(scripted)).toEqual([[`${two.ieee}/set`, { state: "ON" }]]);
});

test("what was made of lamps is remembered when they report a brightness as they round it, and not when they did not obey", () => {
  const [one, two] = bulbs(2) as [Bulb, Bulb];
  const scripted = lit([one, two], [aGroup({ id: 5, name: "Hall", members: [one, two] })]);
  scripted.bridge.deliver(two.name, { ...LIT, brightness: 64 });
  const made = scripted.light("Lamp 1").brightnessPercent;
  setRoom(scripted, "Hall", { brightnessPercent: 7 });
  for (const [{ name }, brightness] of [
    [one, 28],
    [two, 7],
  ] as const)
    scripted.bridge.deliver(name, { ...LIT, brightness });
  setRoom(scripted, "Hall", { brightnessPercent: 63 });
  expect([scripted.light("Lamp 0"), scripted.light("Lamp 1")].map((light) => light.brightnessPercent)).toEqual([
    100,
    made,
  ]);
  setRoom(scripted, "Hall", { brightnessPercent: 20 });
  scripted.pass(PATIENCE_MILLIS);
  expect(scripted.light("Lamp 0").dimming).toBeUndefined();
});

test("the whole house goes by its groups, the largest first, and lamp by lamp beside them", () => {
  const lamps = bulbs(6);
  const groups = [
    aGroup({ id: 7, name: "Pair", members: lamps.slice(3, 5) }),
    aGroup({ id: 5, name: "Hall", members: lamps.slice(0, 3) }),
    aGroup({ id: 8, name: "Single", members: lamps.slice(4, 5) }),
  ];
  const scripted = lit(lamps, groups);
  const { wholeHouse } = scripted.home;
  scripted.ask({ kind: "roomLightsChanged", roomId: wholeHouse?.id ?? expect.fail("no house"), state: { on: false } });
  expect(commands(scripted).map(([topic]) => topic)).toEqual(["5/set", "7/set", `${ieee(5)}/set`]);
});

test("lamps that are sent something else are not told by the group", () => {
  const [colour, other] = bulbs(2) as [Bulb, Bulb];
  const white = aBulb({ ieee: ieee(9), name: "White", model: "whiteSpectrum" });
  const scripted = lit([colour, other, white], [aGroup({ id: 5, name: "Hall", members: [colour, other, white] })]);
  setRoom(scripted, "Hall", { on: true, colour: { mode: "xy", point: { x: 0.5, y: 0.4 } } });
  expect(
    commands(scripted)
      .map(([topic]) => topic)
      .toSorted(),
  ).toEqual([colour, other, white].map((lamp) => `${lamp.ieee}/set`).toSorted());
});

test("what waits for a lamp that is off is sent to it alone", () => {
  const [one, two, three] = bulbs(3) as [Bulb, Bulb, Bulb];
  const scripted = lit([one, two, three], [aGroup({ id: 5, name: "Hall", members: [one, two, three] })]);
  for (const { name } of [one, two, three]) scripted.bridge.deliver(name, { ...LIT, state: "OFF" });
  scripted.command("Lamp 0", { brightnessPercent: 20 });
  scripted.bridge.take();
  setRoom(scripted, "Hall", { on: true });
  const sent = commands(scripted);
  expect(sent).toContainEqual([`${one.ieee}/set`, { state: "ON", brightness: 51 }]);
  expect(sent).toHaveLength(3);
});

describe("a group whose number is the name of a lamp", () => {
  const lamps = [1, 2, 3].map((number) => aBulb({ ieee: ieee(number), name: String(number) }));
  const single = lamps.map((_, at) => [`${ieee(at + 1)}/set`, { state: "OFF" }]);
  const hall = aGroup({ id: 1, name: "Hall", members: lamps });

  function sent(groups: readonly ReturnType<typeof aGroup>[], others: readonly Bulb[] = []) {
    const scripted = lit([...lamps, ...others], groups);
    scripted.ask({ kind: "roomLightsChanged", roomId: scripted.room(groups[0]?.name ?? "").id, state: { on: false } });
    return commands(scripted).toSorted();
  }

  test("is commanded by its own name", () => {
    expect(sent([hall])).toEqual([["Hall/set", { state: "OFF" }]]);
  });

  test("is commanded lamp by lamp where a device has its name as well", () => {
    expect(sent([hall], [aBulb({ ieee: ieee(9), name: "Hall" })])).toEqual(single);
  });

  test.each(["2", "7", "Hall/left", "Hall/1", "Hall+", "My bridge", "coordinator"])(
    "is commanded lamp by lamp where its name %j means something else to Zigbee2MQTT",
    (name) => {
      expect(sent([aGroup({ id: 1, name, members: lamps })])).toEqual(single);
    },
  );
});
