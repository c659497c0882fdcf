import type { Clock } from "../home/clock.ts";
import type { Device } from "../home/device.ts";
import type { DeviceId } from "../home/ids.ts";
import { canWait, isAsked, type Made, wordsFor } from "./made.ts";
import { type Fate, type Store, StoreFault } from "./store.ts";
import { Unhurried } from "./unhurried.ts";
import { Unstored } from "./unstored.ts";

/** What devices report is stored at the latest so long after. */
const REPORT_DELAY_MILLIS = 500;
/** How often a store that refused is tried again. */
const RETRY_MILLIS = 1_000;

/**
 * Sees to it that what changed gets stored: at once what somebody waits for, everything that gathers meanwhile in one
 * go after it, and what devices report a little later. When the store refuses, what was asked is taken back. What can
 * wait goes along when the same device is stored, or at the end.
 */
export class Storing {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #takeBack: (made: readonly Made[]) => void;
  readonly #onTrouble: (trouble: string | undefined) => void;
  readonly #unstored = new Unstored();
  readonly #unhurried: Unhurried;
  #making: readonly Made[] = [];
  #waiting: Made[] = [];
  /** How much of both somebody asked for. */
  #asked = 0;
  #committing: Promise<void> | undefined;
  #callOff: () => void = () => undefined;
  #isScheduled = false;
  #isStopped = false;
  #trouble: string | undefined;
  #toldTrouble: string | undefined;

  constructor(options: {
    readonly store: Store;
    readonly clock: Clock;
    readonly trouble: string | undefined;
    readonly deviceNow: (id: DeviceId) => Device | undefined;
    /** Undoes what was made, last first, and makes what devices reported among it again. */
    readonly takeBack: (made: readonly Made[]) => void;
    readonly onTrouble: (trouble: string | undefined) => void;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#trouble = options.trouble;
    this.#toldTrouble = options.trouble;
    this.#unhurried = new Unhurried(options.deviceNow);
    this.#takeBack = options.takeBack;
    this.#onTrouble = options.onTrouble;
    if (this.#trouble !== undefined) this.#schedule(RETRY_MILLIS);
  }

  /** Why nothing can be stored at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Whether everything is stored. */
  get isDone(): boolean {
    return this.#unstored.isEmpty && !this.#isCommitting;
  }

  /** Whether something that somebody asked for may still be taken back. */
  get isAwaited(): boolean {
    return this.#asked > 0;
  }

  get #isCommitting(): boolean {
    return this.#committing !== undefined;
  }

  /** While the store refuses, reports are only remembered by their outcome, so that memory does not grow. */
  add(made: Made): void {
    if (canWait(made)) this.#addUnhurried(made);
    else this.#addUnstored(made);
  }

  #addUnstored(made: Made): void {
    this.#unstored.add(made.replacements);
    if (this.#trouble === undefined || this.#isCommitting) this.#wait(made);
    if (isAsked(made) && !this.#isCommitting) this.#commit();
    else this.#schedule(this.#trouble === undefined ? REPORT_DELAY_MILLIS : RETRY_MILLIS);
  }

  #wait(made: Made): void {
    this.#waiting.push(made);
    if (isAsked(made)) this.#asked += 1;
  }

  /** It must be known of only while something before it may be undone, which is stored soon. */
  #addUnhurried(made: Made): void {
    this.#unhurried.add(made.replacements);
    if (this.#making.length > 0 || this.#waiting.length > 0) this.#waiting.push(made);
  }

  /** Stores what is left, if it can be, and lets go of the store: nothing can be asked for after that. */
  async stop(): Promise<void> {
    await this.#committed();
    this.#unstored.add(this.#unhurried.takeAll());
    if (!this.#unstored.isEmpty) this.#commit();
    await this.#committed();
    this.#callOff();
    this.#isStopped = true;
    this.#trouble ??= "the gateway has stopped";
    await this.#store.close();
  }

  /** Once nothing is being stored: what gathered meanwhile goes right after. */
  async #committed(): Promise<void> {
    while (this.#isCommitting) await this.#committing;
  }

  #schedule(millis: number): void {
    if (this.#isScheduled || this.#isCommitting || this.#isStopped) return;
    this.#isScheduled = true;
    this.#callOff = this.#clock.after(millis, () => this.#commit());
  }

  #commit(): void {
    this.#callOff();
    this.#isScheduled = false;
    this.#making = this.#waiting;
    this.#waiting = [];
    const fates = this.#unhurried.takeAlong(this.#unstored.take());
    const words = fates.length === 0 ? [] : wordsFor(this.#making, fates.length);
    this.#committing = this.#store.commit({ fates, words }).then(
      () => this.#stored(),
      (error: unknown) => this.#refused(fates, error),
    );
  }

  /** In a rush more may gather, if the store wants that. */
  #commitSoon(): void {
    const rested = this.#store.rested?.();
    if (rested === undefined) this.#commit();
    else this.#committing = rested.then(() => this.#commit());
  }

  #stored(): void {
    const made = this.#making;
    this.#making = [];
    this.#asked -= made.filter(isAsked).length;
    this.#committing = undefined;
    this.#trouble = undefined;
    for (const { settle } of made) settle?.(true);
    if (this.#waiting.every(canWait)) this.#waiting = [];
    if (this.#waiting.some(isAsked)) this.#commitSoon();
    else if (!this.#unstored.isEmpty) this.#schedule(REPORT_DELAY_MILLIS);
    this.#tellTrouble();
  }

  #refused(fates: readonly Fate[], error: unknown): void {
    const made = [...this.#making, ...this.#waiting];
    this.#making = [];
    this.#waiting = [];
    this.#asked = 0;
    this.#committing = undefined;
    this.#unhurried.putBack();
    this.#trouble = error instanceof StoreFault ? error.message : String(error);
    if (made.some(isAsked)) {
      this.#unstored.take();
      this.#takeBack(made);
    } else {
      this.#unstored.putBack(fates);
    }
    for (const { settle } of made) settle?.(false);
    this.#schedule(RETRY_MILLIS);
    this.#tellTrouble();
  }

  #tellTrouble(): void {
    if (this.#toldTrouble === this.#trouble) return;
    this.#toldTrouble = this.#trouble;
    this.#onTrouble(this.#trouble);
  }
}
