import { expect, test } from "vitest";
import type { StatusView } from "../../../edges/control/views/status-view.ts";
import { statusLines } from "./status-lines.ts";

const STATUS: StatusView = {
  version: "0.1.0",
  pid: 4711,
  uptimeMillis: 11_520_000,
  notReady: [],
  http: { address: "0.0.0.0", port: 8080 },
  page: null,
  https: null,
  metrics: null,
  discovery: { port: 9001 },
  mqtt: { port: 1883, clients: 2 },
  broker: null,
  fleet: null,
  matter: null,
  mdns: { name: "Luxgate", addresses: ["192.168.1.20"] },
  eventStreams: 1,
  profile: "home",
  stateFolder: "/var/lib/luxgate",
  store: { trouble: null, lastSnapshot: null },
  recovered: [],
  mac: "3C:22:FB:12:34:56",
  home: { devices: 14, strangers: 1, offline: 0, lights: 11, lightsOn: 7, syncBoxes: 1, rooms: 1, scenes: 5 },
  offline: [],
  keys: 0,
  pairingMillisLeft: 0,
  joiningMillisLeft: 0,
  sources: [],
  problems: 0,
  moods: null,
};

/** The lines about each subject; fails where they do not begin in one column. */
function subjectsIn([, ...lines]: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const column = lines.find((line) => line.startsWith("  http "))?.indexOf("0.0.0.0") ?? 0;
  const subjects: Record<string, string[]> = {};
  let about: string[] = [];
  for (const line of lines) {
    expect(line.slice(column - 1, column + 1)).toMatch(/^ \S$/);
    const name = line.slice(0, column).trim();
    if (name !== "") subjects[name] = about = [];
    about.push(line.slice(column));
  }
  return subjects;
}

const statusOf = (different: Partial<StatusView>) => subjectsIn(statusLines({ ...STATUS, ...different }));

test("a gateway with nothing to tell is shown on a few lines", () => {
  expect(statusLines(STATUS)[0]).toMatch(/0\.1\.0.*4711.*3 hours 12 minutes/);
  const subjects = statusOf({});
  expect(subjects).toMatchObject({
    http: [expect.stringContaining("8080")],
    discovery: [expect.stringMatching(/9001.*3C:22:FB:12:34:56/)],
    mdns: [expect.stringMatching(/Luxgate.*192\.168\.1\.20/)],
    events: [expect.stringMatching(/1883, 2 clients.*1 event stream/)],
    "data folder": ["/var/lib/luxgate"],
    snapshot: [expect.stringContaining("none")],
    home: ["14 devices (1 not admitted), 11 lights (7 on), 1 sync box, 1 room, 5 scenes"],
    keys: [expect.stringContaining("no clients")],
    pairing: ["closed"],
    joining: ["closed"],
  });
  for (const unusual of [
    "web page",
    "offline",
    "not ready",
    "profile",
    "storage",
    "simulated",
    "recovered",
    "problems",
    "metrics",
  ])
    expect(subjects).not.toHaveProperty([unusual]);
});

test("what is out of the ordinary has lines of its own, without what would disturb a terminal", () => {
  const subjects = statusOf({
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
  expect(subjects).toMatchObject({
    "not ready": ["changes cannot be stored (the disk is full)", "the MQTT port is not open"],
    discovery: [expect.stringMatching(/^off: its port cannot be opened.*3C:22:FB:12:34:56/)],
    mdns: ["off: disabled"],
    events: [
      expect.stringMatching(/off: its port cannot be opened.*1 event stream/),
      expect.stringMatching(/^mqtt:\/\/broker\.lan:1883: .*ECONNREFUSED/),
    ],
    profile: [expect.stringMatching(/^shared: .* key/)],
    snapshot: [expect.stringMatching(/^20(25-12-31|26-01-01) \d\d:\d\d:\d\d$/)],
    storage: [expect.stringMatching(/^the disk is full; .*refused/)],
    pairing: [expect.stringMatching(/^open .*8\.2 s$/)],
    simulated: ['" [31mPorch" cannot be reached.'],
    recovered: ["home.db was damaged; a snapshot took its place", "two changes were lost"],
  });
});

test("the page's addresses have a line, and so have the devices that are offline, with how many more there are", () => {
  const page = ["http://192.168.1.20:8080", "http://127.0.0.1:8080"];
  const offline = [
    { name: "Porch", room: "Entrance" },
    { name: "\u001b[31mShed", room: null },
  ];
  const home = { ...STATUS.home, offline: 14 };
  expect(statusOf({ page, offline, home })).toMatchObject({
    "web page": ["http://192.168.1.20:8080  http://127.0.0.1:8080"],
    offline: ["Porch (Entrance),  [31mShed and 12 more"],
  });
  expect(statusOf({ offline, home: { ...home, offline: 2 } })).toMatchObject({
    offline: [expect.stringMatching(/Shed$/)],
  });
});

test("each source of lamps has a line, with why it cannot be reached, and what is wrong with them is counted", () => {
  const there = { name: "mqtt://broker.lan:1883/zigbee2mqtt", words: "Zigbee2MQTT 2.14.1, 96 devices", trouble: null };
  const away = { ...there, name: "mqtt://10.0.0.7:1883/barn", trouble: "ECONNREFUSED" };
  const silent = { name: "mqtt://10.0.0.8:1883/shed", words: "", trouble: null };
  expect(statusOf({ sources: [there, away, silent], problems: 3 })).toMatchObject({
    zigbee2mqtt: [
      "mqtt://broker.lan:1883/zigbee2mqtt: Zigbee2MQTT 2.14.1, 96 devices",
      expect.stringMatching(/^mqtt:\/\/10\.0\.0\.7:1883\/barn: unreachable: .*ECONNREFUSED/),
      expect.stringMatching(/^mqtt:\/\/10\.0\.0\.8:1883\/shed: no messages/),
    ],
    problems: [expect.stringMatching(/^3\b.*luxgate status --problems/)],
  });
  expect(statusOf({ sources: [there] })).toMatchObject({ problems: ["none"] });
});

test.each([
  [1, "1 client paired"],
  [2, "2 clients paired"],
])("a gateway with %i keys shows %s", (keys, words) => {
  expect(statusOf({ keys })).toMatchObject({ keys: [words] });
});

test.each([
  [999, "0 seconds"],
  [61_000, "1 minute"],
  [90_000_000, "1 day 1 hour"],
])("%i ms are %s", (uptimeMillis, words) => {
  expect(statusLines({ ...STATUS, uptimeMillis })[0]).toContain(`uptime ${words}`);
});

test("HTTPS and metrics are named where they are", () => {
  expect(statusOf({ https: { port: 8443 }, metrics: { address: "127.0.0.1", port: 9100 } })).toMatchObject({
    http: [expect.stringMatching(/8080.*HTTPS.*8443/)],
    metrics: [expect.stringMatching(/127\.0\.0\.1.*9100/)],
  });
});

test("a gateway of a fleet shows whether the fleet has it, or for how long it has not", () => {
  const fleet = {
    gateway: "g1",
    server: "10.0.0.5:4222",
    isMember: true,
    trouble: null,
    forMillis: 61_000,
    pending: 0,
  };
  expect(statusOf({ fleet })).toMatchObject({ fleet: ["g1, member at 10.0.0.5:4222"] });
  const away = { ...fleet, server: null, isMember: false, trouble: "not connected: ECONNREFUSED", pending: 2 };
  expect(statusOf({ fleet: away })).toMatchObject({
    fleet: [expect.stringMatching(/^g1: not connected: ECONNREFUSED, for 1 minute; 2 resources/)],
  });
  expect(statusOf({})).not.toHaveProperty("fleet");
});

test("while a window is open, it says for how long", () => {
  const { pairing, joining } = statusOf({ pairingMillisLeft: 7_400, joiningMillisLeft: 0 });
  expect(pairing).toEqual(["open for 7.4 s"]);
  expect(joining).toEqual(["closed"]);
});
