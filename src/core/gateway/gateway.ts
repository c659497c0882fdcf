import type { Clock } from "../../shared/clock.ts";
import { withoutSecrets } from "../../shared/shown-target.ts";
import { allAtOnce, runAtOnce, type StepRunner, type Steps } from "../../shared/steps.ts";
import type { Change } from "../home/changes/change.ts";
import { effectInSteps, effectOf } from "../home/changes/effect.ts";
import { extentOf } from "../home/changes/extent.ts";
import { Outcomes } from "../home/changes/outcomes.ts";
import type { Effect, Impossible, Replacement } from "../home/changes/replacement.ts";
import type { Order } from "../home/collection.ts";
import { type Home, MutableHome } from "../home/home.ts";
import type { AccessKey } from "../home/model/access-key.ts";
import type { HomeContents } from "../home/model/contents.ts";
import type { Identity } from "../home/model/identity.ts";
import { type PairingWindow, pressed, remainingMillis, SHUT } from "../home/pairing-window.ts";
import { type Author, OPERATOR, type TrailEntry } from "../home/trail-entry.ts";
import { HomeWriter } from "./home-writer.ts";
import { type GivenCommand, LargeCommands, type RunningCommand } from "./large-commands.ts";
import type { RoundWatcher, SteppingRoundWatcher, SteppingWatcher, Watcher } from "./notifier.ts";
import { putBackEntry, reportEntry } from "./report-entry.ts";
import type { Store } from "./store.ts";
import { budgetOf, commandEntries, commandEntry, Trail } from "./trail.ts";
import type { StoreOutcome } from "./unstored.ts";
import type { WriteBehind } from "./write-behind.ts";

export interface GatewayOptions {
  readonly contents: HomeContents;
  readonly store: Store;
  readonly clock: Clock;
  /** The order of all lists; the order in which resources were added, by default. */
  readonly order?: Order | undefined;
  /** Announced instead of the stored MAC. */
  readonly mac?: string | undefined;
  /** Why the store cannot be written to at first. */
  readonly storeProblem?: string | undefined;
  readonly onStoreProblem?: (problem: string | undefined) => void;
  /** Takes the steps of a change of many resources; all at once by default. */
  readonly run?: StepRunner | undefined;
  /** How many resources that is. */
  readonly large?: number | undefined;
}

/** What became of a command; `busy` where too many changes wait to be stored, `conflict` where somebody else was first. */
export type CommandOutcome = "done" | "not-stored" | "conflict" | "busy" | Impossible;

/** A change that concerns more resources is worked on in steps. */
const LARGE = 32;

/** Commands that are not stored yet: a disk that hangs must not fill the memory. */
const MOST_UNSTORED = 1_000;

const WHY_REFUSED = {
  busy: "too many changes are waiting to be stored",
  conflict: "somebody else was first",
  "not-found": "not found",
  "already-there": "it already exists",
  "not-allowed": "not allowed",
} as const satisfies Record<Impossible | "busy" | "conflict", string>;

/** A command with all that is needed to carry it out, as the home is now. */
interface WorkedOutCommand {
  readonly change: Change;
  readonly effect: Effect;
  readonly given: readonly GivenCommand[];
  /** For each that was given, what the trail tells of it; and all that it tells of a large one. */
  readonly summaries: readonly TrailEntry[];
  readonly entries: readonly TrailEntry[];
}

/** The heart: the one place where the home and the pairing window change. */
export class Gateway {
  /** Who changed what, and what became of it. */
  readonly trail: Trail;
  readonly #home: MutableHome;
  readonly #writer: HomeWriter;
  readonly #clock: Clock;
  readonly #mac: string | undefined;
  readonly #run: StepRunner;
  readonly #large: number;
  readonly #largeCommands: LargeCommands<CommandOutcome>;
  #window: PairingWindow = SHUT;

  constructor({ contents, store, clock, order, mac, ...options }: GatewayOptions) {
    const { storeProblem, onStoreProblem = () => undefined, run = runAtOnce, large = LARGE } = options;
    const home = new MutableHome(contents, order);
    this.#home = home;
    this.#writer = new HomeWriter({ home, store, clock, run, large, storeProblem, onStoreProblem });
    this.#clock = clock;
    this.#run = run;
    this.#large = large;
    this.#largeCommands = new LargeCommands<CommandOutcome>({
      home,
      clock,
      run: (change, given) => this.#askInSteps(change, given),
      refuse: ({ change, by }) => this.#refuse(commandEntry(this.#home, change, by, []), "busy"),
    });
    this.#mac = mac;
    this.trail = new Trail(store, clock.now);
  }

  get home(): Home {
    return this.#home;
  }

  get identity(): Identity {
    const { identity } = this.#home;
    return this.#mac === undefined ? identity : { ...identity, mac: this.#mac };
  }

  /** Why the store refuses writes at the moment; commands are refused until the store takes them again. */
  get storeProblem(): string | undefined {
    return this.#writer.writeBehind.problem;
  }

  /** How the store fares: how long commits took, how many were refused, how many changes wait. */
  get storeFigures(): Pick<WriteBehind, "commits" | "pendingChanges"> {
    return this.#writer.writeBehind;
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
    this.#writer.batch(submitAll);
  }

  /**
   * Takes a command: applied at once, done when it would survive a loss of power, rolled back if the store refuses. A
   * command for many resources is worked out in steps first; the home shows all of it or nothing.
   */
  async ask(change: Change, by: Author = OPERATOR, onSent?: () => void): Promise<CommandOutcome> {
    const given = { change, by, onSent };
    if (extentOf(this.#home, change) > this.#large) return this.#largeCommands.ask(given);
    return this.#carryOut(allAtOnce(this.#workOut(change, [given])));
  }

  /** Tells the trail of a command that is refused before it could be asked for. */
  noteRefused(change: Change, by: Author, why: string): void {
    const entry = commandEntry(this.#home, change, by, []);
    this.trail.noteSparingly(budgetOf(by), { ...entry, outcome: "refused", why });
  }

  /** Notifies of every change from now on; gives what unsubscribes. */
  watch(watcher: Watcher): () => void {
    return this.#writer.notifier.watch((notification) => void watcher(notification));
  }

  /** The same for a watcher that has much to do for a change of many resources. */
  watchInSteps(watcher: SteppingWatcher): () => void {
    return this.#writer.notifier.watch(watcher);
  }

  /** Notifies once of all that one change led to, when that is over: changes that watchers made in turn included. */
  watchRounds(watcher: RoundWatcher): () => void {
    return this.#writer.notifier.watchRounds((round) => void watcher(round));
  }

  watchRoundsInSteps(watcher: SteppingRoundWatcher): () => void {
    return this.#writer.notifier.watchRounds(watcher);
  }

  /** Whether watchers have not been told yet of all that the home shows. */
  get areWatchersBehind(): boolean {
    return this.#writer.notifier.isBehind;
  }

  /** A press of the button: spec §3. */
  pressButton(by: Author = { kind: "button" }): void {
    this.#window = pressed(this.#clock.now());
    const did = "button pressed, so that a client can pair";
    this.trail.noteSparingly("press", { by, did, devices: [], outcome: "done" });
  }

  /**
   * Lets one client in for each press: shuts the window, and opens it again only if the key could not be stored. Where
   * another front has let a client in by the same press, it stays shut. Whoever is refused has called itself something, so
   * the trail names the address.
   */
  async pair(key: AccessKey, clientAddress: string): Promise<CommandOutcome | "shut"> {
    const by: Author = { kind: "key", name: key.name };
    if (this.pairingMillisLeft() === 0) {
      const stranger: Author = { kind: "address", name: clientAddress };
      // What a stranger calls itself may be a key, of this gateway or another.
      const named = { ...key, name: withoutSecrets(key.name) };
      const entry = commandEntry(this.#home, { kind: "keyAdded", key: named }, stranger, []);
      const why = "the button was not pressed";
      this.trail.noteSparingly(`pairing ${clientAddress}`, { ...entry, outcome: "refused", why });
      return "shut";
    }
    const window = this.#window;
    this.#window = SHUT;
    const outcome = await this.ask({ kind: "keyAdded", key }, by);
    if (outcome === "conflict") return "shut";
    const isLater = window.endsAtMillis > this.#window.endsAtMillis;
    if (outcome !== "done" && isLater) this.#window = window;
    return outcome;
  }

  /** Lets nobody in until the next press: another front of the fleet has let a client in. */
  shutPairing(): void {
    this.#window = SHUT;
  }

  /** How long clients may still pair; 0 when the window is shut. */
  pairingMillisLeft(): number {
    return remainingMillis(this.#window, this.#clock.now());
  }

  /** Stores every pending change, and closes the store. */
  async stop(): Promise<void> {
    await this.#largeCommands.stop();
    await this.#writer.writeBehind.stop();
  }

  /** Works out a command that concerns many, while others are served, and carries it out in one step. */
  #askInSteps(change: Change, given: readonly GivenCommand[]): RunningCommand<CommandOutcome> {
    let onOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      onOver = resolve;
    });
    const outcome = this.#askLarge(change, given, onOver);
    // A fault ends it, too.
    outcome.catch(() => onOver());
    return { outcome, over };
  }

  async #askLarge(change: Change, given: readonly GivenCommand[], onOver: () => void): Promise<CommandOutcome> {
    const outcomes = new Outcomes();
    const { version } = this.#home;
    let command: WorkedOutCommand | undefined;
    const workOut = () => this.#workOut(change, given, outcomes);
    const steps = function* (): Steps<void> {
      command = yield* workOut();
    };
    const later = this.#run(steps());
    if (later !== undefined) await later;
    if (!command || this.#home.version !== version) command = allAtOnce(workOut());
    return this.#carryOut(command, onOver);
  }

  *#workOut(change: Change, given: readonly GivenCommand[], outcomes?: Outcomes): Steps<WorkedOutCommand> {
    const effect = yield* effectInSteps(this.#home, change, outcomes);
    const summaries: TrailEntry[] = [];
    const entries: TrailEntry[] = [];
    for (const { change: asked, by } of given) {
      const summary = commandEntry(this.#home, asked, by, effect);
      summaries.push(summary);
      for (const entry of commandEntries(this.#home, asked, summary)) {
        entries.push(entry);
        yield;
      }
    }
    return { change, effect, given, summaries, entries };
  }

  /** `onOver` is called once watchers were notified, or the command is refused. */
  async #carryOut(command: WorkedOutCommand, onOver: () => void = () => undefined): Promise<CommandOutcome> {
    const { effect, summaries } = command;
    const refusal = typeof effect === "string" ? effect : this.#whyNotTaken(effect);
    if (typeof effect === "string" || refusal !== undefined) {
      onOver();
      for (const summary of summaries) this.#refuse(summary, refusal ?? "not-stored");
      return refusal ?? "not-stored";
    }
    const outcome = await this.#makeDurable(command, effect, onOver);
    if (outcome === "stored") return "done";
    const why = outcome === "conflict" ? WHY_REFUSED.conflict : this.#whyNotStored;
    for (const summary of summaries) {
      this.trail.noteSparingly(budgetOf(summary.by), { ...summary, outcome: "rolled-back", why });
    }
    return outcome;
  }

  #whyNotTaken(effect: readonly Replacement[]): "not-stored" | "busy" | undefined {
    if (this.#isStoredAlready(effect)) return undefined;
    if (this.#writer.writeBehind.problem !== undefined) return "not-stored";
    return this.#writer.writeBehind.unstoredCommands >= MOST_UNSTORED ? "busy" : undefined;
  }

  #isStoredAlready(effect: readonly Replacement[]): boolean {
    return effect.length === 0 && this.#writer.writeBehind.isClean;
  }

  /** Applies a command and notifies watchers; resolves once it is stored, or is not. */
  #makeDurable(command: WorkedOutCommand, effect: readonly Replacement[], onOver: () => void): Promise<StoreOutcome> {
    const { change, given, summaries, entries } = command;
    const isStored = this.#isStoredAlready(effect);
    const description = summaries.map(({ did }) => did).join("; ");
    const stored = isStored
      ? Promise.resolve<StoreOutcome>("stored")
      : this.#writer.applyCommand(change, effect, { entries, description });
    if (isStored) for (const entry of entries) this.trail.note(entry);
    this.#writer.notify({ replacements: effect, cause: "command", command: change }, () => {
      for (const { onSent } of given) onSent?.();
      onOver();
    });
    return stored;
  }

  #take(change: Change, entryFor: (effect: readonly Replacement[]) => TrailEntry | undefined): "done" | Impossible {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    const entry = entryFor(effect);
    if (entry) this.trail.noteSparingly(`${entry.outcome} ${entry.devices.join()}`, entry);
    this.#writer.applyReport(change, effect);
    return "done";
  }

  get #whyNotStored(): string {
    return this.storeProblem ?? "it could not be stored";
  }

  #refuse(entry: TrailEntry, outcome: Exclude<CommandOutcome, "done">): CommandOutcome {
    const why = outcome === "not-stored" ? this.#whyNotStored : WHY_REFUSED[outcome];
    this.trail.noteSparingly(budgetOf(entry.by), { ...entry, outcome: "refused", why });
    return outcome;
  }
}
