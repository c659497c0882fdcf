import { describe, expect, test } from "vitest";
import { inTime } from "./support/in-time.ts";
import { CEILING, PLUG, READING, SENSOR, STAIRS } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";

describe("a lamp's report", () => {
  test("becomes the gateway's state, and an event", async () => {
    const house = await ServedHouse.start({ lamps: [READING] });
    const [device] = await house.list("device?cat1_id_not=1&ext_light=1");
    const { id } = await house.lamp(READING.name);
    house.radio.report(READING.address, { on: 1, level: 203 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 80 });
    house.radio.report(READING.address, { x: 20_000, y: 40_000, colourMode: 1 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ color_mode: 1 });
    const { color_x, color_y } = await house.lamp(READING.name);
    expect(Math.abs(color_x - 20_000)).toBeLessThanOrEqual(7);
    expect(Math.abs(color_y - 40_000)).toBeLessThanOrEqual(7);
    house.radio.report(READING.address, { mired: 370, colourMode: 2 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ color_mode: 2, color_cw: 2703 });
    const events = () => house.events.filter(({ type }) => type === "light");
    const { on, brightness, color_mode, color_cw } = await house.lamp(READING.name);
    const told = () => Object.assign({}, ...events().map(({ value }) => value));
    await inTime(told).toMatchObject({ on, brightness, color_mode, color_cw });
    for (const event of events()) expect(event).toMatchObject({ event: "update", id, device_id: device.id });
  });

  test("of one endpoint is the state of one light", async () => {
    const house = await ServedHouse.start({ lamps: [STAIRS] });
    house.radio.report(STAIRS.address, { on: 1, level: 25 }, 2);
    await inTime(() => house.lamp("Stairs l2")).toMatchObject({ on: 1, brightness: 10 });
    expect(await house.lamp("Stairs l1")).toMatchObject({ on: 0 });
  });
});

test("every device of a house is served in its category, with a light for each lamp", async () => {
  const lamps = [READING, CEILING, STAIRS, PLUG, SENSOR];
  const house = await ServedHouse.start({ lamps });
  const devices = await house.list("device?cat1_id_not=1");
  const kinds = Object.fromEntries(devices.map(({ name, product }) => [name, product.cat2_name]));
  expect(kinds).toEqual({
    [READING.name]: "RGB CW Light",
    [CEILING.name]: "CW Light",
    [STAIRS.name]: "Dimmable Light",
    [PLUG.name]: "Plug",
    [SENSOR.name]: "Sensor",
  });
  const lights = (await house.list("light")).map(({ name }) => name);
  expect(lights.sort()).toEqual([CEILING.name, "Stairs l1", "Stairs l2", READING.name].sort());
});
