import { expect, test } from "vitest";
import { aDevice, aLight } from "../../../../test/support/home/builders.ts";
import { gatewayOf } from "../../../../test/support/home/empty-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../../test/support/home/lit-home.ts";
import { manyLamps } from "../../../../test/support/home/many-lamps.ts";
import { StoredGateway, settled } from "../../../../test/support/store/stored-gateway.ts";
import { startJournal } from "../../../runtime/start-journal.ts";
import type { WireEvent } from "../../contract/events.ts";
import type { Change } from "../../home/changes/change.ts";
import { MutableHome } from "../../home/home.ts";
import type { DeviceId, Id, LightId } from "../../home/model/ids.ts";
import { WireEvents } from "./events.ts";

const namesOfRooms = (events: readonly WireEvent[]) =>
  events.flatMap(({ type, item }) => (type === "room" && "value" in item ? [[item.id, item.value]] : []));

test("the rooms that name all devices are sent after the last part of what happens, one at a time", () => {
  const gateway = gatewayOf(FOUNDED);
  const { home } = gateway;
  const events = new WireEvents(home);
  const sent: WireEvent[][] = [];
  gateway.watchRounds((round) => sent.push([...events.of(round)]));
  for (const digit of ["1", "2", "3"]) {
    gateway.batch(() => {
      gateway.submit(lampJoined(digit));
      return digit === "3" ? undefined : "more";
    });
    if (digit !== "3") expect([namesOfRooms(sent.at(-1) ?? []), events.isDue]).toEqual([[], true]);
  }
  const children = ["1", "2", "3"].map((digit) => ({ rid: idAt(digit), rtype: "device" }));
  const expected = (id: string | undefined) => [[id, { children: expect.arrayContaining(children) }]];
  expect(namesOfRooms(sent.at(-1) ?? [])).toEqual(expected(home.wholeHouse?.id));
  expect(events.isDue).toBe(true);
  expect(namesOfRooms(events.due())).toEqual(expected(home.unassigned?.id));
  expect([events.isDue, events.due()]).toEqual([false, []]);
});

test("what is sent after the last part counts as sent: devices that leave again are told", () => {
  const gateway = gatewayOf(FOUNDED);
  const { home } = gateway;
  const events = new WireEvents(home);
  const sent: WireEvent[] = [];
  gateway.watchRounds((round) => sent.push(...events.of(round)));
  for (const digit of ["1", "2"]) {
    gateway.batch(() => {
      gateway.submit(lampJoined(digit));
      return digit === "2" ? undefined : "more";
    });
  }
  while (events.isDue) events.due();
  sent.length = 0;
  gateway.batch(() => {
    for (const digit of ["1", "2"]) gateway.submit({ kind: "deviceLeft", deviceId: idAt(digit) });
  });
  const rooms = [home.wholeHouse?.id, home.unassigned?.id];
  expect(namesOfRooms(sent)).toEqual(rooms.map((id) => [id, { children: [] }]));
});

test("the lights of many rooms that change together are sent a few rooms at a time", () => {
  const home = new MutableHome(manyLamps(Array.from({ length: 200 }, () => 1)));
  const events = new WireEvents(home);
  const replacements = home.lights
    .all()
    .map((before) => ({ in: "lights" as const, before, after: { ...before, on: !before.on } }));
  home.replaceAll(replacements);
  const parts = [...events.inParts({ replacements, cause: "command" })];
  const groupsIn = (part: readonly WireEvent[]) => part.filter(({ type }) => type === "group_light").length;
  expect(parts.reduce((sum, part) => sum + groupsIn(part), 0)).toBe(201);
  expect(Math.max(...parts.map(groupsIn))).toBeLessThanOrEqual(50);
});

test.each([
  ["a small part and a large one", [1, 40]],
  ["large parts", [40, 40, 40]],
  ["a large part and a small one", [40, 1]],
])("of a batch of %s, the rooms that name all devices are sent once, after the last part", async (_parts, sizes) => {
  const stored = new StoredGateway(FOUNDED);
  const { home } = stored.gateway;
  const journal = startJournal(stored.gateway, stored.clock, 0);
  const rooms: string[] = [];
  journal.onAppended((all) => {
    for (const { event } of all) if (event.type === "room") rooms.push(event.item.id);
  });
  let number = 0;
  for (const [at, size] of sizes.entries()) {
    stored.gateway.batch(() => {
      for (let lamp = 1; lamp <= size; lamp += 1) stored.gateway.submit(joined(number + lamp));
      return at < sizes.length - 1 ? "more" : undefined;
    });
    number += size;
    await settled();
    if (at < sizes.length - 1) expect(rooms).toEqual([]);
  }
  await stored.pass(100);
  expect(rooms).toEqual([home.wholeHouse?.id, home.unassigned?.id]);
});

const nth = <SomeId extends Id<string>>(kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}` as SomeId;

function joined(number: number): Change {
  const [deviceId, lightId] = [nth<DeviceId>(7, number), nth<LightId>(8, number)];
  const device = aDevice({ id: deviceId, lightIds: [lightId], name: `Lamp ${number}` });
  return { kind: "deviceJoined", device, lights: [aLight({ id: lightId, deviceId })], syncBox: null };
}
