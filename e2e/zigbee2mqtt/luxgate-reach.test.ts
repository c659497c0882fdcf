import { describe, test } from "vitest";
import { ControlledHome } from "../support/controlled-home.ts";
import { Mosquitto } from "../support/mosquitto.ts";
import { inTime } from "./support/in-time.ts";
import { CEILING, READING } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";
import { startZigbee2Mqtt } from "./support/zigbee2mqtt.ts";

test("a lamp of which Zigbee2MQTT says that it is out of reach is offline, and online again when it is heard", async () => {
  const house = await ServedHouse.start({ lamps: [READING, CEILING], availability: true });
  const online = async () => {
    const devices = await house.list("device?cat1_id_not=1");
    return Object.fromEntries(devices.map((device) => [device.name, device.online]));
  };
  await inTime(online).toEqual({ [READING.name]: 1, [CEILING.name]: 1 });
  house.radio.goDeaf(CEILING.address);
  await inTime(online).toEqual({ [READING.name]: 1, [CEILING.name]: 0 });
  house.radio.hearAgain(CEILING.address);
  house.radio.report(CEILING.address, { on: 1, level: 51 });
  await inTime(online).toEqual({ [READING.name]: 1, [CEILING.name]: 1 });
  await inTime(() => house.lamp(CEILING.name)).toMatchObject({ on: 1, brightness: 20 });
});

describe("two Zigbee2MQTTs behind one gateway", () => {
  test("serve their lamps side by side, and each gets the commands for its own", async () => {
    const mosquitto = await Mosquitto.start();
    const up = { base: "up", coordinator: "0x00124b0000000aaa", lamps: [READING] };
    const down = { base: "home/down", coordinator: "0x00124b0000000bbb", lamps: [CEILING] };
    const [upstairs, downstairs] = await Promise.all(
      [up, down].map((peer) => startZigbee2Mqtt({ mosquittoPort: mosquitto.port, ...peer })),
    );
    const args = [up, down].flatMap(({ base }) => ["--backend", `${mosquitto.url}/${base}`]);
    const luxgate = await ControlledHome.start({ args });
    await inTime(() => luxgate.http.list("light")).toHaveLength(2);
    const key = await luxgate.pair();
    await luxgate.put(key, READING.name, { on: 1, brightness: 50 });
    await luxgate.put(key, CEILING.name, { on: 1, brightness: 20 });
    await inTime(() => upstairs?.radio.shows(READING.address)).toMatchObject({ on: 1, level: 127 });
    await inTime(() => downstairs?.radio.shows(CEILING.address)).toMatchObject({ on: 1, level: 51 });
  });
});
