import type { Light } from "../model/light.ts";

/**
 * What single lights become by one change, remembered. A change of many lights is worked out in steps; if the home has
 * changed meanwhile it is worked out once more in one step, in which only lights that are other values take time.
 */
export class Outcomes {
  readonly #known = new Map<Light, { readonly variant: number; readonly after: Light }>();

  /** `variant` is all that the result depends on besides the light: its place among the lights, or how far it is dimmed. */
  of(before: Light, variant: number, make: (before: Light, variant: number) => Light): Light {
    const known = this.#known.get(before);
    if (known?.variant === variant) return known.after;
    const after = make(before, variant);
    this.#known.set(before, { variant, after });
    return after;
  }
}
