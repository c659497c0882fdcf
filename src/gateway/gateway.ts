import type { AccessKey } from "../home/access-key.ts";
import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import type { Order } from "../home/collection.ts";
import type { HomeContents } from "../home/contents.ts";
import { describe } from "../home/describe.ts";
import { effectOf } from "../home/effect.ts";
import { type Home, MutableHome } from "../home/home.ts";
import type { Identity } from "../home/identity.ts";
import { type PairingWindow, pressed, remainingMillis, SHUT } from "../home/pairing-window.ts";
import type { Impossible, Replacement } from "../home/replacement.ts";
import { corrections } from "./corrections.ts";
import type { Made } from "./made.ts";
import { netted } from "./netted.ts";
import type { Store } from "./store.ts";
import { Storing } from "./storing.ts";

/** What watchers are told, in the order in which it happened. */
export interface Happened {
  readonly replacements: readonly Replacement[];
  /** Somebody asked for it, a device reported it, or it was asked for and could not be stored. */
  readonly because: "asked" | "reported" | "taken-back";
  /** What somebody asked for, also when it is so already. */
  readonly asked?: Change;
}

export interface GatewayOptions {
  readonly contents: HomeContents;
  readonly store: Store;
  readonly clock: Clock;
  /** In which everything is listed: as things came, unless told otherwise. */
  readonly order?: Order | undefined;
  /** Announced instead of the stored one. */
  readonly mac?: string | undefined;
  /** Why the store cannot be written to for now. */
  readonly storeTrouble?: string | undefined;
  readonly onStoreTrouble?: (trouble: string | undefined) => void;
}

/** The heart: the one place where the home and the pairing window change. */
export class Gateway {
  readonly #home: MutableHome;
  readonly #clock: Clock;
  readonly #storing: Storing;
  readonly #mac: string | undefined;
  readonly #watchers = new Set<(happened: Happened) => void>();
  readonly #roundWatchers = new Set<(round: readonly Happened[]) => void>();
  readonly #untold: Happened[] = [];
  /** What happened since something was begun that is to be told as one. */
  #gathered: Replacement[] | undefined;
  #isTelling = false;
  #window: PairingWindow = SHUT;

  constructor({ contents, store, clock, order, mac, storeTrouble, onStoreTrouble }: GatewayOptions) {
    this.#home = new MutableHome(contents, order);
    this.#clock = clock;
    this.#mac = mac;
    this.#storing = new Storing({
      store,
      clock,
      trouble: storeTrouble,
      deviceNow: (id) => this.#home.devices.get(id),
      takeBack: (made) => this.#takeBack(made),
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

  /** Why nothing can be stored at the moment: what is asked is refused until that is over. */
  get storeTrouble(): string | undefined {
    return this.#storing.trouble;
  }

  /** What a device did or said: shown at once, wholly or not at all, and stored within a second. */
  submit(change: Change): "done" | Impossible {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    // What confirms a wish changes nothing, but counts when the wish is taken back.
    if (effect.length > 0 || this.#storing.isAwaited) this.#make(change, effect);
    if (this.#gathered) this.#gathered.push(...effect);
    else this.#tell({ replacements: effect, because: "reported" });
    return "done";
  }

  /** What is submitted meanwhile is told as one: a home with thousands of new devices is not told of one by one. */
  together(submitAll: () => void): void {
    if (this.#gathered) return void submitAll();
    this.#gathered = [];
    try {
      submitAll();
    } finally {
      const replacements = netted(this.#gathered);
      this.#gathered = undefined;
      this.#tell({ replacements, because: "reported" });
    }
  }

  /** What somebody wants: shown at once, and done once it would survive a loss of power. Refused, it is taken back. */
  async ask(change: Change): Promise<"done" | "not-stored" | Impossible> {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    const isStored = effect.length === 0 && this.#storing.isDone;
    if (!isStored && this.#storing.trouble !== undefined) return "not-stored";
    const stored = isStored || new Promise<boolean>((settle) => this.#make(change, effect, settle));
    this.#tell({ replacements: effect, because: "asked", asked: change });
    return (await stored) ? "done" : "not-stored";
  }

  /** Tells of everything that happens from now on; gives what ends it. */
  watch(watcher: (happened: Happened) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Tells, once and when it is over, of all that one change led to: what watchers made happen because of it, too. */
  watchRounds(watcher: (round: readonly Happened[]) => void): () => void {
    this.#roundWatchers.add(watcher);
    return () => this.#roundWatchers.delete(watcher);
  }

  /** A press of the button: spec §3. */
  pressButton(): void {
    this.#window = pressed(this.#clock.now());
  }

  /** Lets one client in for each press: the window shuts behind it, and opens again only if its key could not be stored. */
  async pair(key: AccessKey): Promise<"done" | "shut" | "not-stored" | Impossible> {
    if (this.pairingMillisLeft() === 0) return "shut";
    const window = this.#window;
    this.#window = SHUT;
    const outcome = await this.ask({ kind: "keyAdded", key });
    const isLater = window.endsAtMillis > this.#window.endsAtMillis;
    if (outcome !== "done" && isLater) this.#window = window;
    return outcome;
  }

  /** How long clients may still pair; 0 when they may not. */
  pairingMillisLeft(): number {
    return remainingMillis(this.#window, this.#clock.now());
  }

  /** Stores what is not stored yet. */
  stop(): Promise<void> {
    return this.#storing.stop();
  }

  #make(change: Change, effect: readonly Replacement[], settle?: (stored: boolean) => void): void {
    const words = describe(change, this.#home);
    const undo = effect.map((replacement) => this.#home.replace(replacement));
    const takeBack = () => {
      for (const step of undo.toReversed()) step();
    };
    this.#storing.add({ change, words, replacements: effect, takeBack, settle });
  }

  /** Undoes all that was made and makes again what devices reported; watchers hear only of what is otherwise then. */
  #takeBack(made: readonly Made[]): void {
    for (const { takeBack } of made.toReversed()) takeBack();
    const again = made.filter(({ settle }) => !settle).flatMap(({ change }) => this.#makeAgain(change));
    const shown = made.flatMap(({ replacements }) => replacements);
    this.#tell({ replacements: corrections(this.#home, shown, again), because: "taken-back" });
  }

  #makeAgain(change: Change): readonly Replacement[] {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return [];
    this.#make(change, effect);
    return effect;
  }

  /** One after the other, even when a watcher makes something happen itself. */
  #tell(happened: Happened): void {
    // What is taken back may change no more than an order, and what is asked again may not have been heard.
    if (happened.replacements.length > 0 || happened.because !== "reported") this.#untold.push(happened);
    if (this.#isTelling) return;
    this.#isTelling = true;
    const round: Happened[] = [];
    try {
      for (let next = this.#untold.shift(); next; next = this.#untold.shift()) {
        round.push(next);
        for (const watcher of this.#watchers) watcher(next);
      }
    } finally {
      this.#isTelling = false;
    }
    if (round.length > 0) for (const watcher of this.#roundWatchers) watcher(round);
  }
}
