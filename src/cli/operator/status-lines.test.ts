import { expect, test } from "vitest";
import type { StatusView } from "../../control/views/status-view.ts";
import { statusLines } from "./status-lines.ts";

const STATUS: StatusView = {
  version: "0.1.0",
  pid: 4711,
  uptimeMillis: 11_520_000,
  notReady: [],
  http: { address: "0.0.0.0", port: 8080 },
  https: null,
  metrics: null,
  discovery: { port: 9001 },
  mqtt: { port: 1883, clients: 2 },
  broker: null,
  mdns: { name: "Luxgate", addresses: ["192.168.1.20"] },
  eventStreams: 1,
  profile: "home",
  stateFolder: "/var/lib/luxgate",
  store: { trouble: null, lastSnapshot: null },
  recovered: [],
  mac: "3C:22:FB:12:34:56",
  home: { devices: 14, strangers: 1, offline: 0, lights: 11, lightsOn: 7, syncBoxes: 1, rooms: 1, scenes: 5 },
  keys: 0,
  pairingMillisLeft: 0,
  joiningMillisLeft: 0,
  sources: [],
  problems: 0,
  moods: null,
};

test("a gateway with nothing to tell is shown on a few lines", () => {
  expect(statusLines(STATUS)).toEqual([
    "Luxgate 0.1.0, process 4711, uptime 3 hours 12 minutes",
    "  http        0.0.0.0, port 8080",
    "  discovery   UDP port 9001, as 3C:22:FB:12:34:56",
    "  mdns        Luxgate, at 192.168.1.20",
    "  events      MQTT port 1883, 2 clients; 1 event stream",
    "  data folder /var/lib/luxgate",
    "  snapshot    none yet",
    "  home        14 devices (1 not admitted), 11 lights (7 on), 1 sync box, 1 room, 5 scenes",
    "  keys        no clients paired",
    "  pairing     closed",
    "  joining     closed",
  ]);
});

test("what is out of the ordinary has lines of its own, without what would disturb a terminal", () => {
  const lines = statusLines({
    ...STATUS,
    notReady: ["changes cannot be stored (the disk is full)", "the MQTT port is not open"],
    discovery: { off: "its port cannot be opened" },
    mqtt: { off: "its port cannot be opened" },
    broker: { url: "mqtt://broker.lan:1883", trouble: "ECONNREFUSED" },
    mdns: { off: "disabled" },
    profile: "shared",
    store: {
      trouble: "the disk is full",
      lastSnapshot: "2026-01-01T00:00:00Z",
    },
    recovered: ["home.db was damaged; a snapshot took its place", "two changes were lost"],
    pairingMillisLeft: 8_200,
    moods: ['"\u001b[31mPorch" cannot be reached.'],
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      "  not ready   changes cannot be stored (the disk is full)",
      "              the MQTT port is not open",
      "  discovery   off: its port cannot be opened, as 3C:22:FB:12:34:56",
      "  mdns        off: disabled",
      "  events      MQTT off: its port cannot be opened; 1 event stream",
      "              mqtt://broker.lan:1883: not connected (ECONNREFUSED)",
      "  profile     shared: reads need a key",
      expect.stringMatching(/^ {2}snapshot {4}20(25-12-31|26-01-01) \d\d:\d\d:\d\d$/),
      "  storage     the disk is full; changes are refused until this is fixed",
      "  pairing     open for 8.2 s",
      '  simulated   " [31mPorch" cannot be reached.',
      "  recovered   home.db was damaged; a snapshot took its place",
      "              two changes were lost",
    ]),
  );
});

test("each source of lamps has a line, with why it cannot be reached, and what is wrong with them is counted", () => {
  const there = { name: "mqtt://broker.lan:1883/zigbee2mqtt", words: "Zigbee2MQTT 2.14.1, 96 devices", trouble: null };
  const away = { ...there, name: "mqtt://10.0.0.7:1883/barn", trouble: "ECONNREFUSED" };
  const silent = { name: "mqtt://10.0.0.8:1883/shed", words: "", trouble: null };
  const lines = statusLines({ ...STATUS, sources: [there, away, silent], problems: 3 });
  expect(lines.slice(lines.findIndex((line) => line.includes("zigbee2mqtt")))).toEqual([
    "  zigbee2mqtt mqtt://broker.lan:1883/zigbee2mqtt: Zigbee2MQTT 2.14.1, 96 devices",
    "              mqtt://10.0.0.7:1883/barn: unavailable: nothing listens on this port (ECONNREFUSED)",
    "              mqtt://10.0.0.8:1883/shed: no messages received yet",
    "  problems    3, see luxgate status --problems",
    "  keys        no clients paired",
    "  pairing     closed",
    "  joining     closed",
  ]);
  expect(statusLines({ ...STATUS, sources: [there] })).toContain("  problems    none");
});

test.each([
  [1, "1 client paired"],
  [2, "2 clients paired"],
])("a gateway with %i keys shows %s", (keys, words) => {
  expect(statusLines({ ...STATUS, keys })).toContain(`  keys        ${words}`);
});

test.each([
  [999, "0 seconds"],
  [61_000, "1 minute"],
  [90_000_000, "1 day 1 hour"],
])("%i ms are %s", (uptimeMillis, words) => {
  expect(statusLines({ ...STATUS, uptimeMillis })[0]).toContain(`uptime ${words}`);
});

test("HTTPS and metrics are named where they are", () => {
  const lines = statusLines({ ...STATUS, https: { port: 8443 }, metrics: { address: "127.0.0.1", port: 9100 } });
  expect(lines).toContain("  http        0.0.0.0, port 8080; HTTPS port 8443");
  expect(lines).toContain("  metrics     127.0.0.1, port 9100");
});
