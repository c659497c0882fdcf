import type { Clock } from "../home/clock.ts";
import type { Device } from "../home/device.ts";
import type { DeviceId } from "../home/ids.ts";
import { DeferredWrites } from "./deferred-writes.ts";
import { DirtySet } from "./dirty-set.ts";
import { isCommand, isDeferrable, type PendingChange, PendingChanges } from "./pending-change.ts";
import { type ResourceWrite, type Store, StoreFault } from "./store.ts";

/** Reports are stored at the latest so long after they came. */
const REPORT_DELAY_MILLIS = 500;
/** How often a store that refused is tried again. */
const RETRY_MILLIS = 1_000;

/**
 * Makes applied changes durable: commands at once, everything that gathers during a commit in one batch after it (group
 * commit), and reports a little later. When the store refuses, commands are rolled back. Deferrable reports go along
 * with the next write of the same device, or with the last batch.
 */
export class WriteBehind {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #rollBack: (pending: readonly PendingChange[]) => void;
  readonly #onTrouble: (trouble: string | undefined) => void;
  readonly #dirty = new DirtySet();
  readonly #deferred: DeferredWrites;
  #inCommit = new PendingChanges();
  #waiting = new PendingChanges();
  #committing: Promise<void> | undefined;
  #cancelTimer: () => void = () => undefined;
  #isScheduled = false;
  #isStopped = false;
  #trouble: string | undefined;
  #reportedTrouble: string | undefined;

  constructor(options: {
    readonly store: Store;
    readonly clock: Clock;
    readonly trouble: string | undefined;
    readonly currentDevice: (id: DeviceId) => Device | undefined;
    /** Undoes pending changes, last first, and applies the reports among them again. */
    readonly rollBack: (pending: readonly PendingChange[]) => void;
    readonly onTrouble: (trouble: string | undefined) => void;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#trouble = options.trouble;
    this.#reportedTrouble = options.trouble;
    this.#deferred = new DeferredWrites(options.currentDevice);
    this.#rollBack = options.rollBack;
    this.#onTrouble = options.onTrouble;
    if (this.#trouble !== undefined) this.#schedule(RETRY_MILLIS);
  }

  /** Why the store refuses writes at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Whether the store has every change, deferrable ones apart. */
  get isClean(): boolean {
    return this.#dirty.isEmpty && !this.#isCommitting;
  }

  /** Whether a command may still be rolled back. */
  get hasPendingCommand(): boolean {
    return this.#inCommit.hasCommand || this.#waiting.hasCommand;
  }

  get #isCommitting(): boolean {
    return this.#committing !== undefined;
  }

  /** While the store refuses, only the last write of each resource is remembered, so that memory does not grow. */
  add(pending: PendingChange): void {
    if (isDeferrable(pending)) this.#defer(pending);
    else this.#addDirty(pending);
  }

  #addDirty(pending: PendingChange): void {
    this.#dirty.add(pending.replacements);
    if (this.#trouble === undefined || this.#isCommitting) this.#waiting.add(pending);
    if (isCommand(pending) && !this.#isCommitting) this.#commit();
    else this.#schedule(this.#trouble === undefined ? REPORT_DELAY_MILLIS : RETRY_MILLIS);
  }

  /** A deferrable change is pending only behind others, which may be rolled back. */
  #defer(pending: PendingChange): void {
    this.#deferred.add(pending.replacements);
    if (!this.#inCommit.isEmpty || !this.#waiting.isEmpty) this.#waiting.add(pending);
  }

  /** Stores what is pending, if the store takes it, and closes the store: commands are refused after that. */
  async stop(): Promise<void> {
    await this.#committed();
    this.#dirty.add(this.#deferred.takeAll());
    if (!this.#dirty.isEmpty) this.#commit();
    await this.#committed();
    this.#cancelTimer();
    this.#isStopped = true;
    this.#trouble ??= "the gateway has stopped";
    await this.#store.close();
  }

  /** Resolves once no commit is under way; a commit with what gathered meanwhile may follow the first. */
  async #committed(): Promise<void> {
    while (this.#isCommitting) await this.#committing;
  }

  #schedule(millis: number): void {
    if (this.#isScheduled || this.#isCommitting || this.#isStopped) return;
    this.#isScheduled = true;
    this.#cancelTimer = this.#clock.after(millis, () => this.#commit());
  }

  #commit(): void {
    this.#cancelTimer();
    this.#isScheduled = false;
    this.#inCommit = this.#waiting;
    this.#waiting = new PendingChanges();
    const writes = this.#deferred.piggybackOn(this.#dirty.take());
    const descriptions = writes.length === 0 ? [] : this.#inCommit.descriptions(writes.length);
    this.#committing = this.#store.commit({ writes, descriptions }).then(
      () => this.#stored(),
      (error: unknown) => this.#refused(writes, error),
    );
  }

  /** In a rush more changes may gather, if the store wants that. */
  #commitSoon(): void {
    const rested = this.#store.rested?.();
    if (rested === undefined) this.#commit();
    else this.#committing = rested.then(() => this.#commit());
  }

  #stored(): void {
    const stored = this.#inCommit.all;
    this.#inCommit = new PendingChanges();
    this.#committing = undefined;
    this.#trouble = undefined;
    for (const { settle } of stored) settle?.(true);
    if (this.#waiting.all.every(isDeferrable)) this.#waiting = new PendingChanges();
    if (this.#waiting.hasCommand) this.#commitSoon();
    else if (!this.#dirty.isEmpty) this.#schedule(REPORT_DELAY_MILLIS);
    this.#reportTrouble();
  }

  #refused(writes: readonly ResourceWrite[], error: unknown): void {
    const pending = [...this.#inCommit.all, ...this.#waiting.all];
    this.#inCommit = new PendingChanges();
    this.#waiting = new PendingChanges();
    this.#committing = undefined;
    this.#deferred.restore();
    this.#trouble = error instanceof StoreFault ? error.message : String(error);
    if (pending.some(isCommand)) {
      this.#dirty.take();
      this.#rollBack(pending);
    } else {
      this.#dirty.restore(writes);
    }
    for (const { settle } of pending) settle?.(false);
    this.#schedule(RETRY_MILLIS);
    this.#reportTrouble();
  }

  #reportTrouble(): void {
    if (this.#reportedTrouble === this.#trouble) return;
    this.#reportedTrouble = this.#trouble;
    this.#onTrouble(this.#trouble);
  }
}
