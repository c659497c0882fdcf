import { cleanName } from "../../../../core/home/model/name.ts";
import { isObject, type JsonObject } from "../../../../shared/is-object.ts";
import { quoted, textIn } from "../json-values.ts";
import type { Capabilities, Lamp } from "./capabilities.ts";
import { categoryOf } from "./category.ts";
import { type Feature, parseFeature } from "./feature.ts";
import { lampFrom, parseLight } from "./parse-light.ts";

/** The capabilities of a device, and what of its definition was dropped. */
export interface ParsedCapabilities {
  readonly capabilities: Capabilities;
  readonly problems: readonly string[];
}

/** All types of exposes that Zigbee2MQTT knows. */
const TYPES: readonly string[] = [
  ...["binary", "numeric", "enum", "text", "composite", "list"],
  ...["light", "switch", "fan", "cover", "lock", "climate"],
];

/** Parses the `definition` of a device; an invalid expose is dropped by itself. */
export function parseCapabilities(definition: unknown): ParsedCapabilities {
  if (!isObject(definition)) {
    return {
      capabilities: capabilitiesWith({}, [], []),
      problems: definition == null ? [] : ["its definition is not an object"],
    };
  }
  const { exposes: given } = definition;
  const listed = given ?? [];
  if (!Array.isArray(listed)) {
    return {
      capabilities: capabilitiesWith(definition, [], []),
      problems: [`its exposes are ${quoted(listed)}, not a list`],
    };
  }
  const exposes: Feature[] = [];
  const dropped: string[] = [];
  for (const [at, value] of listed.entries()) {
    const feature = parseFeature(value, { endpoint: null });
    if (!feature) dropped.push(`expose ${at + 1} is invalid`);
    else if (TYPES.includes(feature.type)) exposes.push(feature);
    else dropped.push(`expose ${at + 1} has the unknown type ${quoted(feature.type)}`);
  }
  const { lamps, problems } = lampsIn(exposes);
  return { capabilities: capabilitiesWith(definition, lamps, exposes), problems: [...dropped, ...problems] };
}

function capabilitiesWith(definition: JsonObject, lamps: readonly Lamp[], exposes: readonly Feature[]): Capabilities {
  const { vendor, model, description } = definition;
  return {
    categoryId: categoryOf({ lamps, exposes, description: textIn(description) ?? "" }),
    manufacturer: cleanName(textIn(vendor) ?? ""),
    model: cleanName(textIn(model) ?? ""),
    lamps,
    switches: switchesIn(exposes),
    canFade: canFade(definition),
  };
}

/** Zigbee2MQTT lists what can be configured of a device; a time for its transitions, only of such as have transitions. */
const canFade = ({ options }: JsonObject): boolean =>
  Array.isArray(options) && options.filter(isObject).some(({ name }) => name === "transition");

/** What is connected to a switch can be turned on and off, and no more. */
const switchesIn = (exposes: readonly Feature[]): readonly Lamp[] =>
  lampsIn(
    exposes.filter(({ type, name }) => type === "switch" || name === "power_on_behavior"),
    "switch",
  ).lamps;

/** More than any device has. A limit, as completing each lamp searches all exposes of its device. */
const MOST_LAMPS = 32;

/** One lamp for each `light`, or `switch`; of two with the same endpoint or state property, the first. */
function lampsIn(
  exposes: readonly Feature[],
  kind: "light" | "switch" = "light",
): {
  readonly lamps: readonly Lamp[];
  readonly problems: readonly string[];
} {
  const lamps: Lamp[] = [];
  const problems: string[] = [];
  for (const expose of exposes.filter(({ type }) => type === kind)) {
    const { light, problems: ofLight } = parseLight(expose);
    for (const problem of ofLight) problems.push(problem);
    if (!light) continue;
    if (lamps.length === MOST_LAMPS) {
      problems.push(`it has more than ${MOST_LAMPS} lights: the others are ignored`);
      break;
    }
    const { endpoint, state } = light;
    if (lamps.some((lamp) => lamp.endpoint === endpoint || lamp.state.property === state.property)) {
      problems.push(`two lights have the same state property ${quoted(state.property)}`);
    } else lamps.push(lampFrom(light, exposes));
  }
  return { lamps, problems };
}
