import { describe, expect, test } from "vitest";
import { idFrom } from "../src/core/home/model/ids.ts";
import type { CheckOptions } from "../src/programs/checker/check.ts";
import { exitCodeOf } from "../src/programs/checker/report/report.ts";
import { checkGateway, uncheckedIn } from "./support/checker/check.ts";
import { elsewhere, expectFlawless, gateway, homeFrom } from "./support/checker/checked.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { aRoom } from "./support/home/builders.ts";

test("what was changed is put back", async () => {
  const running = await gateway();
  const { key } = await PairedClient.of(running);
  const everything = async () => {
    const lists = ["device", "light", "sync", "room", "scene"].map((kind) => running.client.list(kind));
    return Promise.all(lists);
  };
  const before = await everything();
  await checkGateway(running, { key, extras: new Set(["write"]) });
  expect(await everything()).toEqual(before);
});

describe("commands are tried on what the lamp can do", () => {
  test.each([
    [
      "dimmable bulb",
      "brightness: 50%",
      "music",
      ["command.ability", "command.shown"],
      ["command.white", "command.colour", "command.rgb"],
    ],
    [
      "rgb strip",
      'colour: "#7b5cd6"',
      "video",
      ["command.colour", "command.rgb"],
      ["command.ability", "command.white", "command.precedence"],
    ],
    [
      "bar lamp",
      'segments: ["#ff8800", "#a000ff"]',
      "game",
      ["command.white", "command.precedence"],
      ["command.ability"],
    ],
  ])("%s", async (product, state, mode, checked, unchecked) => {
    const lamp = `- { name: Lamp, product: ${product}, on: true, ${state} }`;
    const box = `- { name: Box, product: sync box, brightness: 50%, mode: ${mode} }`;
    const room = `- { name: Hall, devices: [{ name: Second lamp, product: ${product}, ${state} }] }`;
    const running = await gateway({ contents: homeFrom(`devices:\n  ${lamp}\n  ${box}\nrooms:\n  ${room}\n`) });
    const { key } = await PairedClient.of(running);
    const report = await checkGateway(running, { key, extras: new Set(["write"]) });
    expectFlawless(report);
    expect(report.verdicts.filter(({ outcome }) => outcome === "holds").map(({ id }) => id)).toEqual(
      expect.arrayContaining(checked),
    );
    expect(uncheckedIn(report).map(({ id }) => id)).toEqual(expect.arrayContaining(unchecked));
  });
});

test("a lamp that cannot be put back is noted", async () => {
  const running = await gateway();
  const { key } = await PairedClient.of(running);
  let isTurnedOff = false;
  const stubborn = await elsewhere(running, {
    asked: (asked) => {
      isTurnedOff ||= asked.body === '{"on":0}';
      return isTurnedOff && asked.body.startsWith('{"on":0,"brightness"') ? { ...asked, body: '{"on":1}' } : asked;
    },
  });
  const report = await checkGateway(running, { ...stubborn, key, extras: new Set(["write"]) });
  expect(report.notes.length).toBeGreaterThan(0);
  for (const note of report.notes) {
    expect(note).toMatch(/^The light "[^"]*" \(.*\) could not be fully restored to its earlier state\.$/);
  }
  expect(report.notes[0]).toContain('"Desk spot"');
});

test("a lamp whose scene is active is left alone, however able it is", async () => {
  const room = (name: string, product: string, scene: string) =>
    `  - { name: ${name}, devices: [{ name: Lamp, product: ${product}, on: true }]${scene} }\n`;
  const active = ', scenes: [{ name: Evening, colours: ["#ff8800"], active: true }]';
  const rooms = room("Hall", "colour bulb", active) + room("Cellar", "dimmable bulb", "");
  const running = await gateway({ contents: homeFrom(`rooms:\n${rooms}`) });
  const { key } = await PairedClient.of(running);
  const report = await checkGateway(running, { key, extras: new Set(["write"]) });
  expectFlawless(report);
  expect((await running.client.list("scene")).map(({ is_active }) => is_active)).toEqual([1]);
  expect(uncheckedIn(report).map(({ id }) => id)).toContain("command.colour");
});

test("a room that is added, or removed, while events are checked is no fault", async () => {
  const running = await gateway();
  const { key } = await PairedClient.of(running);
  const room = aRoom({ name: "Attic", sequence: 8 });
  const brief = aRoom({ id: idFrom("00000000-0000-4000-8000-00000000CE11"), name: "Cellar", sequence: 9 });
  let isChanged = false;
  const lively = await elsewhere(running, {
    asked: (asked) => {
      if (asked.method === "PUT" && !isChanged) {
        isChanged = true;
        running.gateway.submit({ kind: "roomAdded", room });
        running.gateway.submit({ kind: "roomAdded", room: brief });
        running.gateway.submit({ kind: "roomRemoved", roomId: brief.id });
      }
      return asked;
    },
  });
  const report = await checkGateway(running, { ...lively, key, extras: new Set(["write", "events"]) });
  expect(report.verdicts.find(({ id }) => id === "mqtt.item")?.outcome).toBe("holds");
});

test("whenever the trials are interrupted, what they changed is put back, and the check says so", async () => {
  const running = await gateway();
  const { key } = await PairedClient.of(running);
  const everything = async () => Promise.all(["light", "sync", "scene"].map((kind) => running.client.list(kind)));
  const before = await everything();
  let changes = 0;
  for (const most of [1, 2, 5, 12, 20]) {
    const ending = new AbortController();
    let left = most;
    const unsubscribe = running.gateway.watch(() => {
      changes += 1;
      left -= 1;
      if (left === 0) ending.abort();
    });
    const whileChanging: CheckOptions["whileChanging"] = (task) => task(ending.signal);
    const report = await checkGateway(running, { key, extras: new Set(["write", "events"]), whileChanging });
    unsubscribe();
    expect([ending.signal.aborted, report.trouble, report.notes]).toEqual([true, "The check was interrupted.", []]);
    expect(exitCodeOf(report, false)).toBe(2);
    expect(await everything()).toEqual(before);
  }
  expect(changes).toBeGreaterThan(40);
});
