import type { Light } from "../model/light.ts";

/**
 * What single lights become by one change, remembered. A change of many lights is worked out in steps; if the home has
 * changed meanwhile it is worked out once more in one step, in which only lights that are other values take time.
 */
export class Outcomes {
  readonly #known = new Map<Light, { readonly place: number; readonly after: Light }>();

  /** `place` counts the lights, where that matters to what a light becomes. */
  of(before: Light, place: number, make: (before: Light, place: number) => Light): Light {
    const known = this.#known.get(before);
    if (known?.place === place) return known.after;
    const after = make(before, place);
    this.#known.set(before, { place, after });
    return after;
  }
}
