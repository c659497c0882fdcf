import { isSame } from "../../../../../core/home/changes/replacement.ts";
import { isObject, type JsonObject } from "../../../../../shared/is-object.ts";
import { isAbsent, parseJson, textOf } from "../../json-values.ts";

/** States are short; whatever is longer is not looked at. */
const LONGEST_STATE = 4 * 1024;

/** Says nothing of what a lamp shows. */
const INCIDENTAL = ["linkquality", "last_seen"];

/**
 * Whether a report of a device makes an earlier report needless: it names all that the earlier report names, and the
 * device was on in both. What a lamp showed before it was turned off is remembered, so of a lamp that is off, or was turned
 * on or off, only a report that says the same again is needless. Zigbee2MQTT publishes the whole state with every change,
 * unless it is configured otherwise.
 */
export function supersedesState(newer: Uint8Array, older: Uint8Array): boolean {
  const [state, earlier] = [stateIn(newer), stateIn(older)];
  if (!state || !earlier) return false;
  const properties = Object.keys({ ...earlier, ...state });
  const switches = properties.filter(isSwitch);
  const isOn = (values: JsonObject) => switches.length > 0 && switches.every((property) => values[property] === "ON");
  const isNamed = (property: string) => isAbsent(earlier[property]) || !isAbsent(state[property]);
  const isRepeated = (property: string) => INCIDENTAL.includes(property) || isSame(state[property], earlier[property]);
  return properties.every(isNamed) && ((isOn(state) && isOn(earlier)) || properties.every(isRepeated));
}

/** Of a device with several outputs, `state_left` and the like. */
const isSwitch = (property: string): boolean => property === "state" || property.startsWith("state_");

function stateIn(payload: Uint8Array): JsonObject | undefined {
  const value = payload.byteLength > LONGEST_STATE ? undefined : parseJson(textOf(payload))?.value;
  return isObject(value) ? value : undefined;
}
