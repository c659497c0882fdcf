import type { Clock } from "../../../../shared/clock.ts";
import type { Outcome } from "../fault-injection.ts";
import type { Happening } from "../happening.ts";
import { Queue } from "../queue.ts";
import type { Script, ScriptStep } from "./script.ts";

export const HOUR_IN_A_SECOND = 3_600;

/** Where a script is played. */
export interface Stage {
  readonly clock: Clock;
  readonly happen: (happening: Happening) => Outcome;
}

/** How a script is played. */
export interface PlayOptions {
  /** How much faster than the clock its day passes. */
  readonly speed?: number;
  readonly onStep?: (step: ScriptStep, outcome: Outcome) => void;
  readonly onEnd?: () => void;
}

/** Plays a script from its first step to its last; returns what stops it before its end. */
export function playScript(script: Script, { clock, happen }: Stage, options: PlayOptions): () => void {
  const { speed = HOUR_IN_A_SECOND, onStep, onEnd } = options;
  const queue = new Queue(clock);
  const [first] = script;
  for (const step of script) {
    const millis = ((step.atSeconds - (first?.atSeconds ?? 0)) * 1_000) / speed;
    queue.add(millis, () => {
      const outcome = happen(atSpeed(step.happening, speed));
      onStep?.(step, outcome);
    });
  }
  queue.add(0, () => onEnd?.());
  return () => queue.clear();
}

/** Random faults count the minutes of the script. */
const atSpeed = (happening: Happening, speed: number): Happening =>
  happening.kind === "random" ? { ...happening, speed } : happening;
