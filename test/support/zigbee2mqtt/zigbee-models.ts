import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Definition, type DefinitionWithExtend, prepareDefinition, setLogger } from "zigbee-herdsman-converters";
import { standInDevice } from "./zigbee-stand-in.ts";

/** A model that Zigbee2MQTT knows. */
export interface ZigbeeModel {
  readonly definition: Definition;
  /** As `bridge/devices` has it, through JSON and all. */
  readonly published: unknown;
}

const require = createRequire(import.meta.url);
const silent = () => undefined;

/** Every model there is, those too that are sold under another name. */
export function everyZigbeeModel(): readonly ZigbeeModel[] {
  setLogger({ error: silent, warning: silent, info: silent, debug: silent });
  const folder = join(dirname(require.resolve("zigbee-herdsman-converters")), "devices");
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return files.flatMap((name) => definitionsIn(join(folder, name)).map(prepareDefinition).flatMap(modelsOf));
}

/** Its files hold a list of definitions each; the package says so nowhere but in its own types. */
function definitionsIn(path: string): readonly DefinitionWithExtend[] {
  const { definitions } = require(path) as { readonly definitions?: readonly DefinitionWithExtend[] };
  return definitions ?? [];
}

function modelsOf(definition: Definition): readonly ZigbeeModel[] {
  const exposes = exposesOf(definition);
  const names = [definition, ...(definition.whiteLabel ?? [])];
  return names.map(({ vendor = definition.vendor, model, description = definition.description }) => ({
    definition,
    published: JSON.parse(JSON.stringify({ vendor, model, description, exposes, options: definition.options })),
  }));
}

/** Some follow from the device; this is what they are for one of which nothing is known yet. */
const exposesOf = ({ exposes }: Definition) =>
  typeof exposes === "function" ? exposes({ isDummyDevice: true } as never, {}) : exposes;

/** What those that follow from the device are for a device with eight endpoints; nothing where they do not. */
export function publishedForDevice({ definition }: ZigbeeModel): unknown {
  const { exposes, vendor, model, description } = definition;
  if (typeof exposes !== "function") return undefined;
  return JSON.parse(JSON.stringify({ vendor, model, description, exposes: exposes(standInDevice().device, {}) }));
}
