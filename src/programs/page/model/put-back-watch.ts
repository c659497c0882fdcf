import { effect, type ReadonlySignal } from "@preact/signals";
import type { Clock } from "../../../shared/clock.ts";
import { CONFIRMATION_TIMEOUT_MILLIS } from "../../../shared/confirmation-timeout.ts";

/** Clocks are not quite alike, and events take a while. */
const EARLY_MILLIS = 200;
const LATE_MILLIS = 2_000;

/** What is shown so long after a command was meant to be: no step of a drag. */
const SETTLED_MILLIS = 1_000;
const MOST_BEFORE = 8;

interface Watched<Resource> {
  readonly fields: Set<keyof Resource>;
  /** As the gateway told it before the first command, and before later ones where it had settled by then. */
  readonly before: Resource[];
  last: Resource;
  sentMillis: number;
  cancelEnd: () => void;
  stop: () => void;
}

/**
 * Notices that the gateway put a command of this page back, as its lamp did not confirm it. The interface has no word for
 * that: it is a report, the confirmation timeout after the last command, that shows the fields of the command as before.
 */
export class PutBackWatch<Resource extends object> {
  readonly #clock: Clock;
  readonly #onPutBack: (id: string) => void;
  readonly #watched = new Map<string, Watched<Resource>>();

  constructor(clock: Clock, onPutBack: (id: string) => void) {
    this.#clock = clock;
    this.#onPutBack = onPutBack;
  }

  /** A command for these fields is sent now. */
  sent(id: string, reported: ReadonlySignal<Resource>, fields: Iterable<keyof Resource>): void {
    const watched = this.#watched.get(id) ?? this.#begin(id, reported);
    for (const field of fields) watched.fields.add(field);
    const nowMillis = this.#clock.now();
    if (nowMillis - watched.sentMillis >= SETTLED_MILLIS) watched.before.push(watched.last);
    // The first stays: a lamp that obeyed none of them is put back to it.
    if (watched.before.length > MOST_BEFORE) watched.before.splice(1, 1);
    watched.sentMillis = nowMillis;
    watched.cancelEnd();
    watched.cancelEnd = this.#clock.after(CONFIRMATION_TIMEOUT_MILLIS + LATE_MILLIS, () => this.forget(id));
  }

  /** The command was refused, or there is nothing left to notice. */
  forget(id: string): void {
    const watched = this.#watched.get(id);
    watched?.cancelEnd();
    watched?.stop();
    this.#watched.delete(id);
  }

  #begin(id: string, reported: ReadonlySignal<Resource>): Watched<Resource> {
    const watched: Watched<Resource> = {
      fields: new Set(),
      before: [reported.peek()],
      last: reported.peek(),
      sentMillis: this.#clock.now(),
      cancelEnd: () => undefined,
      stop: () => undefined,
    };
    this.#watched.set(id, watched);
    watched.stop = effect(() => {
      if (!this.#isPutBack(watched, reported.value)) return;
      this.forget(id);
      this.#onPutBack(id);
    });
    return watched;
  }

  #isPutBack(watched: Watched<Resource>, now: Resource): boolean {
    const { fields, before, last, sentMillis } = watched;
    watched.last = now;
    const changed = [...fields].filter((field) => !isSame(last[field], now[field]));
    if (changed.length === 0) return false;
    if (this.#clock.now() - sentMillis < CONFIRMATION_TIMEOUT_MILLIS - EARLY_MILLIS) return false;
    return before.some((state) => changed.every((field) => isSame(state[field], now[field])));
  }
}

/** Values on the wire; lists of colours are made anew by each event. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
