import { isObject, type JsonObject } from "../../../../../shared/is-object.ts";
import { parseJson, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";
import { PEER_STATE_PREFIX } from "./peer-state.ts";

/** Commands of any client to a device, which the device did not report. */
const COMMAND = /(^|\/)(set|get)(\/|$)/;

const isCommand = (topic: string): boolean => COMMAND.test(topic);

/** Other clients publish below the base topic as well: commands, requests, and the peer states of gateways. */
export const isFromZigbee2Mqtt = ({ topic }: Message): boolean =>
  !isCommand(topic) && !topic.startsWith(PEER_STATE_PREFIX) && !topic.startsWith("bridge/request/");

/**
 * Parses a state report: on the topic of the device itself, or on a topic below it, which holds a single attribute when
 * Zigbee2MQTT is configured with `output: attribute`.
 */
export function parseState(rest: string, payload: Uint8Array): JsonObject | "command" | "unreadable" {
  if (isCommand(rest)) return "command";
  const text = textOf(payload);
  if (rest !== "") return { [rest]: parseJson(text)?.value ?? text };
  const value = parseJson(text)?.value;
  return isObject(value) ? value : "unreadable";
}
