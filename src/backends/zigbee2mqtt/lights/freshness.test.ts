import { describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ name: "Lamp" });
const LISTS = { devices: [LAMP], groups: [] };
const STATE = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };

const all = (freshness: string) => ({ on: freshness, brightnessPercent: freshness, colour: freshness });

function listed(): ScriptedGateway {
  const spoken = ScriptedGateway.opened();
  spoken.bridge.list(LISTS);
  return spoken;
}

describe("what a lamp shows", () => {
  test("is assumed of a new one, and confirmed once it said so, each part by itself", () => {
    const spoken = listed();
    expect(spoken.freshnessOf("Lamp")).toEqual(all("assumed"));
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(spoken.freshnessOf("Lamp")).toEqual({ ...all("assumed"), on: "confirmed" });
    spoken.bridge.say("Lamp", STATE);
    expect(spoken.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is assumed after a wish, and confirmed when the lamp obeyed", () => {
    const spoken = listed();
    spoken.bridge.say("Lamp", STATE);
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(spoken.freshnessOf("Lamp")).toEqual({ ...all("confirmed"), brightnessPercent: "assumed" });
    spoken.bridge.say("Lamp", { ...STATE, brightness: 51 });
    expect(spoken.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered after a restart, and shown at once", () => {
    const before = listed();
    before.bridge.say("Lamp", STATE);
    const spoken = before.restarted();
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    expect(spoken.freshnessOf("Lamp")).toEqual(all("remembered"));
    spoken.bridge.open();
    expect(spoken.freshnessOf("Lamp")).toEqual(all("remembered"));
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    spoken.bridge.say("Lamp", STATE);
    expect(spoken.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered when the broker is gone, and what was assumed is assumed", () => {
    const spoken = listed();
    spoken.bridge.say("Lamp", STATE);
    spoken.wish("Lamp", { brightnessPercent: 20 });
    spoken.bridge.close();
    expect(spoken.freshnessOf("Lamp")).toEqual({ ...all("remembered"), brightnessPercent: "assumed" });
    spoken.bridge.open();
    spoken.bridge.say("Lamp", STATE);
    expect(spoken.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered when Zigbee2MQTT does not run", () => {
    const spoken = listed();
    spoken.bridge.say("Lamp", STATE);
    spoken.bridge.say("bridge/state", "offline");
    expect(spoken.freshnessOf("Lamp")).toEqual(all("remembered"));
  });

  test("is remembered when the broker kept it, which takes nothing from what was confirmed", () => {
    const spoken = listed();
    spoken.bridge.say("Lamp", STATE, { isRetained: true });
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    expect(spoken.freshnessOf("Lamp")).toEqual(all("remembered"));
    spoken.bridge.say("Lamp", { state: "ON", brightness: 127 });
    spoken.bridge.say("Lamp", STATE, { isRetained: true });
    expect(spoken.freshnessOf("Lamp")).toEqual({ ...all("confirmed"), colour: "remembered" });
  });

  test("stays what the lamp confirmed, whatever the broker kept and says again", () => {
    const spoken = listed();
    const update = { state: "available", latest_version: 17 };
    spoken.bridge.say("Lamp", { ...STATE, linkquality: 80, update });
    const before = JSON.stringify(spoken.contents);
    const old = { state: "OFF", brightness: 3, color_mode: "color_temp", color_temp: 400 };
    spoken.bridge.close();
    spoken.bridge.keep("Shade", { ...old, linkquality: 5, update: { state: "idle" } });
    spoken.bridge.open();
    spoken.bridge.say("Lamp", { ...STATE, linkquality: 80, update });
    spoken.pass(10_000);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(spoken.bridge.askedFor).toContain("Shade");
    spoken.bridge.list({ devices: [LAMP] });
    expect(JSON.stringify(spoken.contents)).toBe(before);
    expect(spoken.freshnessOf("Lamp")).toEqual(all("confirmed"));
    spoken.bridge.say("Lamp", { brightness: 254 });
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("stays what the lamp confirmed of it, though it is not known whether it is on", () => {
    const before = listed();
    before.bridge.say("Lamp", STATE);
    const spoken = before.restarted();
    spoken.bridge.open();
    spoken.bridge.say("Lamp", { brightness: 254 });
    spoken.bridge.say("Lamp", { ...STATE, color_temp: 400 }, { isRetained: true });
    expect(spoken.light("Lamp")).toMatchObject({ brightnessPercent: 100, colour: { mode: "white", kelvin: 2_500 } });
    expect(spoken.freshnessOf("Lamp")).toEqual({ ...all("remembered"), brightnessPercent: "confirmed" });
  });

  test("is what the broker kept, link quality and update too, as long as the lamp said nothing", () => {
    const spoken = listed();
    const update = { state: "available", latest_version: 17 };
    spoken.bridge.say("Lamp", { ...STATE, linkquality: 80, update }, { isRetained: true });
    expect(spoken.device("Lamp")).toMatchObject({ newVersion: "17", zigbee: { linkQuality: 80 } });
    expect(spoken.light("Lamp").on).toBe(true);
  });

  test("stays as sure as it was over a rename", () => {
    const spoken = listed();
    spoken.bridge.say("Lamp", STATE);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(spoken.freshnessOf("Shade")).toEqual(all("confirmed"));
  });

  test("is remembered of a lamp that nobody lists", () => {
    const before = listed();
    const { id } = before.light("Lamp");
    const spoken = before.restarted();
    expect(spoken.backend.condition().freshnessOf(id)).toEqual(all("remembered"));
  });
});
