import { hostname } from "node:os";
import { expect, test } from "vitest";
import { backends } from "./backend-option.ts";
import { leavesMqttPort, ownMqttPort } from "./own-mqtt-port.ts";

const optionsFor = (address: string, mqttPort = 1883) => ({ mqtt: true, mqttPort, backend: backends(address, []) });

test.each(["127.0.0.1", "localhost", "[::1]", "127.0.1.1:1883", hostname()])(
  "the port of a broker of this machine is left to it: %s",
  (host) => {
    expect(ownMqttPort(optionsFor(`mqtt://${host}`))).toBeUndefined();
    expect(leavesMqttPort(optionsFor(`mqtt://${host}`))).toBe(true);
    expect(ownMqttPort(optionsFor(`mqtt://${host}`, 1884))).toBe(1884);
  },
);

test.each(["mqtt://192.0.2.7", "mqtt://127.0.0.1:1884", "mqtts://127.0.0.1", "replay:house.jsonl"])(
  "another broker is not in the way: %s",
  (address) => {
    expect(ownMqttPort(optionsFor(address))).toBe(1883);
    expect(leavesMqttPort(optionsFor(address))).toBe(false);
  },
);

test("without MQTT there is no broker of our own", () => {
  expect(ownMqttPort({ mqtt: false, mqttPort: 1883, backend: [] })).toBeUndefined();
  expect(leavesMqttPort({ mqtt: false, mqttPort: 1883, backend: [] })).toBe(false);
});
