import type { StepRunner, Steps } from "../../shared/steps.ts";
import type { ChangeNotification } from "../home/changes/change-notification.ts";

/** Is told of each change. */
export type Watcher = (notification: ChangeNotification) => void;
/** Is told of all that one change led to. */
export type RoundWatcher = (round: readonly ChangeNotification[]) => void;

/** Gives back the part of its work that takes long, if any. */
export type SteppingWatcher = (notification: ChangeNotification) => Steps<void> | undefined;
export type SteppingRoundWatcher = (round: readonly ChangeNotification[]) => Steps<void> | undefined;

interface Waiting {
  readonly notification: ChangeNotification;
  readonly onDelivered: (() => void) | undefined;
}

/**
 * Notifies watchers of one change after the other, even when a watcher changes the home itself. All that a change leads to
 * is one round. A change of many resources is delivered in slices, and those that come meanwhile wait behind it.
 */
export class Notifier {
  readonly #watchers = new Set<SteppingWatcher>();
  readonly #roundWatchers = new Set<SteppingRoundWatcher>();
  readonly #run: StepRunner;
  readonly #waiting: Waiting[] = [];
  #isDelivering = false;

  constructor(run: StepRunner) {
    this.#run = run;
  }

  /** Whether watchers have not been told yet of all that has changed. */
  get isBehind(): boolean {
    return this.#isDelivering;
  }

  watch(watcher: SteppingWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  watchRounds(watcher: SteppingRoundWatcher): () => void {
    this.#roundWatchers.add(watcher);
    return () => this.#roundWatchers.delete(watcher);
  }

  /** `onDelivered` is called once watchers have had the notification, or one of them failed; a round may still be open then. */
  notify(notification: ChangeNotification, onDelivered?: () => void): void {
    this.#waiting.push({ notification, onDelivered });
    if (!this.#isDelivering) this.#deliver();
  }

  #deliver(): void {
    this.#isDelivering = true;
    try {
      const later = this.#run(this.#deliveries());
      if (later !== undefined) void later.finally(() => this.#end());
      else this.#end();
    } catch (fault) {
      this.#end();
      throw fault;
    }
  }

  /** A watcher that fails costs the others this notification, and no later one. */
  #end(): void {
    this.#isDelivering = false;
    if (this.#waiting.length > 0) this.#deliver();
  }

  *#deliveries(): Steps<void> {
    while (this.#waiting.length > 0) {
      const round: ChangeNotification[] = [];
      do {
        const { notification, onDelivered } = this.#waiting.shift() as Waiting;
        round.push(notification);
        try {
          for (const watcher of this.#watchers) yield* watcher(notification) ?? [];
        } finally {
          onDelivered?.();
        }
      } while (this.#isRoundOpen(round));
      for (const watcher of this.#roundWatchers) yield* watcher(round) ?? [];
    }
  }

  #isRoundOpen([first]: readonly ChangeNotification[]): boolean {
    const next = this.#waiting[0]?.notification;
    return next !== undefined && !next.isLarge && first !== undefined && !first.isLarge;
  }
}
