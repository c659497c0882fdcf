import { type Behavior, type MaybePromise, Transitions } from "@matter/main";
import { BridgedDeviceBasicInformationServer } from "@matter/main/behaviors/bridged-device-basic-information";
import { OnOffServer } from "@matter/main/behaviors/on-off";
import type { ColorControl } from "@matter/main/clusters/color-control";
import type { LevelControl } from "@matter/main/clusters/level-control";
import {
  ColorTemperatureLightDevice,
  ColorTemperatureLightRequirements,
} from "@matter/main/devices/color-temperature-light";
import { DimmableLightDevice, DimmableLightRequirements } from "@matter/main/devices/dimmable-light";
import { ExtendedColorLightDevice, ExtendedColorLightRequirements } from "@matter/main/devices/extended-color-light";
import { OnOffLightDevice } from "@matter/main/devices/on-off-light";
import { attributesInMode } from "../lamps/colours.ts";
import { LOWEST_LEVEL } from "../lamps/levels.ts";
import { noteTouched } from "./command-sink.ts";

const afterwards = (done: MaybePromise, then: () => void): MaybePromise => {
  if (done === undefined) return then();
  return Promise.resolve(done).then(then);
};

/** How long a change takes; none where it is to be at once, or is to go on until it is told to stop. */
function millisFor(distance: number, changePerSecond: number | null | undefined): number {
  const seconds = changePerSecond ? Math.abs(distance / changePerSecond) : 0;
  return Number.isFinite(seconds) ? Math.round(seconds * 10) * 100 : 0;
}

/** Timed and global commands of matter.js end in `on` and `off`. */
class LampOnOffServer extends OnOffServer.with("Lighting") {
  override on(): MaybePromise {
    // What is on already stays as bright as it is.
    const level = this.state.onOff ? undefined : this.agent.maybeGet(LampLevelServer);
    return afterwards(super.on(), () => {
      if (level?.state.onLevel) {
        level.state.currentLevel = level.state.onLevel;
        noteTouched(this, ["on", "brightnessPercent"]);
      } else noteTouched(this, ["on"]);
    });
  }

  override off(): MaybePromise {
    return this.offWithin(0);
  }

  offWithin(fadeMillis: number): MaybePromise {
    return afterwards(super.off(), () => noteTouched(this, ["on"], fadeMillis));
  }
}

/** Lamps fade by themselves or not at all, so ecosystems see the last level at once. */
class LampLevelServer extends DimmableLightRequirements.LevelControlServer {
  override transition(
    targetLevel?: number,
    changePerSecond?: number | null | ((currentLevel: number) => number),
    withOnOff = false,
    options: LevelControl.Options = {},
  ): MaybePromise {
    const level = this.state.currentLevel ?? LOWEST_LEVEL;
    const rate = typeof changePerSecond === "function" ? changePerSecond(level) : changePerSecond;
    const fadeMillis = millisFor((targetLevel ?? level) - level, rate);
    if (withOnOff && targetLevel !== undefined && targetLevel <= LOWEST_LEVEL) {
      // The level stays: the lamp comes on again as bright as it was.
      return this.agent.get(LampOnOffServer).offWithin(fadeMillis);
    }
    return afterwards(super.transition(targetLevel, null, withOnOff, options), () => {
      noteTouched(this, ["brightnessPercent", ...(withOnOff ? (["on"] as const) : [])], fadeMillis);
    });
  }

  /** The home decides how bright a lamp comes on; commands to switch on see to the rest. */
  override handleOnOffChange(): MaybePromise {
    return undefined;
  }
}

/** Colours that ecosystems see at once, whichever of the many commands it is. */
class LampTransitions<B extends Behavior> extends Transitions<B> {
  override start(transition: Transitions.Transition<B>): MaybePromise {
    const { owner, changePerS } = transition;
    const fadeMillis = millisFor(distanceOf(transition), changePerS);
    return afterwards(super.start({ ...transition, changePerS: null }), () => {
      noteTouched(owner, ["colour"], fadeMillis);
    });
  }
}

function distanceOf<B extends Behavior>(transition: Transitions.Transition<B>): number {
  const { name, owner, targetValue, calculateCyclicDistance } = transition;
  const value: unknown = (owner.state as Readonly<Record<string, unknown>>)[name];
  if (targetValue === undefined || typeof value !== "number") return 0;
  return calculateCyclicDistance?.(value, targetValue) ?? targetValue - value;
}

class LampWhiteServer extends ColorTemperatureLightRequirements.ColorControlServer {
  override createTransitions<B extends Behavior>(config: Transitions.Configuration<B>): Transitions<B> {
    return new LampTransitions(this.endpoint, config);
  }
}

/** matter.js 0.17.9 takes the chart's coordinates for a hue and a saturation here. */
class LampColourServer extends ExtendedColorLightRequirements.ColorControlServer.with(
  "HueSaturation",
  "Xy",
  "ColorTemperature",
) {
  override createTransitions<B extends Behavior>(config: Transitions.Configuration<B>): Transitions<B> {
    return new LampTransitions(this.endpoint, config);
  }

  override switchColorMode(_before: ColorControl.ColorMode, mode: ColorControl.ColorMode): MaybePromise {
    Object.assign(this.state, attributesInMode({ ...this.state }, mode));
  }
}

/** What each kind of lamp is in Matter. */
export const LAMP_TYPES = {
  onOff: OnOffLightDevice.with(LampOnOffServer, BridgedDeviceBasicInformationServer),
  dimmable: DimmableLightDevice.with(LampOnOffServer, LampLevelServer, BridgedDeviceBasicInformationServer),
  white: ColorTemperatureLightDevice.with(
    LampOnOffServer,
    LampLevelServer,
    LampWhiteServer,
    BridgedDeviceBasicInformationServer,
  ),
  colour: ExtendedColorLightDevice.with(
    LampOnOffServer,
    LampLevelServer,
    LampColourServer,
    BridgedDeviceBasicInformationServer,
  ),
} as const;
