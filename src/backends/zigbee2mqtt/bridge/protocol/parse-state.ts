import { isObject, type JsonObject, parseJson, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";

/** Commands to a device, by whomever: no words of its own. */
const COMMAND = /(^|\/)(set|get)(\/|$)/;

const isCommand = (topic: string): boolean => COMMAND.test(topic);

/** What others say below the base topic, and what we say there ourselves, comes from no Zigbee2MQTT. */
export const isFromZigbee2Mqtt = ({ topic }: Message): boolean =>
  !isCommand(topic) && !topic.startsWith("luxgate/") && !topic.startsWith("bridge/request/");

/**
 * What a device says on its topic, or on one below it: there stands a single attribute when Zigbee2MQTT is set to
 * `output: attribute`.
 */
export function parseState(rest: string, payload: Uint8Array): JsonObject | "nothing" | "unreadable" {
  if (isCommand(rest)) return "nothing";
  const text = textOf(payload);
  if (rest !== "") return { [rest]: parseJson(text)?.value ?? text };
  const value = parseJson(text)?.value;
  return isObject(value) ? value : "unreadable";
}
