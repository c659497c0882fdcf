import type { MaybePromise } from "@matter/main";
import { LevelControlServer } from "@matter/main/behaviors/level-control";
import { OnOffServer } from "@matter/main/behaviors/on-off";
import { OnOff } from "@matter/main/clusters/on-off";
import { afterwards } from "./afterwards.ts";
import { checkedBy } from "./checked-request.ts";
import { noteTouched } from "./command-sink.ts";

/** The variants of the other effect are among them. */
const effectVariant = OnOff.DelayedAllOffEffectVariant;
const checked = checkedBy({ effectIdentifier: OnOff.EffectIdentifier, effectVariant });

/** Timed and global commands of matter.js end in `on` and `off`. */
export class LampOnOffServer extends OnOffServer.with("Lighting") {
  override initialize(): MaybePromise {
    return afterwards(super.initialize(), () => {
      // The home switches the lamp as well. Whoever it is, the timers of Matter follow: an off ends OnWithTimedOff.
      this.reactTo(this.events.onOff$Changed, this.#switched);
    });
  }

  #switched(isOn: boolean): MaybePromise {
    return isOn ? super.on() : super.off();
  }

  override on(): MaybePromise {
    // What is on already stays as bright as it is.
    const level = this.state.onOff ? undefined : this.agent.maybeGet(LevelControlServer);
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

  override offWithEffect(request: OnOff.OffWithEffectRequest): MaybePromise {
    return super.offWithEffect(checked(request));
  }

  offWithin(fadeMillis: number): MaybePromise {
    return afterwards(super.off(), () => noteTouched(this, ["on"], fadeMillis));
  }
}
