import { beforeEach, describe, expect, test } from "vitest";
import { type Kept, ScriptedBridge } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";
import type { HomeContents } from "../../../home/contents.ts";
import { lightIdOf } from "../ids.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const WARM = { state: "ON", brightness: 51, color_mode: "color_temp", color_temp: 400 };
/** So long notes are gathered. */
const GATHERED_MILLIS = 2_000;
const AS_LIT = { brightnessPercent: 50, colour: { mode: "white", kelvin: 4_000 } };
const AS_WARM = { brightnessPercent: 20, colour: { mode: "white", kelvin: 2_500 } };

let spoken: ScriptedGateway;
let note: string;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: [LAMP], groups: [] });
  spoken.bridge.say("Lamp", LIT);
  note = `luxgate/shown/${spoken.light("Lamp").id}`;
});

/** What is noted once notes are left. */
function noted() {
  spoken.pass(GATHERED_MILLIS);
  return spoken.bridge.take(note).map(({ payload, retain }) => ({ payload, retain }));
}

const shown = ({ on, brightnessPercent, colour } = spoken.light("Lamp")) => ({ on, brightnessPercent, colour });

/** Another gateway with a store of its own, before a broker that keeps what this one's does. */
function another(contents: HomeContents, order?: (kept: readonly Kept[]) => readonly Kept[]): ScriptedGateway {
  spoken.pass(GATHERED_MILLIS);
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of spoken.bridge.kept) bridge.keep(topic, payload);
  const other = new ScriptedGateway({ bridges: [bridge], contents });
  bridge.open(order);
  return other;
}

describe("how a lamp was when it was turned off", () => {
  test("is noted for those who come later, each time that it is another", () => {
    expect(noted()).toEqual([]);
    spoken.bridge.say("Lamp", { state: "OFF", brightness: 254 });
    expect(noted()).toEqual([{ payload: { brightness: 127, color_temp: 250 }, retain: true }]);
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.bridge.say("Lamp", LIT);
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(noted()).toEqual([]);
    spoken.bridge.say("Lamp", WARM);
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(noted()).toEqual([{ payload: { brightness: 51, color_temp: 400 }, retain: true }]);
  });

  test("is not noted of one that was never heard to be on", () => {
    spoken.bridge.list({ devices: [LAMP, aBulb({ ieee: ieeeAddress(2), name: "New" })] });
    spoken.bridge.say("New", { state: "OFF", brightness: 254 });
    spoken.pass(GATHERED_MILLIS);
    expect(spoken.bridge.published.filter(({ topic }) => topic.startsWith("luxgate/shown/"))).toEqual([]);
  });

  test("is not noted by what a broker kept, nor of a lamp that cannot be dimmed", () => {
    const plain = aBulb({ ieee: ieeeAddress(2), name: "Plain", model: "onOff" });
    spoken = ScriptedGateway.opened({ bridges: spoken.bridges, contents: spoken.contents });
    spoken.bridge.list({ devices: [LAMP, plain] });
    spoken.bridge.say("Lamp", { brightness: 254 });
    spoken.bridge.say("Lamp", { state: "OFF" }, { isRetained: true });
    for (const state of ["ON", "OFF"]) spoken.bridge.say("Plain", { state });
    spoken.pass(GATHERED_MILLIS);
    expect(spoken.light("Lamp").on).toBe(false);
    expect(spoken.bridge.published.filter(({ topic }) => topic.startsWith("luxgate/shown/"))).toEqual([]);
  });

  test.each([
    ["on", () => undefined],
    ["off", () => spoken.bridge.say("Lamp", { state: "OFF" })],
  ])(
    "is shown by a gateway that was away since it was %s, and does not note what it remembers itself",
    (_how, before) => {
      before();
      const { contents } = spoken;
      spoken.bridge.say("Lamp", WARM);
      spoken.bridge.say("Lamp", { state: "OFF" });
      const other = another(contents);
      other.bridge.take();
      other.bridge.say("Lamp", { state: "OFF", brightness: 254, color_mode: "color_temp", color_temp: 153 });
      other.pass(GATHERED_MILLIS);
      expect(shown(other.light("Lamp"))).toEqual({ on: false, ...AS_WARM });
      expect(other.bridge.take(note)).toEqual([]);
    },
  );

  test("is shown whatever arrives first, the note, the lists or what the broker kept of the lamp", () => {
    const { contents } = spoken;
    spoken.bridge.say("Lamp", WARM);
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.bridge.keep("Lamp", JSON.stringify({ state: "OFF", brightness: 254, color_temp: 153 }));
    const orders = [
      ["luxgate", "Lamp", "bridge"],
      ["Lamp", "luxgate", "bridge"],
      ["bridge", "luxgate", "Lamp"],
      ["bridge", "Lamp", "luxgate"],
    ];
    for (const order of orders) {
      const rank = ({ topic }: Kept) => order.indexOf(topic.split("/")[0] ?? "");
      const other = another(contents, (words) => words.toSorted((one, two) => rank(one) - rank(two)));
      expect([order, shown(other.light("Lamp"))]).toEqual([order, { on: false, ...AS_WARM }]);
    }
  });

  test("is what this gateway heard itself, whatever is noted", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.bridge.say(note, { brightness: 254, color_temp: 153 });
    spoken.bridge.say("Lamp", { state: "OFF", brightness: 254 });
    expect(shown()).toEqual({ on: false, ...AS_LIT });
  });

  test("is noted anew by one that heard but a part of it, and knows the rest from the note", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken = spoken.restarted();
    spoken.bridge.open();
    spoken.bridge.take();
    spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(noted()).toEqual([{ payload: { brightness: 254, color_temp: 250 }, retain: true }]);
  });

  test("stands behind what it was wished since", () => {
    const { contents } = spoken;
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.wish("Lamp", { brightnessPercent: 70 });
    const byName = (words: readonly Kept[]) => words.toSorted((one, two) => one.topic.localeCompare(two.topic));
    for (const order of [byName, (words: readonly Kept[]) => byName(words).toReversed()]) {
      const other = another(contents, order);
      other.bridge.say("Lamp", { state: "OFF", brightness: 254 });
      expect(shown(other.light("Lamp"))).toEqual({ on: false, ...AS_LIT, brightnessPercent: 70 });
      other.bridge.say(note, { brightness: 3 });
      expect(shown(other.light("Lamp"))).toMatchObject({ brightnessPercent: 70 });
    }
  });

  test("is nothing to a lamp that is on", () => {
    spoken = spoken.restarted();
    spoken.bridge.open();
    spoken.bridge.say(note, { brightness: 254, color_temp: 153 });
    expect(shown()).toEqual({ on: true, ...AS_LIT });
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(shown()).toEqual({ on: true, ...AS_LIT });
  });
});

describe("notes of how lamps were", () => {
  test("do no harm in odd words, or when they are of nobody", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken = spoken.restarted();
    spoken.bridge.keep(note, "");
    spoken.bridge.open();
    const before = JSON.stringify(spoken.contents);
    const odd = [
      "[]",
      "5",
      "{",
      "null",
      '{"brightness":"much","color":[1],"color_temp":{}}',
      '{"state":"ON"}',
      "{}",
      "",
    ];
    for (const words of odd) {
      for (const topic of [note, "luxgate/shown/", "luxgate/shown/x", "luxgate/shown/__proto__"]) {
        spoken.bridge.say(topic, words);
      }
      spoken.bridge.say("Lamp", { state: "OFF" });
    }
    expect(JSON.stringify(spoken.contents)).toBe(before);
    expect(spoken.problems).toEqual([]);
  });

  test("are at most ten thousand, and those that are known can still change", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken = spoken.restarted();
    spoken.bridge.open();
    for (let number = 0; number < 10_000; number += 1) spoken.bridge.say(`luxgate/shown/${number}`, '{"brightness":1}');
    spoken.bridge.say(note, { brightness: 51, color_temp: 400 });
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(shown()).toEqual({ on: false, ...AS_WARM });
    const late = aBulb({ ieee: ieeeAddress(2), name: "Late" });
    const lateId = lightIdOf(late.ieee, null);
    spoken.bridge.say(`luxgate/shown/${lateId}`, { brightness: 51 });
    spoken.bridge.list({ devices: [LAMP, late] });
    spoken.bridge.say("Late", { state: "OFF" });
    expect(spoken.light("Late").brightnessPercent).toBe(100);
  });
});
