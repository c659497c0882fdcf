import { isObject, type JsonObject, parsed, textOf } from "./json.ts";

/** Commands to a device, by whomever: no words of its own. */
const COMMAND = /(^|\/)(set|get)(\/|$)/;

/**
 * What a device says on its topic, or on one below it: there stands a single attribute when Zigbee2MQTT is set to
 * `output: attribute`.
 */
export function toldIn(rest: string, payload: Uint8Array): JsonObject | "nothing" | "unreadable" {
  if (COMMAND.test(rest)) return "nothing";
  const text = textOf(payload);
  if (rest !== "") return { [rest]: parsed(text)?.value ?? text };
  const value = parsed(text)?.value;
  return isObject(value) ? value : "unreadable";
}
