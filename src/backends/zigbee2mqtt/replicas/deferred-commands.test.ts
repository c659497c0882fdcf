import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedBridge } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
/** Longer than a lamp may take to obey. */
const TOO_LATE_MILLIS = 11_000;

let spoken: ScriptedGateway;
let note: string;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: [LAMP], groups: [] });
  spoken.bridge.say("Lamp", { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 });
  note = `luxgate/held/${spoken.light("Lamp").id}`;
});

const shown = ({ on, brightnessPercent, colour } = spoken.light("Lamp")) => ({ on, brightnessPercent, colour });
const keptNotes = () =>
  spoken.bridge.kept.filter(([topic]) => topic === note).map(([, bytes]) => String(Buffer.from(bytes)));

/** Another one that hears what the broker keeps, and how the lamp is. */
function another(state: object): ScriptedGateway {
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of spoken.bridge.kept) bridge.keep(topic, payload);
  const other = ScriptedGateway.opened({ bridges: [bridge] });
  bridge.say("Lamp", state);
  other.pass(60_000);
  return other;
}

describe("what a lamp is wished that is off", () => {
  beforeEach(() => spoken.bridge.say("Lamp", { state: "OFF" }));

  test("is shown by every gateway, whether it was there or comes later", () => {
    spoken.wish("Lamp", { brightnessPercent: 70 });
    spoken.wish("Lamp", { colour: { mode: "white", kelvin: 5_000 } });
    expect(keptNotes()).toEqual(['{"brightness":178,"color_temp":200}']);
    const expected = { on: false, brightnessPercent: 70, colour: { mode: "white", kelvin: 5_000 } };
    expect(shown()).toEqual(expected);
    expect(shown(another({ state: "OFF" }).light("Lamp"))).toEqual(expected);
  });

  test("is past once the lamp is on, and so is the note", () => {
    spoken.wish("Lamp", { brightnessPercent: 70 });
    spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
    expect(keptNotes()).toEqual([]);
    expect(shown()).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("stays when the lamp is told to be on and does not obey", () => {
    spoken.wish("Lamp", { brightnessPercent: 70 });
    spoken.wish("Lamp", { on: true, brightnessPercent: 20 });
    spoken.pass(TOO_LATE_MILLIS);
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
    expect(keptNotes()).toEqual(['{"brightness":178}']);
  });

  test("is not shown by a lamp that turns out to be on", () => {
    spoken.wish("Lamp", { brightnessPercent: 70 });
    const other = another({ state: "ON", brightness: 254 });
    expect(shown(other.light("Lamp"))).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("is forgotten when it cannot be reached", () => {
    spoken.bridge.say("Lamp/availability", { state: "offline" });
    spoken.wish("Lamp", { brightnessPercent: 70 });
    spoken.pass(TOO_LATE_MILLIS);
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 50 });
    expect(keptNotes()).toEqual([]);
  });

  test("is forgotten when the broker is away, as no other gateway would hear of it", () => {
    spoken.bridge.close();
    spoken.wish("Lamp", { brightnessPercent: 70 });
    spoken.pass(TOO_LATE_MILLIS);
    spoken.bridge.open();
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 50 });
    expect(keptNotes()).toEqual([]);
  });
});

test("what another gateway noted is told when the lamp is turned on, unless the note was taken away", () => {
  const told = () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.wish("Lamp", { on: true });
    return spoken.bridge.take("/set").map(({ payload }) => payload);
  };
  spoken.bridge.say(note, '{"brightness":178}');
  expect(told()).toEqual([{ state: "ON", brightness: 178 }]);
  spoken.bridge.say(note, '{"brightness":178}');
  spoken.bridge.say(note, "");
  expect(told()).toEqual([{ state: "ON" }]);
});

test("a wish that turns a lamp off is shown with all that was wished once the lamp says so", () => {
  spoken.wish("Lamp", { on: false, brightnessPercent: 70 });
  spoken.bridge.say("Lamp", { state: "OFF", brightness: 127 });
  spoken.pass(TOO_LATE_MILLIS);
  expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
  expect(shown(another({ state: "OFF" }).light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 70 });
});

test("a wish that turns a lamp off and is not obeyed leaves it as it was", () => {
  spoken.wish("Lamp", { on: false, brightnessPercent: 70 });
  spoken.pass(TOO_LATE_MILLIS);
  expect(shown()).toMatchObject({ on: true, brightnessPercent: 50 });
});

test("what a broker keeps of a lamp that is off says how it was before", () => {
  spoken.bridge.keep("Lamp", JSON.stringify({ state: "OFF", brightness: 25 }));
  spoken.bridge.keep(`luxgate/shown/${spoken.light("Lamp").id}`, "");
  const late = ScriptedGateway.opened({ bridges: spoken.bridges });
  expect(shown(late.light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 10 });
  late.bridge.say("Lamp", { state: "OFF", brightness: 254 });
  expect(shown(late.light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 10 });
});

test("what is heard first of a lamp that is off says how it was before", () => {
  const other = aBulb({ ieee: ieeeAddress(2), name: "Other" });
  spoken.bridge.list({ devices: [LAMP, other] });
  spoken.bridge.say("Other", { state: "OFF", brightness: 25 });
  expect(shown(spoken.light("Other"))).toMatchObject({ on: false, brightnessPercent: 10 });
  spoken.bridge.say("Other", { state: "OFF", brightness: 254 });
  expect(shown(spoken.light("Other"))).toMatchObject({ on: false, brightnessPercent: 10 });
});

test("notes of nobody and in odd words are left alone", () => {
  spoken.bridge.say("Lamp", { state: "OFF" });
  const before = shown();
  for (const words of ["[]", "5", "{", '{"brightness":"much","color":[1]}', '{"state":"ON"}', ""]) {
    spoken.bridge.say(note, words);
    spoken.bridge.say("luxgate/held/x", words);
  }
  expect(shown()).toEqual(before);
});

test("a note that somebody takes away who had not heard of it is left again", () => {
  spoken.wish("Lamp", { on: false, brightnessPercent: 70 });
  spoken.bridge.keep(note, "");
  spoken.bridge.say("Lamp", { state: "OFF" });
  expect(keptNotes()).toEqual(['{"brightness":178}']);
  expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
});

test("a note is taken away also when the lamp is on before the broker has said it back", () => {
  spoken.bridge.say("Lamp", { state: "OFF" });
  void spoken.gateway.ask({
    kind: "lightChanged",
    lightId: spoken.light("Lamp").id,
    state: { brightnessPercent: 70 },
  });
  expect(keptNotes()).toHaveLength(1);
  spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
  expect(keptNotes()).toEqual([]);
});

test("what a lamp was wished and never showed is not noted as how it was", () => {
  spoken.wish("Lamp", { brightnessPercent: 70 });
  spoken.bridge.say("Lamp", { state: "OFF" });
  spoken.pass(TOO_LATE_MILLIS);
  const shownNote = spoken.bridge.kept.find(([topic]) => topic === note.replace("held", "shown"));
  expect(String(Buffer.from(shownNote?.[1] ?? []))).toBe('{"brightness":127,"color_temp":250}');
});
