import type { MaybePromise } from "@matter/main";
import { LevelControl } from "@matter/main/clusters/level-control";
import { DimmableLightRequirements } from "@matter/main/devices/dimmable-light";
import { LOWEST_LEVEL } from "../lamps/levels.ts";
import { afterwards } from "./afterwards.ts";
import { checkedBy } from "./checked-request.ts";
import { noteTouched } from "./command-sink.ts";
import { fadeMillisFor } from "./fade-millis.ts";
import { LampOnOffServer } from "./on-off-server.ts";

const checked = checkedBy({ moveMode: LevelControl.MoveMode, stepMode: LevelControl.StepMode });

/** Lamps fade by themselves or not at all, so ecosystems see the last level at once. */
export class LampLevelServer extends DimmableLightRequirements.LevelControlServer {
  override transition(
    targetLevel?: number,
    changePerSecond?: number | null | ((currentLevel: number) => number),
    withOnOff = false,
    options: LevelControl.Options = {},
  ): MaybePromise {
    const level = this.state.currentLevel ?? LOWEST_LEVEL;
    const rate = typeof changePerSecond === "function" ? changePerSecond(level) : changePerSecond;
    const fadeMillis = fadeMillisFor((targetLevel ?? level) - level, rate);
    if (withOnOff && targetLevel !== undefined && targetLevel <= LOWEST_LEVEL) {
      // The level stays: the lamp comes on again as bright as it was.
      return this.agent.get(LampOnOffServer).offWithin(fadeMillis);
    }
    return afterwards(super.transition(targetLevel, null, withOnOff, options), () => {
      noteTouched(this, ["brightnessPercent", ...(withOnOff ? (["on"] as const) : [])], fadeMillis);
    });
  }

  override move(request: LevelControl.MoveRequest): MaybePromise {
    return super.move(checked(request));
  }

  override moveWithOnOff(request: LevelControl.MoveRequest): MaybePromise {
    return super.moveWithOnOff(checked(request));
  }

  override step(request: LevelControl.StepRequest): MaybePromise {
    return super.step(checked(request));
  }

  override stepWithOnOff(request: LevelControl.StepRequest): MaybePromise {
    return super.stepWithOnOff(checked(request));
  }

  /** The home decides how bright a lamp comes on; commands to switch on see to the rest. */
  override handleOnOffChange(): MaybePromise {
    return undefined;
  }
}
