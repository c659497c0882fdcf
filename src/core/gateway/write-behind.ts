import type { Clock } from "../../shared/clock.ts";
import { Durations } from "../../shared/durations.ts";
import type { Device } from "../home/model/device.ts";
import type { DeviceId } from "../home/model/ids.ts";
import { type ResourceWrite, type Store, StoreConflict, StoreFault } from "./store.ts";
import { DeferredWrites, DirtySet, isCommand, isDeferrable, type PendingChange, PendingChanges } from "./unstored.ts";
import { initialState, isBusy, nextState, problemIn, type WriteEvent, type WriteState } from "./write-state.ts";

interface WriteBehindOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly problem: string | undefined;
  readonly currentDevice: (id: DeviceId) => Device | undefined;
  /** Undoes pending changes, last first, and applies the reports among them again. */
  readonly rollBack: (pending: readonly PendingChange[]) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

/** What goes on in a state: a timer, a promise, the changes that are being committed. */
interface Activity {
  readonly cancel: () => void;
  readonly done: Promise<void>;
  readonly changes: Omit<PendingChanges, "add">;
}

const NO_ACTIVITY: Activity = {
  cancel: () => undefined,
  done: Promise.resolve(),
  changes: new PendingChanges(),
};

/**
 * Makes applied changes durable: commands at once, everything that gathers during a commit in one batch after it (group
 * commit), and reports a little later. When the store refuses, commands are rolled back. Deferrable reports go along
 * with the next write of the same device, or with the last batch.
 */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  readonly #dirty = new DirtySet();
  readonly #deferred: DeferredWrites;
  /** How long commits took, and how many the store refused. */
  readonly commits = { durations: new Durations(), refused: 0 };
  /** Changes that are in no commit yet. */
  #waiting = new PendingChanges();
  #state: WriteState;
  #activity: Activity;

  constructor(options: WriteBehindOptions) {
    this.#options = options;
    this.#deferred = new DeferredWrites(options.currentDevice);
    this.#state = initialState(options.problem);
    this.#activity = this.#begin(this.#state);
  }

  /** Why the store refuses writes at the moment. */
  get problem(): string | undefined {
    return problemIn(this.#state);
  }

  /** How many changes are not stored yet, those of a commit that is under way included. */
  get pendingChanges(): number {
    return this.#waiting.all.length + this.#activity.changes.all.length;
  }

  /** How many commands are not stored yet. */
  get unstoredCommands(): number {
    return this.#waiting.commands + this.#activity.changes.commands;
  }

  /** Whether the store has every change, deferrable ones apart. */
  get isClean(): boolean {
    return this.#dirty.isEmpty && !isBusy(this.#state);
  }

  /** Whether a command is not stored yet, so may still be rolled back. */
  get hasUnstoredCommand(): boolean {
    return this.#activity.changes.hasCommand || this.#waiting.hasCommand;
  }

  add(pending: PendingChange): void {
    if (isDeferrable(pending)) this.#defer(pending);
    else this.#addDirty(pending);
  }

  /** Stores what is pending, if the store takes it, and closes the store: commands are refused after that. */
  async stop(): Promise<void> {
    await this.#notBusy();
    this.#dirty.add(this.#deferred.takeAll());
    if (!this.#dirty.isEmpty) this.#handle({ kind: "due" });
    await this.#notBusy();
    this.#handle({ kind: "stopped" });
    await this.#options.store.close();
  }

  #addDirty(pending: PendingChange): void {
    this.#dirty.add(pending.replacements);
    // While the store refuses, the last write of each resource is enough, so that memory does not grow.
    if (this.problem === undefined || isBusy(this.#state)) this.#waiting.add(pending);
    this.#handle({ kind: "changed", isCommand: isCommand(pending) });
  }

  /** A deferrable change is pending only behind others, which may be rolled back. */
  #defer(pending: PendingChange): void {
    this.#deferred.add(pending.replacements);
    if (!this.#activity.changes.isEmpty || !this.#waiting.isEmpty) this.#waiting.add(pending);
  }

  /** A commit with what gathered meanwhile may follow the one that is under way. */
  async #notBusy(): Promise<void> {
    while (isBusy(this.#state)) await this.#activity.done;
  }

  #handle(event: WriteEvent): void {
    const next = nextState(this.#state, event);
    if (next === this.#state) return;
    this.#activity.cancel();
    this.#state = next;
    this.#activity = this.#begin(next);
  }

  #begin(state: WriteState): Activity {
    const { clock, store } = this.#options;
    const due = () => this.#handle({ kind: "due" });
    switch (state.name) {
      case "idle":
      case "stopped":
        return NO_ACTIVITY;
      case "scheduled":
        return { ...NO_ACTIVITY, cancel: clock.after(state.delayMillis, due) };
      case "gathering":
        return { ...NO_ACTIVITY, done: Promise.resolve(store.rested?.()).then(due) };
      case "committing":
        return this.#commit();
      default:
        return state satisfies never;
    }
  }

  #commit(): Activity {
    const changes = this.#waiting;
    this.#waiting = new PendingChanges();
    const writes = this.#deferred.piggybackOn(this.#dirty.take());
    const descriptions = writes.length === 0 ? [] : changes.descriptions(writes.length);
    const trail = changes.all.flatMap(({ entries }) => entries ?? []);
    const { store, clock } = this.#options;
    const begunMillis = clock.now();
    const done = store.commit({ writes, descriptions, trail }).then(
      () => {
        this.commits.durations.add(clock.now() - begunMillis);
        this.#committed(changes);
      },
      (error: unknown) => {
        this.commits.refused += 1;
        this.#refused(changes, writes, error);
      },
    );
    return { ...NO_ACTIVITY, changes, done };
  }

  #committed(changes: PendingChanges): void {
    const { problem } = this;
    for (const { settle } of changes.all) settle?.("stored");
    if (this.#waiting.all.every(isDeferrable)) this.#waiting = new PendingChanges();
    const left = this.#waiting.hasCommand ? "commands" : this.#dirty.isEmpty ? "nothing" : "reports";
    this.#handle({ kind: "committed", left, canGather: this.#options.store.rested !== undefined });
    this.#notifyOfNewProblem(problem);
  }

  #refused(changes: PendingChanges, writes: readonly ResourceWrite[], error: unknown): void {
    const { problem } = this;
    const pending = [...changes.all, ...this.#waiting.all];
    this.#waiting = new PendingChanges();
    this.#deferred.restore();
    this.#handle({ kind: "refused", problem: problemOf(error) });
    if (pending.some(isCommand)) {
      // The dirty set is made anew by the reports that are applied again.
      this.#dirty.take();
      this.#options.rollBack(pending);
    } else {
      this.#dirty.restore(writes);
    }
    for (const { settle } of pending) settle?.(error instanceof StoreConflict ? "conflict" : "not-stored");
    this.#notifyOfNewProblem(problem);
  }

  #notifyOfNewProblem(before: string | undefined): void {
    if (this.problem !== before) this.#options.onProblem(this.problem);
  }
}

/** Undefined where somebody else was first, which is no problem of the store. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof StoreConflict) return undefined;
  return error instanceof StoreFault ? error.message : String(error);
}
