import type { Ability } from "../../../home/light.ts";
import type { Lamp } from "./capabilities.ts";
import { type Feature, numericFrom, propertyOf } from "./feature.ts";
import { type LightPart, USUAL_BRIGHTNESS } from "./parse-light.ts";
import { powerOnValues } from "./power-on.ts";

/** As many as the lamps with a gradient take that there are. */
const USUAL_SEGMENTS = 9;

/** A lamp: its light, and what stands beside that among the exposes of its device. */
export function lampFrom(light: LightPart, exposes: readonly Feature[]): Lamp {
  const list = light.colour ? beside(light, exposes, { name: "gradient", type: "list" }) : undefined;
  const gradient = list ? gradientFrom(list) : null;
  const level = light.brightness ? undefined : beside(light, exposes, { name: "brightness", type: "numeric" });
  const brightness = level ? numericFrom(level, USUAL_BRIGHTNESS) : light.brightness;
  const lamp = {
    ...light,
    brightness: typeof brightness === "string" ? null : brightness,
    colourMode: propertyOf("color_mode", light.endpoint),
    gradient,
    powerOn: powerOnFrom(beside(light, exposes, { name: "power_on_behavior", type: "enum" })),
    askable: gradient && list?.isAskable ? [...light.askable, gradient.property] : light.askable,
  };
  return { ...lamp, abilities: abilitiesOf(lamp) };
}

/** For the endpoint of the light or, when there is none for that, for the whole device. */
function beside({ endpoint }: LightPart, exposes: readonly Feature[], wanted: Pick<Feature, "name" | "type">) {
  const found = exposes.filter(({ name, type, isSettable }) => {
    return name === wanted.name && type === wanted.type && isSettable;
  });
  return found.find((one) => one.endpoint === endpoint) ?? found.find((one) => one.endpoint === null);
}

function gradientFrom({ property, words }: Feature): Lamp["gradient"] {
  const { length_max: longest } = words;
  const most = longest ?? USUAL_SEGMENTS;
  return typeof most === "number" && most >= 1 && Number.isFinite(most) ? { property, most: Math.floor(most) } : null;
}

function powerOnFrom(feature: Feature | undefined): Lamp["powerOn"] {
  if (!feature) return null;
  const { values } = feature.words;
  const words = powerOnValues(values);
  return words ? { property: feature.property, words } : null;
}

const abilitiesOf = ({
  brightness,
  colourTemperature,
  colour,
  gradient,
}: Omit<Lamp, "abilities">): readonly Ability[] => [
  "onOff",
  ...(brightness ? ["brightness" as const] : []),
  ...(colourTemperature ? ["colourTemperature" as const] : []),
  ...(colour ? ["colour" as const] : []),
  ...(gradient ? ["segments" as const] : []),
];
