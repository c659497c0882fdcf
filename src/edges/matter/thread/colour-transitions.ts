import { type Behavior, type MaybePromise, Transitions } from "@matter/main";
import { attributesBeside, type ColourAttributes } from "../lamps/colours.ts";
import { afterwards } from "./afterwards.ts";
import { noteTouched } from "./command-sink.ts";
import { fadeMillisFor } from "./fade-millis.ts";

/** Colours that ecosystems see at once, whichever of the many commands it is. */
export class ColourTransitions<B extends Behavior> extends Transitions<B> {
  override start(transition: Transitions.Transition<B>): MaybePromise {
    const { owner, changePerS } = transition;
    const fadeMillis = fadeMillisFor(distanceOf(transition), changePerS);
    return afterwards(super.start({ ...transition, changePerS: null }), () => {
      Object.assign(owner.state, attributesBeside(owner.state as unknown as ColourAttributes));
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
