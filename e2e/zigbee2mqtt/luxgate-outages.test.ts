import { describe, expect, test } from "vitest";
import { inTime } from "./support/in-time.ts";
import { CEILING, READING } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";

const LAMPS = [READING, CEILING];

/** A command gets through to the lamp, and what the lamp does gets through to a client. */
async function expectLive(house: ServedHouse) {
  await house.put(CEILING.name, { on: 1, brightness: 20 });
  await inTime(() => house.radio.shows(CEILING.address)).toMatchObject({ on: 1, level: 51 });
  // Said again and again: an answer that is on its way to Zigbee2MQTT may come after it.
  const brightened = () => {
    house.radio.report(READING.address, { on: 1, level: 254 });
    return house.lamp(READING.name);
  };
  await inTime(brightened).toMatchObject({ on: 1, brightness: 100 });
}

describe("lamps are served on", () => {
  test("while Mosquitto is stopped, and what happened meanwhile is known once it is back", async () => {
    const house = await ServedHouse.start({ lamps: LAMPS });
    house.radio.report(READING.address, { on: 1, level: 127 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 50 });
    const ids = (await house.list("light")).map(({ id }) => id);

    await house.mosquitto.stop();
    house.radio.report(READING.address, { on: 1, level: 25 });
    expect(await house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 50 });
    expect((await house.list("light")).map(({ id }) => id)).toEqual(ids);

    await house.mosquitto.start();
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 10 });
    await expectLive(house);
    expect((await house.list("light")).map(({ id }) => id)).toEqual(ids);
  });

  test("while Zigbee2MQTT is restarted", async () => {
    const house = await ServedHouse.start({ lamps: LAMPS });
    const ids = (await house.list("light")).map(({ id }) => id);
    await house.peer.stop();
    expect((await house.list("light")).map(({ id }) => id)).toEqual(ids);
    house.radio.report(READING.address, { on: 1, level: 25 });
    await house.peer.start();
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 10 });
    await expectLive(house);
    expect((await house.list("light")).map(({ id }) => id)).toEqual(ids);
  });

  test("after the gateway was killed: what lamps did meanwhile is asked of them", async () => {
    const house = await ServedHouse.start({ lamps: LAMPS });
    house.radio.report(READING.address, { on: 1, level: 127 });
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 50 });
    const before = await house.list("light");
    await house.killLuxgate(() => house.radio.report(READING.address, { on: 1, level: 25 }));
    await inTime(() => house.lamp(READING.name)).toMatchObject({ on: 1, brightness: 10 });
    expect((await house.list("light")).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await expectLive(house);
  });
});
