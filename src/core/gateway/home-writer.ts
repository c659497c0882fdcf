import type { Clock } from "../../shared/clock.ts";
import type { StepRunner } from "../../shared/steps.ts";
import type { Change } from "../home/changes/change.ts";
import type { ChangeNotification } from "../home/changes/change-notification.ts";
import { coalesce } from "../home/changes/coalesce.ts";
import { effectOf } from "../home/changes/effect.ts";
import type { Replacement } from "../home/changes/replacement.ts";
import type { MutableHome } from "../home/home.ts";
import { Notifier } from "./notifier.ts";
import { rollbackDiff } from "./rollback-diff.ts";
import type { Store } from "./store.ts";
import { isCommand, type PendingChange, type StoreOutcome } from "./unstored.ts";
import { WriteBehind } from "./write-behind.ts";

interface HomeWriterOptions {
  readonly home: MutableHome;
  readonly store: Store;
  readonly clock: Clock;
  readonly run: StepRunner;
  /** A change of more resources is delivered to watchers in slices. */
  readonly large: number;
  readonly storeProblem: string | undefined;
  readonly onStoreProblem: (problem: string | undefined) => void;
}

/** Puts replacements into the home, hands them to the store, notifies watchers, and rolls back what the store refuses. */
export class HomeWriter {
  readonly notifier: Notifier;
  readonly writeBehind: WriteBehind;
  readonly #home: MutableHome;
  readonly #large: number;
  /** The replacements of the batch that is open. */
  #batched: Replacement[] | undefined;
  /** More parts of the last batch follow. */
  #isInParts = false;

  constructor({ home, store, clock, run, large, storeProblem, onStoreProblem }: HomeWriterOptions) {
    this.#home = home;
    this.#large = large;
    this.notifier = new Notifier(run);
    this.writeBehind = new WriteBehind({
      store,
      clock,
      problem: storeProblem,
      currentDevice: (id) => home.devices.get(id),
      rollBack: (pending) => this.#rollBack(pending),
      onProblem: onStoreProblem,
    });
  }

  applyReport(change: Change, effect: readonly Replacement[]): void {
    // A report that confirms a command that is not stored yet has no effect, but must be applied again if the command is rolled back.
    if (effect.length > 0 || this.writeBehind.hasUnstoredCommand) this.#apply(change, effect);
    if (this.#batched) for (const replacement of effect) this.#batched.push(replacement);
    else this.notify({ replacements: effect, cause: "report" });
  }

  /** Resolves once the command is stored, or was rolled back; watchers are not notified yet. */
  applyCommand(
    change: Change,
    effect: readonly Replacement[],
    told: Pick<PendingChange, "entries" | "description">,
  ): Promise<StoreOutcome> {
    return new Promise((settle) => this.#apply(change, effect, { ...told, settle }));
  }

  /** Gives one notification for all reports that `submitAll` submits; see `Gateway.batch`. */
  batch(submitAll: () => unknown): void {
    if (this.#batched) return void submitAll();
    this.#batched = [];
    let isMoreToCome = false;
    try {
      isMoreToCome = submitAll() === "more";
    } finally {
      const replacements = coalesce(this.#batched, { addedAgain: "apart" });
      this.#batched = undefined;
      const isLast = this.#isInParts && !isMoreToCome;
      this.#isInParts = isMoreToCome;
      const part = isMoreToCome ? "earlier" : isLast ? "last" : undefined;
      this.notify({ replacements, cause: "report", ...(part ? { part } : {}) });
    }
  }

  notify(notification: ChangeNotification, onDelivered: () => void = () => undefined): void {
    // Without replacements a rollback may have changed an order, and a repeated command may not have reached its device.
    const isWorthTelling = notification.cause !== "report" || notification.part === "last";
    const { length } = notification.replacements;
    const extent = Math.max(length, notification.withdrawn?.length ?? 0);
    const told: ChangeNotification = extent > this.#large ? { ...notification, isLarge: true } : notification;
    if (length > 0 || isWorthTelling) this.notifier.notify(told, onDelivered);
  }

  #apply(
    change: Change,
    effect: readonly Replacement[],
    { settle, entries, description }: Partial<Pick<PendingChange, "settle" | "entries" | "description">> = {},
  ): void {
    const undo = this.#home.replaceAll(effect);
    this.writeBehind.add({ change, description, replacements: effect, undo, settle, entries });
  }

  /** Undoes all pending changes and applies the reports among them again; watchers are notified of the difference. */
  #rollBack(pending: readonly PendingChange[]): void {
    for (const { undo } of pending.toReversed()) undo();
    const reports = pending.filter((each) => !isCommand(each));
    const reapplied = reports.flatMap(({ change }) => this.#reapply(change));
    const undone = pending.flatMap(({ replacements }) => replacements);
    const ofCommands = pending.filter(isCommand).flatMap(({ replacements }) => replacements);
    this.notify({
      replacements: rollbackDiff(this.#home, undone, reapplied),
      cause: "rollback",
      withdrawn: coalesce(ofCommands, { addedAgain: "apart" }),
    });
  }

  #reapply(change: Change): readonly Replacement[] {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return [];
    this.#apply(change, effect);
    return effect;
  }
}
