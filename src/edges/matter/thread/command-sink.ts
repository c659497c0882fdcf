import type { Behavior } from "@matter/main";
import type { MatterLampState } from "../lamps/matter-lamp.ts";

/** What takes the commands that ecosystems give to lamps. */
export abstract class CommandSink {
  /** A command has set these fields of the lamp with this endpoint's id, to be reached in a time; called once it is done. */
  abstract touched(behavior: Behavior, fields: readonly (keyof MatterLampState)[], fadeMillis: number): void;
}

/** All that one command of an ecosystem sets on a lamp, on whichever of its clusters. */
class TouchedLamp {
  /** By which the transaction of the command knows it. */
  readonly role: object;
  readonly #behavior: Behavior;
  readonly #fields = new Set<keyof MatterLampState>();
  #fadeMillis = 0;

  constructor(behavior: Behavior) {
    this.role = behavior.endpoint;
    this.#behavior = behavior;
  }

  static of(behavior: Behavior): TouchedLamp {
    const { transaction } = behavior.context;
    const known = transaction.getParticipant(behavior.endpoint);
    if (known instanceof TouchedLamp) return known;
    const touched = new TouchedLamp(behavior);
    transaction.addParticipants(touched);
    return touched;
  }

  add(fields: readonly (keyof MatterLampState)[], fadeMillis: number): void {
    for (const field of fields) this.#fields.add(field);
    // Only one of the coordinates of a colour may have a way to go.
    this.#fadeMillis = Math.max(this.#fadeMillis, fadeMillis);
  }

  /** matter.js knows participants of a transaction by their text. */
  toString(): string {
    return `command for the lamp at endpoint ${this.#behavior.endpoint.number}`;
  }

  postCommit(): void {
    this.#behavior.env.get(CommandSink).touched(this.#behavior, [...this.#fields], this.#fadeMillis);
  }
}

/** A command has set fields of a lamp, to be reached in a time. */
export const noteTouched = (behavior: Behavior, fields: readonly (keyof MatterLampState)[], fadeMillis = 0): void =>
  TouchedLamp.of(behavior).add(fields, fadeMillis);
