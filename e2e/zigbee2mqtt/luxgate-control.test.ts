import { describe, expect, test } from "vitest";
import { inTime } from "./support/in-time.ts";
import { CEILING, READING, STAIRS } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";

const DONE = { code: 0, msg: "success", data: { arr: [], obj: {} } };

/** Values on the air are fractions of 65535; on the broker they have four digits. */
const COLOUR_STEP = 7;

describe("a PUT on the gateway's HTTP port", () => {
  test("becomes the right ZCL frame, and the lamp obeys", async () => {
    const house = await ServedHouse.start({ lamps: [READING] });
    const sent = { to: READING.address, endpoint: 11 };

    expect(await house.put(READING.name, { on: 1 })).toEqual(DONE);
    await inTime(() => house.commands.at(-1)).toEqual({ ...sent, cluster: "genOnOff", command: "on", fields: {} });

    await inTime(() => house.freshness(READING.name)).toMatchObject({ on: { shown: "on", known: "confirmed" } });
    await house.put(READING.name, { brightness: 50 });
    const level = { cluster: "genLevelCtrl", command: "moveToLevelWithOnOff", fields: { level: 127, transition: 0 } };
    await inTime(() => house.commands.at(-1)).toEqual({ ...sent, ...level });

    const colour = { ...sent, cluster: "lightingColorCtrl" };
    await house.put(READING.name, { color_cw: 2700 });
    const white = { command: "moveToColorTemp", fields: { mired: 370, transition: 0 } };
    await inTime(() => house.commands.at(-1)).toEqual({ ...colour, ...white });

    await house.put(READING.name, { color_x: 20_000, color_y: 40_000 });
    await inTime(() => house.commands.at(-1)).toMatchObject({ ...colour, command: "moveToColor" });
    const { x = 0, y = 0 } = house.commands.at(-1)?.fields ?? {};
    expect(Math.abs(x - 20_000)).toBeLessThanOrEqual(COLOUR_STEP);
    expect(Math.abs(y - 40_000)).toBeLessThanOrEqual(COLOUR_STEP);

    await house.put(READING.name, { on: 0 });
    await inTime(() => house.commands.at(-1)).toEqual({ ...sent, cluster: "genOnOff", command: "off", fields: {} });
    expect(house.radio.shows(READING.address)).toMatchObject({ on: 0, level: 127, x, y, colourMode: 1 });
  });

  test("keeps to what the lamp can do", async () => {
    const house = await ServedHouse.start({ lamps: [CEILING] });
    await house.put(CEILING.name, { on: 1, brightness: 100, color_cw: 6500 });
    await inTime(() => house.radio.shows(CEILING.address)).toMatchObject({ on: 1, level: 254, mired: 250 });
    await house.put(CEILING.name, { brightness: 1 });
    await inTime(() => house.radio.shows(CEILING.address).level).toBe(3);
    expect((await house.put(CEILING.name, { color_rgb: 16_711_680 })).code).toBe(-422);
  });

  test("moves one of the lamps of a device, and leaves the other alone", async () => {
    const house = await ServedHouse.start({ lamps: [STAIRS] });
    await house.put("Stairs l2", { on: 1, brightness: 10 });
    await inTime(() => house.radio.shows(STAIRS.address, 2)).toEqual({ on: 1, level: 25 });
    await inTime(() => house.freshness("Stairs l2")).toMatchObject({
      brightness: { shown: "10%", known: "confirmed" },
    });
    expect(house.radio.shows(STAIRS.address, 1)).toEqual({ on: 0, level: 254 });
    expect(await house.lamp("Stairs l1")).toMatchObject({ on: 0 });
  });

  test("that a lamp out of reach does not obey is told: after ten seconds it is shown as it is", async () => {
    const house = await ServedHouse.start({ lamps: [CEILING] });
    await inTime(() => house.lamp(CEILING.name)).toMatchObject({ on: 0 });
    house.radio.goDeaf(CEILING.address);
    await house.put(CEILING.name, { on: 1 });
    expect(await house.lamp(CEILING.name)).toMatchObject({ on: 1 });
    const told = () => house.events.flatMap(({ type, value }) => (type === "light" ? [value.on] : []));
    await inTime(told).toEqual([1, 0]);
    expect(await house.lamp(CEILING.name)).toMatchObject({ on: 0 });
  });
});
