import fc from "fast-check";
import type { Message } from "../../../src/edges/backends/zigbee2mqtt/bridge/link/transport.ts";

/** What nobody else is to know of a house. */
export interface House {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly networkAddresses: readonly number[];
  /** Keys, passwords, hosts, paths and what a person wrote down. */
  readonly texts: readonly string[];
}

const ODD_WORDS = [
  "Küche",
  "灯",
  "💡💡💡💡",
  "سلام",
  "a\u0301bc",
  'say "hi"',
  "\u0007bell",
  " led ",
  "Anna's",
  "X/set",
];

const someLevel = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
  fc.string({ minLength: 4, maxLength: 12, unit: "grapheme-ascii" }),
  fc.constantFrom(...ODD_WORDS),
);
const someName = fc.array(someLevel, { minLength: 1, maxLength: 4 }).map((levels) => levels.join("/"));
const someAddress = fc
  .bigInt({ min: 1n, max: 2n ** 64n - 2n })
  .map((address) => `0x${address.toString(16).padStart(16, "0")}`);
const someText = fc.oneof(
  fc.string({ minLength: 6, maxLength: 60, unit: "grapheme" }),
  fc.ipV4(),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
  fc.constantFrom("/dev/serial/by-id/usb-Anna", "52.520008,13.404954"),
);

export const anyZigbeeHouse: fc.Arbitrary<House> = fc.record({
  names: fc.uniqueArray(someName, { minLength: 4, maxLength: 8 }),
  addresses: fc.uniqueArray(someAddress, { minLength: 4, maxLength: 8 }),
  networkAddresses: fc.uniqueArray(fc.integer({ min: 1_000, max: 65_533 }), { minLength: 4, maxLength: 8 }),
  texts: fc.array(someText, { minLength: 4, maxLength: 6 }),
});

const at = <Value>(list: readonly Value[], index: number): Value | undefined => list[index % list.length];

/** All messages of a Zigbee2MQTT of this home, with secrets in all the places where they may occur. */
export function wordsOf({ names, addresses, networkAddresses, texts }: House): readonly Message[] {
  const [text, other, third, fourth] = texts;
  const name = (index: number) => at(names, index);
  const ieee_address = (index: number) => at(addresses, index);
  const about = (index: number) => ({ friendly_name: name(index), ieee_address: ieee_address(index) });
  const endpoint = { bindings: [{ cluster: "genOnOff", target: { type: "endpoint", ieee_address: ieee_address(1) } }] };
  const devices = names.map((friendly_name, index) => ({
    ...about(index),
    friendly_name,
    network_address: at(networkAddresses, index),
    description: text,
    type: "Router",
    definition: { model: "LCT024", vendor: "Philips", exposes: [{ type: "light", features: [] }], icon: other },
    endpoints: { 11: { ...endpoint, scenes: [{ id: 1, name: name(2) }] } },
  }));
  const group = { id: 5, friendly_name: name(3), description: text, scenes: [{ id: 2, name: name(0) }] };
  const info = {
    version: "2.14.1",
    coordinator: { ieee_address: ieee_address(0), type: "zStack3x0", meta: { serial: other } },
    network: { pan_id: at(networkAddresses, 0), extended_pan_id: ieee_address(2), channel: 11 },
    config: {
      mqtt: { server: text, user: other, password: third, base_topic: fourth },
      serial: { port: third },
      advanced: { network_key: [1, 3, 5, 7], output: "json", pan_id: at(networkAddresses, 1) },
      devices: Object.fromEntries(addresses.map((address, index) => [address, { friendly_name: name(index) }])),
      frontend: { auth_token: fourth },
    },
  };
  const said: readonly (readonly [topic: string, value: unknown])[] = [
    ["bridge/state", { state: "online" }],
    ["bridge/info", info],
    ["bridge/devices", devices],
    ["bridge/groups", [{ ...group, members: [{ ieee_address: ieee_address(0), endpoint: 11 }] }]],
    ["bridge/event", { type: "device_interview", data: { ...about(0), status: "started" } }],
    ["bridge/logging", { level: "info", message: `MQTT publish: ${name(0)} ${text}` }],
    ["bridge/health", { devices: { [ieee_address(0) ?? ""]: { messages: 3 } } }],
    ["bridge/request/device/rename", { from: name(0), to: name(1), transaction: text }],
    ["bridge/response/device/rename", { status: "error", error: `Device '${name(0)}' does not exist`, data: {} }],
    ["bridge/response/device/ota_update/check", { data: { id: ieee_address(1)?.toUpperCase() } }],
    ["bridge/request/install_code/add", { value: other }],
    ...names.map((topic) => [topic, { state: "ON", brightness: 99, [topic]: topic, deep: [{ host: text }] }] as const),
    ...names.map((topic) => [`${topic}/set`, { color_temp: 250, note: third }] as const),
    ...names.map((topic) => [`${topic}/availability`, { state: "online" }] as const),
    ...addresses.map((address) => [`${address.toUpperCase().replace("X", "x")}/get`, { state: "" }] as const),
    ...addresses.map((address) => [`${address}_lamp`, { [address]: `of ${address}, ${text}` }] as const),
  ];
  return said.map(([topic, value]) => messageOf(topic, JSON.stringify(value)));
}

export const messageOf = (topic: string, payload: string): Message => ({
  topic,
  payload: Buffer.from(payload),
  isRetained: topic.startsWith("bridge/"),
});
