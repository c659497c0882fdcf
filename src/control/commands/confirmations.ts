import { CONFIRMATION_TIMEOUT_MILLIS } from "../../shared/confirmation-timeout.ts";
import type { Controls } from "../controls.ts";

/** How long a device has to confirm a command, for people. */
export const IN_TIME = `within ${CONFIRMATION_TIMEOUT_MILLIS / 1_000} s`;

/** Whether lights and sync boxes confirm the commands that they were sent. */
export class Confirmations {
  readonly #optimisticState: Controls["optimisticState"];
  #unconfirmed: Promise<readonly string[]> = Promise.resolve([]);

  constructor({ optimisticState }: Pick<Controls, "optimisticState">) {
    this.#optimisticState = optimisticState;
  }

  /** To be called when the commands are sent, as a device that confirms at once must not be missed. */
  follow(ids: readonly string[]): void {
    const outcomes = ids.map(async (id) => ((await this.#optimisticState.isConfirmed(id)) ? [] : [id]));
    this.#unconfirmed = Promise.all(outcomes).then((lists) => lists.flat());
  }

  /** The ids of those that did not confirm in time, once that is known of all of them. */
  unconfirmed(): Promise<readonly string[]> {
    return this.#unconfirmed;
  }
}
