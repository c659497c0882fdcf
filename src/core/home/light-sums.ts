import type { Ability, Light } from "./model/light.ts";

/** The brightness of a light that is on and cannot be dimmed. */
const FULL_PERCENT = 100;

/** What the lights of a group come to: each light is added and taken away again, so nothing is gone through. */
export class LightSums {
  #on = 0;
  readonly #dimmable = new Mean();
  readonly #dimmableAndOn = new Mean();
  readonly #abilities = new Map<Ability, number>();

  add(light: Light): void {
    this.#count(light, 1);
  }

  remove(light: Light): void {
    this.#count(light, -1);
  }

  /** The same as to remove the one and to add the other; most changes of a light are of its state alone. */
  replace(before: Light, after: Light): void {
    if (before.abilities !== after.abilities) {
      this.remove(before);
      this.add(after);
    } else if (before.on !== after.on || before.brightnessPercent !== after.brightnessPercent) {
      this.#countState(before, -1);
      this.#countState(after, 1);
    }
  }

  get on(): boolean {
    return this.#on > 0;
  }

  /** Of the lights that are on, those count that can be dimmed: a command for the group reads back as it was given. */
  get brightnessPercent(): number {
    return this.#dimmableAndOn.value ?? (this.on ? FULL_PERCENT : (this.#dimmable.value ?? FULL_PERCENT));
  }

  get abilities(): readonly Ability[] {
    return [...this.#abilities].filter(([, count]) => count > 0).map(([ability]) => ability);
  }

  #count(light: Light, sign: 1 | -1): void {
    this.#countState(light, sign);
    for (const ability of light.abilities) this.#abilities.set(ability, (this.#abilities.get(ability) ?? 0) + sign);
  }

  #countState({ on, brightnessPercent, abilities }: Light, sign: 1 | -1): void {
    if (on) this.#on += sign;
    if (!abilities.includes("brightness")) return;
    this.#dimmable.count(brightnessPercent, sign);
    if (on) this.#dimmableAndOn.count(brightnessPercent, sign);
  }
}

/** In whole thousandths of a percent: what is taken away leaves no remainder behind. */
const THOUSANDTHS = 1_000;

/** A lamp may report any number; one that is too large would leave a remainder, too. */
const thousandthsOf = (percent: number): number =>
  Math.round(Math.min(FULL_PERCENT, Math.max(0, percent)) * THOUSANDTHS);

class Mean {
  #count = 0;
  #sum = 0;

  count(percent: number, sign: 1 | -1): void {
    this.#count += sign;
    this.#sum += sign * thousandthsOf(percent);
  }

  /** In whole percent, so that a light that changes a little does not change large groups; undefined of nothing. */
  get value(): number | undefined {
    return this.#count === 0 ? undefined : Math.round(this.#sum / this.#count / THOUSANDTHS);
  }
}
