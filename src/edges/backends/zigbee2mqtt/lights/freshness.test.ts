import { describe, expect, test } from "vitest";
import { aBulb } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ name: "Lamp" });
const LISTS = { devices: [LAMP], groups: [] };
const STATE = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };

const all = (freshness: string) => ({ on: freshness, brightnessPercent: freshness, colour: freshness });

function listed(): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list(LISTS);
  return scripted;
}

describe("what a lamp shows", () => {
  test("is assumed of a new one, and confirmed once it reported, each part by itself", () => {
    const scripted = listed();
    expect(scripted.freshnessOf("Lamp")).toEqual(all("assumed"));
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(scripted.freshnessOf("Lamp")).toEqual({ ...all("assumed"), on: "confirmed" });
    scripted.bridge.deliver("Lamp", STATE);
    expect(scripted.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is assumed after a command, and confirmed when the lamp obeyed", () => {
    const scripted = listed();
    scripted.bridge.deliver("Lamp", STATE);
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(scripted.freshnessOf("Lamp")).toEqual({ ...all("confirmed"), brightnessPercent: "assumed" });
    scripted.bridge.deliver("Lamp", { ...STATE, brightness: 51 });
    expect(scripted.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered after a restart, and shown at once", () => {
    const before = listed();
    before.bridge.deliver("Lamp", STATE);
    const scripted = before.restarted();
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    expect(scripted.freshnessOf("Lamp")).toEqual(all("remembered"));
    scripted.bridge.open();
    expect(scripted.freshnessOf("Lamp")).toEqual(all("remembered"));
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    scripted.bridge.deliver("Lamp", STATE);
    expect(scripted.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered when the broker is gone, and what was assumed is assumed", () => {
    const scripted = listed();
    scripted.bridge.deliver("Lamp", STATE);
    scripted.command("Lamp", { brightnessPercent: 20 });
    scripted.bridge.close();
    expect(scripted.freshnessOf("Lamp")).toEqual({ ...all("remembered"), brightnessPercent: "assumed" });
    scripted.bridge.open();
    scripted.bridge.deliver("Lamp", STATE);
    expect(scripted.freshnessOf("Lamp")).toEqual(all("confirmed"));
  });

  test("is remembered when Zigbee2MQTT does not run", () => {
    const scripted = listed();
    scripted.bridge.deliver("Lamp", STATE);
    scripted.bridge.deliver("bridge/state", "offline");
    expect(scripted.freshnessOf("Lamp")).toEqual(all("remembered"));
  });

  test("is remembered when the broker kept it, which takes nothing from what was confirmed", () => {
    const scripted = listed();
    scripted.bridge.deliver("Lamp", STATE, { isRetained: true });
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    expect(scripted.freshnessOf("Lamp")).toEqual(all("remembered"));
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 127 });
    scripted.bridge.deliver("Lamp", STATE, { isRetained: true });
    expect(scripted.freshnessOf("Lamp")).toEqual({ ...all("confirmed"), colour: "remembered" });
  });

  test("stays what the lamp confirmed, whatever retained reports come again", () => {
    const scripted = listed();
    const update = { state: "available", latest_version: 17 };
    scripted.bridge.deliver("Lamp", { ...STATE, linkquality: 80, update });
    const before = JSON.stringify(scripted.contents);
    const old = { state: "OFF", brightness: 3, color_mode: "color_temp", color_temp: 400 };
    scripted.bridge.close();
    scripted.bridge.retain("Shade", { ...old, linkquality: 5, update: { state: "idle" } });
    scripted.bridge.open();
    scripted.bridge.deliver("Lamp", { ...STATE, linkquality: 80, update });
    scripted.pass(10_000);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(scripted.bridge.requestedRetained).toContain("Shade");
    scripted.bridge.list({ devices: [LAMP] });
    expect(JSON.stringify(scripted.contents)).toBe(before);
    expect(scripted.freshnessOf("Lamp")).toEqual(all("confirmed"));
    scripted.bridge.deliver("Lamp", { brightness: 254 });
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("stays what the lamp confirmed of it, though it is not known whether it is on", () => {
    const before = listed();
    before.bridge.deliver("Lamp", STATE);
    const scripted = before.restarted();
    scripted.bridge.open();
    scripted.bridge.deliver("Lamp", { brightness: 254 });
    scripted.bridge.deliver("Lamp", { ...STATE, color_temp: 400 }, { isRetained: true });
    expect(scripted.light("Lamp")).toMatchObject({ brightnessPercent: 100, colour: { mode: "white", kelvin: 2_500 } });
    expect(scripted.freshnessOf("Lamp")).toEqual({ ...all("remembered"), brightnessPercent: "confirmed" });
  });

  test("is what the broker retained, link quality and update too, as long as the lamp reported nothing", () => {
    const scripted = listed();
    const update = { state: "available", latest_version: 17 };
    scripted.bridge.deliver("Lamp", { ...STATE, linkquality: 80, update }, { isRetained: true });
    expect(scripted.device("Lamp")).toMatchObject({ newVersion: "17", zigbee: { linkQuality: 80 } });
    expect(scripted.light("Lamp").on).toBe(true);
  });

  test("stays as sure as it was over a rename", () => {
    const scripted = listed();
    scripted.bridge.deliver("Lamp", STATE);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(scripted.freshnessOf("Shade")).toEqual(all("confirmed"));
  });

  test("is remembered of a lamp that nobody lists", () => {
    const before = listed();
    const { id } = before.light("Lamp");
    const scripted = before.restarted();
    expect(scripted.backend.condition().freshnessOf(id)).toEqual(all("remembered"));
  });
});
