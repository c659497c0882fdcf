import type { Change } from "../home/changes/change.ts";
import { describe } from "../home/changes/describe.ts";
import { effectOf } from "../home/changes/effect.ts";
import type { Impossible, Replacement } from "../home/changes/replacement.ts";
import type { Order } from "../home/collection.ts";
import { type Home, MutableHome } from "../home/home.ts";
import type { AccessKey } from "../home/model/access-key.ts";
import type { HomeContents } from "../home/model/contents.ts";
import type { Identity } from "../home/model/identity.ts";
import { type PairingWindow, pressed, remainingMillis, SHUT } from "../home/pairing-window.ts";
import { type Author, OPERATOR, type TrailEntry } from "../home/trail-entry.ts";
import type { Clock } from "../shared/clock.ts";
import { type ChangeNotification, coalesce, rollbackDiff } from "./change-notification.ts";
import { putBackEntry, reportEntry } from "./report-entry.ts";
import type { Store } from "./store.ts";
import { budgetOf, commandEntries, commandEntry, Trail } from "./trail.ts";
import { isCommand, type PendingChange } from "./unstored.ts";
import { WriteBehind } from "./write-behind.ts";

export interface GatewayOptions {
  readonly contents: HomeContents;
  readonly store: Store;
  readonly clock: Clock;
  /** The order of all lists; the order in which resources were added, by default. */
  readonly order?: Order | undefined;
  /** Announced instead of the stored MAC. */
  readonly mac?: string | undefined;
  /** Why the store cannot be written to at first. */
  readonly storeTrouble?: string | undefined;
  readonly onStoreTrouble?: (trouble: string | undefined) => void;
}

const WHY_IMPOSSIBLE = {
  "not-found": "there is no such thing",
  "already-there": "it is there already",
  "not-allowed": "that cannot be",
} as const satisfies Record<Impossible, string>;

/** The heart: the one place where the home and the pairing window change. */
export class Gateway {
  /** Who changed what, and what became of it. */
  readonly trail: Trail;
  readonly #home: MutableHome;
  readonly #clock: Clock;
  readonly #writeBehind: WriteBehind;
  readonly #mac: string | undefined;
  readonly #watchers = new Set<(notification: ChangeNotification) => void>();
  readonly #roundWatchers = new Set<(round: readonly ChangeNotification[]) => void>();
  /** Notifications that watchers have not had yet. */
  readonly #queue: ChangeNotification[] = [];
  /** The replacements of the batch that is open. */
  #batched: Replacement[] | undefined;
  /** More parts of the last batch follow. */
  #isInParts = false;
  #isNotifying = false;
  #window: PairingWindow = SHUT;

  constructor({ contents, store, clock, order, mac, storeTrouble, onStoreTrouble }: GatewayOptions) {
    this.#home = new MutableHome(contents, order);
    this.#clock = clock;
    this.#mac = mac;
    this.trail = new Trail(store, clock.now);
    this.#writeBehind = new WriteBehind({
      store,
      clock,
      trouble: storeTrouble,
      currentDevice: (id) => this.#home.devices.get(id),
      rollBack: (pending) => this.#rollBack(pending),
      onTrouble: onStoreTrouble ?? (() => undefined),
    });
  }

  get home(): Home {
    return this.#home;
  }

  get identity(): Identity {
    const { identity } = this.#home;
    return this.#mac === undefined ? identity : { ...identity, mac: this.#mac };
  }

  /** Why the store refuses writes at the moment; commands are refused until the store takes them again. */
  get storeTrouble(): string | undefined {
    return this.#writeBehind.trouble;
  }

  /** How the store fares: how long commits took, how many were refused, how many changes wait. */
  get storeFigures(): Pick<WriteBehind, "commits" | "pendingChanges"> {
    return this.#writeBehind;
  }

  /** Takes a report: applied at once, wholly or not at all, and stored within a second. */
  submit(change: Change): "done" | Impossible {
    return this.#take(change, (effect) => reportEntry(this.#home, change, effect));
  }

  /** Takes what the home is to show again, as a device did not confirm its command. */
  putBack(change: Change): "done" | Impossible {
    return this.#take(change, () => putBackEntry(this.#home, change));
  }

  /**
   * Gives one notification for all reports that `submitAll` submits, as a home may get thousands of devices at once.
   * `"more"` says that the batch goes on in a later turn of the event loop.
   */
  batch(submitAll: () => unknown): void {
    if (this.#batched) return void submitAll();
    this.#batched = [];
    let isMoreToCome = false;
    try {
      isMoreToCome = submitAll() === "more";
    } finally {
      const replacements = coalesce(this.#batched);
      this.#batched = undefined;
      const isLast = this.#isInParts && !isMoreToCome;
      this.#isInParts = isMoreToCome;
      const part = isMoreToCome ? "earlier" : isLast ? "last" : undefined;
      this.#notify({ replacements, cause: "report", ...(part ? { part } : {}) });
    }
  }

  /** Takes a command: applied at once, done when it would survive a loss of power, rolled back if the store refuses. */
  async ask(change: Change, by: Author = OPERATOR): Promise<"done" | "not-stored" | Impossible> {
    const effect = effectOf(this.#home, change);
    const entry = commandEntry(this.#home, change, by, effect);
    if (typeof effect === "string") return this.#refuse(entry, effect);
    const entries = commandEntries(this.#home, change, entry);
    const isStored = effect.length === 0 && this.#writeBehind.isClean;
    if (!isStored && this.#writeBehind.trouble !== undefined) return this.#refuse(entry, "not-stored");
    const stored =
      isStored ||
      new Promise<boolean>((settle) => this.#apply(change, effect, { settle, entries, description: entry.did }));
    if (isStored) for (const each of entries) this.trail.note(each);
    this.#notify({ replacements: effect, cause: "command", command: change });
    if (await stored) return "done";
    this.trail.noteSparingly(budgetOf(by), { ...entry, outcome: "rolled-back", why: this.#whyNotStored });
    return "not-stored";
  }

  /** Tells the trail of a command that is refused before it could be asked for. */
  noteRefused(change: Change, by: Author, why: string): void {
    const entry = commandEntry(this.#home, change, by, []);
    this.trail.noteSparingly(budgetOf(by), { ...entry, outcome: "refused", why });
  }

  /** Notifies of every change from now on; gives what unsubscribes. */
  watch(watcher: (notification: ChangeNotification) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Notifies once of all that one change led to, when that is over: changes that watchers made in turn included. */
  watchRounds(watcher: (round: readonly ChangeNotification[]) => void): () => void {
    this.#roundWatchers.add(watcher);
    return () => this.#roundWatchers.delete(watcher);
  }

  /** A press of the button: spec §3. */
  pressButton(by: Author = { kind: "button" }): void {
    this.#window = pressed(this.#clock.now());
    const did = "the button pressed, so that clients may pair";
    this.trail.noteSparingly("press", { by, did, devices: [], outcome: "done" });
  }

  /**
   * Lets one client in for each press: shuts the window, and opens it again only if the key could not be stored. Whoever
   * is refused has called itself something, so the trail names the address.
   */
  async pair(key: AccessKey, clientAddress: string): Promise<"done" | "shut" | "not-stored" | Impossible> {
    const by: Author = { kind: "key", name: key.name };
    if (this.pairingMillisLeft() === 0) {
      const stranger: Author = { kind: "address", name: clientAddress };
      const entry = commandEntry(this.#home, { kind: "keyAdded", key }, stranger, []);
      const why = "nobody pressed the button";
      this.trail.noteSparingly(`pairing ${clientAddress}`, { ...entry, outcome: "refused", why });
      return "shut";
    }
    const window = this.#window;
    this.#window = SHUT;
    const outcome = await this.ask({ kind: "keyAdded", key }, by);
    const isLater = window.endsAtMillis > this.#window.endsAtMillis;
    if (outcome !== "done" && isLater) this.#window = window;
    return outcome;
  }

  /** How long clients may still pair; 0 when the window is shut. */
  pairingMillisLeft(): number {
    return remainingMillis(this.#window, this.#clock.now());
  }

  /** Stores every pending change, and closes the store. */
  stop(): Promise<void> {
    return this.#writeBehind.stop();
  }

  #take(change: Change, entryFor: (effect: readonly Replacement[]) => TrailEntry | undefined): "done" | Impossible {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    const entry = entryFor(effect);
    if (entry) this.trail.noteSparingly(`${entry.outcome} ${entry.devices.join()}`, entry);
    // A report that confirms a command that is not stored yet has no effect, but must be applied again if the command is rolled back.
    if (effect.length > 0 || this.#writeBehind.hasUnstoredCommand) this.#apply(change, effect);
    if (this.#batched) this.#batched.push(...effect);
    else this.#notify({ replacements: effect, cause: "report" });
    return "done";
  }

  #apply(
    change: Change,
    effect: readonly Replacement[],
    command?: Pick<PendingChange, "settle" | "entries"> & { readonly description: string },
  ): void {
    const description = command?.description ?? describe(change, this.#home);
    const undoSteps = effect.map((replacement) => this.#home.replace(replacement));
    const undo = () => {
      for (const step of undoSteps.toReversed()) step();
    };
    this.#writeBehind.add({
      change,
      description,
      replacements: effect,
      undo,
      settle: command?.settle,
      entries: command?.entries,
    });
  }

  get #whyNotStored(): string {
    return this.storeTrouble ?? "it could not be stored";
  }

  #refuse(entry: TrailEntry, outcome: Impossible | "not-stored"): Impossible | "not-stored" {
    const why = outcome === "not-stored" ? this.#whyNotStored : WHY_IMPOSSIBLE[outcome];
    this.trail.noteSparingly(budgetOf(entry.by), { ...entry, outcome: "refused", why });
    return outcome;
  }

  /** Undoes all pending changes and applies the reports among them again; watchers are notified of the difference. */
  #rollBack(pending: readonly PendingChange[]): void {
    for (const { undo } of pending.toReversed()) undo();
    const reports = pending.filter((each) => !isCommand(each));
    const reapplied = reports.flatMap(({ change }) => this.#reapply(change));
    const undone = pending.flatMap(({ replacements }) => replacements);
    this.#notify({ replacements: rollbackDiff(this.#home, undone, reapplied), cause: "rollback" });
  }

  #reapply(change: Change): readonly Replacement[] {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return [];
    this.#apply(change, effect);
    return effect;
  }

  /** Notifies of one change after the other, even when a watcher changes the home itself. */
  #notify(notification: ChangeNotification): void {
    // Without replacements a rollback may have changed an order, and a repeated command may not have reached its device.
    const isWorthTelling = notification.cause !== "report" || notification.part === "last";
    if (notification.replacements.length > 0 || isWorthTelling) this.#queue.push(notification);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    const round: ChangeNotification[] = [];
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        round.push(next);
        for (const watcher of this.#watchers) watcher(next);
      }
    } finally {
      this.#isNotifying = false;
    }
    if (round.length > 0) for (const watcher of this.#roundWatchers) watcher(round);
  }
}
