import type { MaybePromise } from "@matter/main";
import { LevelControlServer } from "@matter/main/behaviors/level-control";
import { OnOffServer } from "@matter/main/behaviors/on-off";
import { afterwards } from "./afterwards.ts";
import { noteTouched } from "./command-sink.ts";

/** Timed and global commands of matter.js end in `on` and `off`. */
export class LampOnOffServer extends OnOffServer.with("Lighting") {
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

  offWithin(fadeMillis: number): MaybePromise {
    return afterwards(super.off(), () => noteTouched(this, ["on"], fadeMillis));
  }
}
