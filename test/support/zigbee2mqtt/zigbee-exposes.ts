import type { Lamp } from "../../../src/edges/backends/zigbee2mqtt/models/capabilities.ts";
import { parseCapabilities } from "../../../src/edges/backends/zigbee2mqtt/models/parse-exposes.ts";

/** What lights expose, as `bridge/devices` has it. */
export const STATE = {
  type: "binary",
  name: "state",
  property: "state",
  access: 7,
  value_on: "ON",
  value_off: "OFF",
  value_toggle: "TOGGLE",
};
export const BRIGHTNESS = {
  type: "numeric",
  name: "brightness",
  property: "brightness",
  access: 7,
  value_min: 0,
  value_max: 254,
};
export const WHITE = {
  type: "numeric",
  name: "color_temp",
  property: "color_temp",
  access: 7,
  unit: "mired",
  value_min: 153,
  value_max: 500,
};
export const XY = { type: "composite", name: "color_xy", property: "color", access: 7, features: [] };
export const HUE = { type: "composite", name: "color_hs", property: "color", access: 7, features: [] };
export const GRADIENT = {
  type: "list",
  name: "gradient",
  property: "gradient",
  access: 7,
  length_min: 1,
  length_max: 9,
};
export const POWER_ON = {
  type: "enum",
  name: "power_on_behavior",
  property: "power_on_behavior",
  access: 7,
  values: ["off", "on", "toggle", "previous"],
};

/** A `light` with some features. */
export const aLightExpose = (...features: readonly unknown[]) => ({ type: "light", features });

/** A definition that exposes some things. */
export const aDefinition = (...exposes: readonly unknown[]) => ({
  source: "native",
  vendor: "Lumen",
  model: "LM-1",
  description: "Some lamp",
  exposes,
});

/** The one lamp of a definition. */
export function lampOf(...exposes: readonly unknown[]): Lamp {
  const { capabilities, problems } = parseCapabilities(aDefinition(...exposes));
  const [lamp, ...others] = capabilities.lamps;
  if (!lamp || others.length > 0 || problems.length > 0) throw new Error(`not one lamp: ${problems.join(", ")}`);
  return lamp;
}

export const onOffLamp = (): Lamp => lampOf(aLightExpose(STATE));
export const dimmableLamp = (): Lamp => lampOf(aLightExpose(STATE, BRIGHTNESS));
export const whiteLamp = (): Lamp => lampOf(aLightExpose(STATE, BRIGHTNESS, WHITE));
export const hueLamp = (): Lamp => lampOf(aLightExpose(STATE, BRIGHTNESS, HUE));
export const colourLamp = (): Lamp => lampOf(aLightExpose(STATE, BRIGHTNESS, WHITE, XY, HUE), POWER_ON);
export const gradientLamp = (): Lamp => lampOf(aLightExpose(STATE, BRIGHTNESS, WHITE, XY, HUE), GRADIENT);
