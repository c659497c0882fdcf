import { nameOfBroker, parseBrokerUrl } from "../../mqtt/connection/broker-address.ts";
import type { BackendKind } from "../backend-kind.ts";
import { DEFAULT_BASE_TOPIC } from "./bridge/link/default-base-topic.ts";
import { parseReplay } from "./recording/replay-argument.ts";
import type { RecordingAddress, Zigbee2MqttAddress } from "./start-bridges.ts";

const OWNER = "Zigbee2MQTT";
const BROKERS = "backend";
const RECORDED = "replay";

/** What starts bridges takes long to load, so it is loaded only where there are any. */
const loadStart = () => import("./start-bridges.ts");

export const ZIGBEE2MQTT: BackendKind<Zigbee2MqttAddress> = {
  scheme: "mqtts?://",
  expected: "the address of a Zigbee2MQTT, such as mqtt://user:password@broker.lan/zigbee2mqtt",
  help: "this Zigbee2MQTT, such as mqtt://user:password@broker.lan/zigbee2mqtt",
  example: { address: "mqtt://broker.lan", shows: "the lamps of Zigbee2MQTT" },
  plural: "brokers",
  owner: OWNER,
  home: {
    title: "Zigbee2MQTT",
    advice: "give its address with --backend mqtt://broker.lan/zigbee2mqtt",
    // The order of the addresses does not matter.
    madeFrom: (names) => [BROKERS, ...[...names].sort()].join(" "),
    isMadeFrom: (madeFrom) => madeFrom.split(" ")[0] === BROKERS,
    // Ids do not depend on a broker.
    outlivesAddresses: true,
  },
  parse: (address) => {
    const broker = parseBrokerUrl(address);
    if ("problem" in broker) return broker;
    const prefix = broker.prefix || `${DEFAULT_BASE_TOPIC}/`;
    return { name: `${nameOfBroker(broker)}/${prefix.slice(0, -1)}`, broker: { ...broker, prefix } };
  },
  prepare: async (addresses, options) => (await loadStart()).prepareBrokers(addresses, options),
};

export const RECORDED_ZIGBEE2MQTT: BackendKind<RecordingAddress> = {
  scheme: "replay:",
  expected: "replay:house.jsonl",
  help: undefined,
  example: undefined,
  plural: "recordings",
  owner: OWNER,
  home: {
    title: "a recording",
    advice: "name it with --backend replay:house.jsonl",
    // Whichever recording: its devices are nobody's.
    madeFrom: () => RECORDED,
    isMadeFrom: (madeFrom) => madeFrom === RECORDED,
    outlivesAddresses: false,
  },
  parse: (address) => {
    const replay = parseReplay(address);
    return "problem" in replay ? replay : { name: `replay:${replay.file}`, replay };
  },
  prepare: async (addresses, options) => (await loadStart()).prepareRecordings(addresses, options),
};
