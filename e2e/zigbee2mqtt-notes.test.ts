import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../test/support/events/mqtt-eventually.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import type { Envelope, Wire } from "../test/support/http/http-client.ts";
import { aBulb, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Program } from "./support/program.ts";

const LAMPS = Array.from({ length: 100 }, (_, at) =>
  aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}`, model: "dimmable" }),
);

test("a gateway that is stopped right after lamps were turned off leaves a note of each at the broker", async () => {
  const mosquitto = await Mosquitto.start();
  const zigbee = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices: LAMPS, groups: [] });
  onTestFinished(() => zigbee.crash());
  const program = Program.serve(["--backend", `${mosquitto.url}/zigbee2mqtt`]);
  const { url } = await program.ready();
  const countLit = async () => {
    const { data } = (await (await fetch(`${url}/clip/v2/resource/light`)).json()) as Envelope;
    return data.arr.filter(({ on }: Wire) => on === 1).length;
  };
  await eventually(countLit).toBe(LAMPS.length);

  for (const { ieee } of LAMPS) zigbee.wallSwitch(ieee, false);
  await eventually(countLit).toBe(0);
  expect(await program.stop()).toBe(0);

  const late = await MqttSubscriber.listening(mosquitto.port, "zigbee2mqtt/luxgate/shown/+");
  const notes = await late.first(LAMPS.length);
  expect(new Set(notes.map(({ topic }) => topic)).size).toBe(LAMPS.length);
  expect(new Set(notes.map(({ payload }) => payload))).toEqual(new Set(['{"brightness":127}']));
});
