import { PATIENCE_MILLIS } from "../../gateway/wishes.ts";
import type { Controls } from "../controls.ts";

/** How long a device has for what it was told. */
export const IN_TIME = `within ${PATIENCE_MILLIS / 1_000} s`;

/** Whether lights and sync boxes do what they were told. */
export class Obedience {
  readonly #wishes: Controls["wishes"];
  #followed: Promise<readonly string[]> = Promise.resolve([]);

  constructor({ wishes }: Pick<Controls, "wishes">) {
    this.#wishes = wishes;
  }

  /** From the moment that they were told: one that answers at once must not be missed. */
  follow(ids: readonly string[]): void {
    const outcomes = ids.map(async (id) => ((await this.#wishes.isObeyed(id)) ? [] : [id]));
    this.#followed = Promise.all(outcomes).then((lists) => lists.flat());
  }

  /** The ids of those that did not do it in time, once that is known of all of them. */
  disobedient(): Promise<readonly string[]> {
    return this.#followed;
  }
}
