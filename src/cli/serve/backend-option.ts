import { DEFAULT_BASE_TOPIC } from "../../backends/zigbee2mqtt/bridge/link/default-base-topic.ts";
import { parseReplay, type Replay } from "../../backends/zigbee2mqtt/recording/replay-argument.ts";
import { type BrokerAddress, nameOfBroker, parseBrokerUrl } from "../../mqtt/broker-address.ts";
import { CommandFault } from "../command-fault.ts";

/** A Zigbee2MQTT that was asked for, and how it is reached. */
export type BackendWish =
  | {
      readonly through: "broker";
      /** For people: without what is secret. */
      readonly name: string;
      /** With the base topic as its prefix. */
      readonly broker: BrokerAddress;
    }
  | {
      readonly through: "recording";
      readonly name: string;
      readonly replay: Replay;
    };

const BROKER = /^mqtts?:\/\//;
const RECORDING = /^replay:/;

/** Only before another address: passwords and file names may hold these too. */
const BETWEEN_ADDRESSES = /[\s,]+(?=mqtts?:\/\/|replay:)/;

const EXPECTED =
  "Expected the address of a Zigbee2MQTT, such as mqtt://user:password@broker.lan/zigbee2mqtt, or replay:house.jsonl.";

/** May be repeated, or separated by spaces or commas. */
export function backends(text: string, previous: readonly BackendWish[]): readonly BackendWish[] {
  const addresses = text.replace(/^[\s,]+|[\s,]+$/g, "").split(BETWEEN_ADDRESSES);
  const wishes = [...previous, ...addresses.map(backendAt)];
  const names = wishes.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`${twice} was given twice.`);
  return wishes;
}

function backendAt(address: string): BackendWish {
  if (RECORDING.test(address)) return recordingAt(address);
  if (!BROKER.test(address)) throw wrong(EXPECTED);
  const broker = parseBrokerUrl(address);
  if ("mistake" in broker) throw wrong(broker.mistake);
  const prefix = broker.prefix || `${DEFAULT_BASE_TOPIC}/`;
  return { through: "broker", name: `${nameOfBroker(broker)}/${prefix.slice(0, -1)}`, broker: { ...broker, prefix } };
}

function recordingAt(address: string): BackendWish {
  const replay = parseReplay(address);
  if ("mistake" in replay) throw wrong(replay.mistake);
  return { through: "recording", name: `replay:${replay.file}`, replay };
}

/** Commander repeats an argument that is found wrong, and this one may hold a password. */
const wrong = (what: string): CommandFault =>
  new CommandFault([`error: option '--backend <address>' is invalid. ${what}`]);
