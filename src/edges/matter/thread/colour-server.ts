import { type Behavior, MaybePromise, type Transitions } from "@matter/main";
import { ColorControl } from "@matter/main/clusters/color-control";
import { ExtendedColorLightRequirements } from "@matter/main/devices/extended-color-light";
import { attributesInMode, COLOUR_MODES } from "../lamps/colours.ts";
import { colourOfScene, type SceneColour } from "../lamps/scene-colour.ts";
import { checkedBy } from "./checked-request.ts";
import { ColourTransitions } from "./colour-transitions.ts";

const FULL_SATURATION = 254;

/** Matter's times, in tenths of a second. */
const AT_ONCE = 0;
const ONE_SECOND = 10;

const { Direction: direction, MoveMode: moveMode, StepMode: stepMode } = ColorControl;
const checked = checkedBy({ direction, moveMode, stepMode });

/** The colours and whites of a lamp. */
export class LampColourServer extends ExtendedColorLightRequirements.ColorControlServer.with(
  "HueSaturation",
  "Xy",
  "ColorTemperature",
) {
  override createTransitions<B extends Behavior>(config: Transitions.Configuration<B>): Transitions<B> {
    return new ColourTransitions(this.endpoint, config);
  }

  override moveToHue(request: ColorControl.MoveToHueRequest): MaybePromise {
    return super.moveToHue(checked(request));
  }

  override moveHue(request: ColorControl.MoveHueRequest): MaybePromise {
    return super.moveHue(checked(request));
  }

  override stepHue(request: ColorControl.StepHueRequest): MaybePromise {
    return super.stepHue(checked(request));
  }

  override moveSaturation(request: ColorControl.MoveSaturationRequest): MaybePromise {
    return super.moveSaturation(checked(request));
  }

  override stepSaturation(request: ColorControl.StepSaturationRequest): MaybePromise {
    return super.stepSaturation(checked(request));
  }

  override moveColorTemperature(request: ColorControl.MoveColorTemperatureRequest): MaybePromise {
    return super.moveColorTemperature(checked(request));
  }

  override stepColorTemperature(request: ColorControl.StepColorTemperatureRequest): MaybePromise {
    return super.stepColorTemperature(checked(request));
  }

  /** Until it is told to stop: like a brightness, it goes to the end at once. */
  override moveSaturationLogic(moveMode: ColorControl.MoveMode): MaybePromise {
    return this.moveToSaturationLogic(moveMode === ColorControl.MoveMode.Up ? FULL_SATURATION : 0, AT_ONCE);
  }

  /** A hue goes round without an end, so it goes as far as in one second. */
  override moveHueLogic(moveMode: ColorControl.MoveMode, rate: number): MaybePromise {
    const { Up, Down } = ColorControl.StepMode;
    return this.stepHueLogic(moveMode === ColorControl.MoveMode.Up ? Up : Down, rate, ONE_SECOND, false);
  }

  /** The ends of the chart are no colours that a lamp could show, so it goes as far as in one second. */
  override moveColorLogic(rateX: number, rateY: number): MaybePromise {
    return this.stepColorLogic(rateX, rateY, ONE_SECOND);
  }

  /** Shows the colour of a scene of Matter. */
  recall(scene: SceneColour, transitionMillis: number): MaybePromise {
    const colour = colourOfScene(scene, { ...this.state });
    if (!colour) return;
    const { colorMode, colorTemperatureMireds, currentX, currentY, currentHue, currentSaturation } = colour;
    const time = transitionMillis / 100;
    return MaybePromise.then(this.setColorMode(colorMode), () => {
      switch (colorMode) {
        case COLOUR_MODES.white:
          return this.moveToColorTemperatureLogic(colorTemperatureMireds, time);
        case COLOUR_MODES.xy:
          return this.moveToColorLogic(currentX, currentY, time);
        default:
          return this.moveToHueAndSaturationLogic(currentHue, currentSaturation, time);
      }
    });
  }

  /** matter.js 0.17.9 takes the chart's coordinates for a hue and a saturation here. */
  override switchColorMode(_before: ColorControl.ColorMode, mode: ColorControl.ColorMode): MaybePromise {
    Object.assign(this.state, attributesInMode({ ...this.state }, mode));
  }
}

/** A lamp that has whites only. */
export class LampWhiteServer extends LampColourServer.with("ColorTemperature") {}
