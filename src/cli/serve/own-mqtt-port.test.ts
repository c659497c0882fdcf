import { hostname } from "node:os";
import { expect, test } from "vitest";
import { backends } from "./backend-option.ts";
import { leavesMqttPort, ownMqttPort } from "./own-mqtt-port.ts";

const wanted = (address: string, mqttPort = 1883) => ({ mqtt: true, mqttPort, backend: backends(address, []) });

test.each(["127.0.0.1", "localhost", "[::1]", "127.0.1.1:1883", hostname()])(
  "the port of a broker of this machine is left to it: %s",
  (host) => {
    expect(ownMqttPort(wanted(`mqtt://${host}`))).toBeUndefined();
    expect(leavesMqttPort(wanted(`mqtt://${host}`))).toBe(true);
    expect(ownMqttPort(wanted(`mqtt://${host}`, 1884))).toBe(1884);
  },
);

test.each(["mqtt://192.0.2.7", "mqtt://127.0.0.1:1884", "mqtts://127.0.0.1", "replay:house.jsonl"])(
  "another broker is not in the way: %s",
  (address) => {
    expect(ownMqttPort(wanted(address))).toBe(1883);
    expect(leavesMqttPort(wanted(address))).toBe(false);
  },
);

test("who wants no broker gets none", () => {
  expect(ownMqttPort({ mqtt: false, mqttPort: 1883, backend: [] })).toBeUndefined();
  expect(leavesMqttPort({ mqtt: false, mqttPort: 1883, backend: [] })).toBe(false);
});
