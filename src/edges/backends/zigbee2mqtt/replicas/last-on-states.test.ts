import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { type RetainedMessage, ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import type { HomeContents } from "../../../../core/home/model/contents.ts";
import { lightIdOf } from "../ids.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const WARM = { state: "ON", brightness: 51, color_mode: "color_temp", color_temp: 400 };
/** So long notes are gathered. */
const GATHERED_MILLIS = 2_000;
const COMMANDS_LAST_MILLIS = 10_000;
const AS_LIT = { brightnessPercent: 50, colour: { mode: "white", kelvin: 4_000 } };
const AS_WARM = { brightnessPercent: 20, colour: { mode: "white", kelvin: 2_500 } };

let scripted: ScriptedGateway;
let peerTopic: string;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [] });
  scripted.bridge.deliver("Lamp", LIT);
  peerTopic = `luxgate/shown/${scripted.light("Lamp").id}`;
});

/** What is noted once notes are left. */
function shared() {
  scripted.pass(GATHERED_MILLIS);
  return scripted.bridge.take(peerTopic).map(({ payload, retain }) => ({ payload, retain }));
}

const shown = ({ on, brightnessPercent, colour } = scripted.light("Lamp")) => ({ on, brightnessPercent, colour });

/** Another gateway with a store of its own, before a broker that keeps what this one's does. */
function another(
  contents: HomeContents,
  order?: (kept: readonly RetainedMessage[]) => readonly RetainedMessage[],
): ScriptedGateway {
  scripted.pass(GATHERED_MILLIS);
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of scripted.bridge.retained) bridge.retain(topic, payload);
  const other = new ScriptedGateway({ bridges: [bridge], contents });
  bridge.open(order);
  return other;
}

describe("how a lamp was when it was turned off", () => {
  test("is shared with later gateways, each time that it differs", () => {
    expect(shared()).toEqual([]);
    scripted.bridge.deliver("Lamp", { state: "OFF", brightness: 254 });
    expect(shared()).toEqual([{ payload: { brightness: 127, color_temp: 250 }, retain: true }]);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.bridge.deliver("Lamp", LIT);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(shared()).toEqual([]);
    scripted.bridge.deliver("Lamp", WARM);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(shared()).toEqual([{ payload: { brightness: 51, color_temp: 400 }, retain: true }]);
  });

  test("is not shared for a lamp that never reported to be on", () => {
    scripted.bridge.list({ devices: [LAMP, aBulb({ ieee: ieeeAddress(2), name: "New" })] });
    scripted.bridge.deliver("New", { state: "OFF", brightness: 254 });
    scripted.pass(GATHERED_MILLIS);
    expect(scripted.bridge.published.filter(({ topic }) => topic.startsWith("luxgate/shown/"))).toEqual([]);
  });

  test("is not shared from a retained report, nor for a lamp that cannot be dimmed", () => {
    const plain = aBulb({ ieee: ieeeAddress(2), name: "Plain", model: "onOff" });
    scripted = ScriptedGateway.opened({ bridges: scripted.bridges, contents: scripted.contents });
    scripted.bridge.list({ devices: [LAMP, plain] });
    scripted.bridge.deliver("Lamp", { brightness: 254 });
    scripted.bridge.deliver("Lamp", { state: "OFF" }, { isRetained: true });
    for (const state of ["ON", "OFF"]) scripted.bridge.deliver("Plain", { state });
    scripted.pass(GATHERED_MILLIS);
    expect(scripted.light("Lamp").on).toBe(false);
    expect(scripted.bridge.published.filter(({ topic }) => topic.startsWith("luxgate/shown/"))).toEqual([]);
  });

  test.each([
    ["on", () => undefined],
    ["off", () => scripted.bridge.deliver("Lamp", { state: "OFF" })],
  ])(
    "is shown by a gateway that was away since it was %s, and does not peerTopic what it remembers itself",
    (_how, before) => {
      before();
      const { contents } = scripted;
      scripted.bridge.deliver("Lamp", WARM);
      scripted.bridge.deliver("Lamp", { state: "OFF" });
      const other = another(contents);
      other.bridge.take();
      other.bridge.deliver("Lamp", { state: "OFF", brightness: 254, color_mode: "color_temp", color_temp: 153 });
      other.pass(GATHERED_MILLIS);
      expect(shown(other.light("Lamp"))).toEqual({ on: false, ...AS_WARM });
      expect(other.bridge.take(peerTopic)).toEqual([]);
    },
  );

  test("is shown whatever arrives first: the peer state, the lists or the retained report of the lamp", () => {
    const { contents } = scripted;
    scripted.bridge.deliver("Lamp", WARM);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.bridge.retain("Lamp", JSON.stringify({ state: "OFF", brightness: 254, color_temp: 153 }));
    const orders = [
      ["luxgate", "Lamp", "bridge"],
      ["Lamp", "luxgate", "bridge"],
      ["bridge", "luxgate", "Lamp"],
      ["bridge", "Lamp", "luxgate"],
    ];
    for (const order of orders) {
      const rank = ({ topic }: RetainedMessage) => order.indexOf(topic.split("/")[0] ?? "");
      const other = another(contents, (words) => words.toSorted((one, two) => rank(one) - rank(two)));
      expect([order, shown(other.light("Lamp"))]).toEqual([order, { on: false, ...AS_WARM }]);
    }
  });

  test("is what this gateway received itself, whatever peers share", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.bridge.deliver(peerTopic, { brightness: 254, color_temp: 153 });
    scripted.bridge.deliver("Lamp", { state: "OFF", brightness: 254 });
    expect(shown()).toEqual({ on: false, ...AS_LIT });
  });

  test("is shared anew by a gateway that received only a part of it, and knows the rest from peers", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted = scripted.restarted();
    scripted.bridge.open();
    scripted.bridge.take();
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(shared()).toEqual([{ payload: { brightness: 254, color_temp: 250 }, retain: true }]);
  });

  test("yields to commands since then", () => {
    const { contents } = scripted;
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.command("Lamp", { brightnessPercent: 70 });
    const byName = (words: readonly RetainedMessage[]) =>
      words.toSorted((one, two) => one.topic.localeCompare(two.topic));
    for (const order of [byName, (words: readonly RetainedMessage[]) => byName(words).toReversed()]) {
      const other = another(contents, order);
      other.bridge.deliver("Lamp", { state: "OFF", brightness: 254 });
      expect(shown(other.light("Lamp"))).toEqual({ on: false, ...AS_LIT, brightnessPercent: 70 });
      other.bridge.deliver(peerTopic, { brightness: 3 });
      expect(shown(other.light("Lamp"))).toMatchObject({ brightnessPercent: 70 });
    }
  });

  test("is nothing to a lamp that is on", () => {
    scripted = scripted.restarted();
    scripted.bridge.open();
    scripted.bridge.deliver(peerTopic, { brightness: 254, color_temp: 153 });
    expect(shown()).toEqual({ on: true, ...AS_LIT });
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(shown()).toEqual({ on: true, ...AS_LIT });
  });
});

test("a command that a lamp never reported is no state of before it was turned off, also after a restart", () => {
  scripted = scripted.restarted();
  scripted.bridge.open();
  scripted.command("Lamp", { brightnessPercent: 99 });
  scripted.bridge.deliver("Lamp", { state: "OFF" });
  expect(shared()).toEqual([]);
  scripted.bridge.deliver(peerTopic, { brightness: 127, color_temp: 250 });
  scripted.pass(COMMANDS_LAST_MILLIS);
  expect(shown()).toEqual({ on: false, ...AS_LIT });
});

describe("shared last-on states", () => {
  test("do no harm with odd values, or for lights that are not listed", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted = scripted.restarted();
    scripted.bridge.retain(peerTopic, "");
    scripted.bridge.open();
    const before = JSON.stringify(scripted.contents);
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
      for (const topic of [peerTopic, "luxgate/shown/", "luxgate/shown/x", "luxgate/shown/__proto__"]) {
        scripted.bridge.deliver(topic, words);
      }
      scripted.bridge.deliver("Lamp", { state: "OFF" });
    }
    expect(JSON.stringify(scripted.contents)).toBe(before);
    expect(scripted.problems).toEqual([]);
  });

  test("are at most ten thousand, and those that are known can still change", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted = scripted.restarted();
    scripted.bridge.open();
    for (let number = 0; number < 10_000; number += 1)
      scripted.bridge.deliver(`luxgate/shown/${number}`, '{"brightness":1}');
    scripted.bridge.deliver(peerTopic, { brightness: 51, color_temp: 400 });
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(shown()).toEqual({ on: false, ...AS_WARM });
    const late = aBulb({ ieee: ieeeAddress(2), name: "Late" });
    const lateId = lightIdOf(late.ieee, null);
    scripted.bridge.deliver(`luxgate/shown/${lateId}`, { brightness: 51 });
    scripted.bridge.list({ devices: [LAMP, late] });
    scripted.bridge.deliver("Late", { state: "OFF" });
    expect(scripted.light("Late").brightnessPercent).toBe(100);
  });
});
