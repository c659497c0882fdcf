import { cleanName } from "../../../home/name.ts";
import { isObject, type JsonObject, textIn } from "../json-values.ts";
import type { Lamp, Capabilities } from "./capabilities.ts";
import { categoryOf } from "./category.ts";
import { type Feature, featureFrom } from "./feature.ts";
import { lampFrom } from "./lamp-from.ts";
import { lightFrom } from "./parse-light.ts";
import { quoted } from "./quoted.ts";

/** What a device is, and what of its definition was set aside. */
export interface ParsedCapabilities {
  readonly capabilities: Capabilities;
  readonly problems: readonly string[];
}

/** All that Zigbee2MQTT may say that a device has. */
const TYPES: readonly string[] = [
  ...["binary", "numeric", "enum", "text", "composite", "list"],
  ...["light", "switch", "fan", "cover", "lock", "climate"],
];

/** Reads the `definition` of a device; whatever is strange in it costs nothing but itself. */
export function parseCapabilities(definition: unknown): ParsedCapabilities {
  if (!isObject(definition)) {
    return { capabilities: capabilitiesWith({}, [], []), problems: definition == null ? [] : ["its definition is no object"] };
  }
  const { exposes: said } = definition;
  const listed = said ?? [];
  if (!Array.isArray(listed)) {
    return { capabilities: capabilitiesWith(definition, [], []), problems: [`its exposes are ${quoted(listed)}, not a list`] };
  }
  const exposes: Feature[] = [];
  const strange: string[] = [];
  for (const [at, value] of listed.entries()) {
    const feature = featureFrom(value, { endpoint: null });
    if (!feature) strange.push(`expose ${at + 1} is none`);
    else if (TYPES.includes(feature.type)) exposes.push(feature);
    else strange.push(`expose ${at + 1} is of the unknown type ${quoted(feature.type)}`);
  }
  const { lamps, problems } = lampsIn(exposes);
  return { capabilities: capabilitiesWith(definition, lamps, exposes), problems: [...strange, ...problems] };
}

function capabilitiesWith(definition: JsonObject, lamps: readonly Lamp[], exposes: readonly Feature[]): Capabilities {
  const { vendor, model, description } = definition;
  return {
    categoryId: categoryOf({ lamps, exposes, description: textIn(description) ?? "" }),
    manufacturer: cleanName(textIn(vendor) ?? ""),
    model: cleanName(textIn(model) ?? ""),
    lamps,
    switches: switchesIn(exposes),
  };
}

/** What hangs on a switch can be turned on and off, and no more. */
const switchesIn = (exposes: readonly Feature[]): readonly Lamp[] =>
  lampsIn(
    exposes.filter(({ type, name }) => type === "switch" || name === "power_on_behavior"),
    "switch",
  ).lamps;

/** More than any device has: each costs a look at all that stands beside it. */
const MOST_LAMPS = 32;

/** One lamp for each `light`, or `switch`; of two that are at the same place, the first. */
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
    const { light, problems: ofLight } = lightFrom(expose);
    for (const words of ofLight) problems.push(words);
    if (!light) continue;
    if (lamps.length === MOST_LAMPS) {
      problems.push(`it has more than ${MOST_LAMPS} lights: the others are set aside`);
      break;
    }
    const { endpoint, state } = light;
    if (lamps.some((lamp) => lamp.endpoint === endpoint || lamp.state.property === state.property)) {
      problems.push(`there is a second light with the state ${quoted(state.property)}`);
    } else lamps.push(lampFrom(light, exposes));
  }
  return { lamps, problems };
}
