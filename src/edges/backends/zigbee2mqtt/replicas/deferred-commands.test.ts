import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
/** Longer than a lamp may take to obey. */
const TOO_LATE_MILLIS = 11_000;

let scripted: ScriptedGateway;
let peerTopic: string;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [] });
  scripted.bridge.deliver("Lamp", { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 });
  peerTopic = `luxgate/held/${scripted.light("Lamp").id}`;
});

const shown = ({ on, brightnessPercent, colour } = scripted.light("Lamp")) => ({ on, brightnessPercent, colour });
const keptNotes = () =>
  scripted.bridge.retained.filter(([topic]) => topic === peerTopic).map(([, bytes]) => String(Buffer.from(bytes)));

/** Another one that hears what the broker keeps, and how the lamp is. */
function another(state: object): ScriptedGateway {
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of scripted.bridge.retained) bridge.retain(topic, payload);
  const other = ScriptedGateway.opened({ bridges: [bridge] });
  bridge.deliver("Lamp", state);
  other.pass(60_000);
  return other;
}

describe("a command for a lamp that is off", () => {
  beforeEach(() => scripted.bridge.deliver("Lamp", { state: "OFF" }));

  test("is shown by every gateway, whether it was there or comes later", () => {
    scripted.command("Lamp", { brightnessPercent: 70 });
    scripted.command("Lamp", { colour: { mode: "white", kelvin: 5_000 } });
    expect(keptNotes()).toEqual(['{"brightness":178,"color_temp":200}']);
    const expected = { on: false, brightnessPercent: 70, colour: { mode: "white", kelvin: 5_000 } };
    expect(shown()).toEqual(expected);
    expect(shown(another({ state: "OFF" }).light("Lamp"))).toEqual(expected);
  });

  test("is obsolete once the lamp is on, and so is the peer state", () => {
    scripted.command("Lamp", { brightnessPercent: 70 });
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
    expect(keptNotes()).toEqual([]);
    expect(shown()).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("stays deferred when the lamp is commanded to be on and does not obey", () => {
    scripted.command("Lamp", { brightnessPercent: 70 });
    scripted.command("Lamp", { on: true, brightnessPercent: 20 });
    scripted.pass(TOO_LATE_MILLIS);
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
    expect(keptNotes()).toEqual(['{"brightness":178}']);
  });

  test("is not shown by a lamp that turns out to be on", () => {
    scripted.command("Lamp", { brightnessPercent: 70 });
    const other = another({ state: "ON", brightness: 254 });
    expect(shown(other.light("Lamp"))).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("is forgotten when it cannot be reached", () => {
    scripted.bridge.deliver("Lamp/availability", { state: "offline" });
    scripted.command("Lamp", { brightnessPercent: 70 });
    scripted.pass(TOO_LATE_MILLIS);
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 50 });
    expect(keptNotes()).toEqual([]);
  });

  test("is dropped when the broker is away, as no other gateway would receive it", () => {
    scripted.bridge.close();
    scripted.command("Lamp", { brightnessPercent: 70 });
    scripted.pass(TOO_LATE_MILLIS);
    scripted.bridge.open();
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(shown()).toMatchObject({ on: false, brightnessPercent: 50 });
    expect(keptNotes()).toEqual([]);
  });
});

test("what another gateway deferred is sent when the lamp is turned on, unless the peer state was cleared", () => {
  const sent = () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.command("Lamp", { on: true });
    return scripted.bridge.take("/set").map(({ payload }) => payload);
  };
  scripted.bridge.deliver(peerTopic, '{"brightness":178}');
  expect(sent()).toEqual([{ state: "ON", brightness: 178 }]);
  scripted.bridge.deliver(peerTopic, '{"brightness":178}');
  scripted.bridge.deliver(peerTopic, "");
  expect(sent()).toEqual([{ state: "ON" }]);
});

test("a command that turns a lamp off is shown with all its values once the lamp reports off", () => {
  scripted.command("Lamp", { on: false, brightnessPercent: 70 });
  scripted.bridge.deliver("Lamp", { state: "OFF", brightness: 127 });
  scripted.pass(TOO_LATE_MILLIS);
  expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
  expect(shown(another({ state: "OFF" }).light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 70 });
});

test("a command that turns a lamp off and is not obeyed leaves the lamp unchanged", () => {
  scripted.command("Lamp", { on: false, brightnessPercent: 70 });
  scripted.pass(TOO_LATE_MILLIS);
  expect(shown()).toMatchObject({ on: true, brightnessPercent: 50 });
});

test("a retained report of a lamp that is off contains its state of before", () => {
  scripted.bridge.retain("Lamp", JSON.stringify({ state: "OFF", brightness: 25 }));
  scripted.bridge.retain(`luxgate/shown/${scripted.light("Lamp").id}`, "");
  const late = ScriptedGateway.opened({ bridges: scripted.bridges });
  expect(shown(late.light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 10 });
  late.bridge.deliver("Lamp", { state: "OFF", brightness: 254 });
  expect(shown(late.light("Lamp"))).toMatchObject({ on: false, brightnessPercent: 10 });
});

test("the first report of a lamp that is off contains its state of before", () => {
  const other = aBulb({ ieee: ieeeAddress(2), name: "Other" });
  scripted.bridge.list({ devices: [LAMP, other] });
  scripted.bridge.deliver("Other", { state: "OFF", brightness: 25 });
  expect(shown(scripted.light("Other"))).toMatchObject({ on: false, brightnessPercent: 10 });
  scripted.bridge.deliver("Other", { state: "OFF", brightness: 254 });
  expect(shown(scripted.light("Other"))).toMatchObject({ on: false, brightnessPercent: 10 });
});

test("peer states of no listed light, or with odd values, are ignored", () => {
  scripted.bridge.deliver("Lamp", { state: "OFF" });
  const before = shown();
  for (const words of ["[]", "5", "{", '{"brightness":"much","color":[1]}', '{"state":"ON"}', ""]) {
    scripted.bridge.deliver(peerTopic, words);
    scripted.bridge.deliver("luxgate/held/x", words);
  }
  expect(shown()).toEqual(before);
});

test("a peer state that is cleared by a gateway that had not received it is published again", () => {
  scripted.command("Lamp", { on: false, brightnessPercent: 70 });
  scripted.bridge.retain(peerTopic, "");
  scripted.bridge.deliver("Lamp", { state: "OFF" });
  expect(keptNotes()).toEqual(['{"brightness":178}']);
  expect(shown()).toMatchObject({ on: false, brightnessPercent: 70 });
});

test("a peer state is cleared also when the lamp is on before the broker has echoed it", () => {
  scripted.bridge.deliver("Lamp", { state: "OFF" });
  void scripted.gateway.ask({
    kind: "lightChanged",
    lightId: scripted.light("Lamp").id,
    state: { brightnessPercent: 70 },
  });
  expect(keptNotes()).toHaveLength(1);
  scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
  expect(keptNotes()).toEqual([]);
});

test("values of a command that a lamp never showed are no last-on state", () => {
  scripted.command("Lamp", { brightnessPercent: 70 });
  scripted.bridge.deliver("Lamp", { state: "OFF" });
  scripted.pass(TOO_LATE_MILLIS);
  const shownNote = scripted.bridge.retained.find(([topic]) => topic === peerTopic.replace("held", "shown"));
  expect(String(Buffer.from(shownNote?.[1] ?? []))).toBe('{"brightness":127,"color_temp":250}');
});
