import type { Behavior, MaybePromise, Transitions } from "@matter/main";
import type { ColorControl } from "@matter/main/clusters/color-control";
import { ExtendedColorLightRequirements } from "@matter/main/devices/extended-color-light";
import { attributesInMode } from "../lamps/colours.ts";
import { ColourTransitions } from "./colour-transitions.ts";

/** The colours and whites of a lamp. */
export class LampColourServer extends ExtendedColorLightRequirements.ColorControlServer.with(
  "HueSaturation",
  "Xy",
  "ColorTemperature",
) {
  override createTransitions<B extends Behavior>(config: Transitions.Configuration<B>): Transitions<B> {
    return new ColourTransitions(this.endpoint, config);
  }

  /** matter.js 0.17.9 takes the chart's coordinates for a hue and a saturation here. */
  override switchColorMode(_before: ColorControl.ColorMode, mode: ColorControl.ColorMode): MaybePromise {
    Object.assign(this.state, attributesInMode({ ...this.state }, mode));
  }
}

/** A lamp that has whites only. */
export class LampWhiteServer extends LampColourServer.with("ColorTemperature") {}
