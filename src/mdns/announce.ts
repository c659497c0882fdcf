import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../home/clock.ts";
import { type Card, cardsToAnnounce, type Reach } from "./cards.ts";
import { instanceName } from "./instance-name.ts";
import type { MdnsState } from "./state.ts";
import { type Announcement, taskFor } from "./task.ts";
import { MdnsThread } from "./thread.ts";

const LOOK_MILLIS = 1_000;

export interface MdnsOptions extends Announcement, Reach {
  /** Any text; what cannot be announced of it is left out. */
  readonly name: string;
  readonly cards: () => readonly Card[];
  readonly clock: Clock;
  readonly retryMillis: number;
  /** The program of the thread in which ciao runs. */
  readonly workerPath: string;
  /** Told once of every state, so that a person can see why a gateway is not found. */
  readonly onState: (state: MdnsState) => void;
  /** Told of every thread that runs. */
  readonly onThread?: () => void;
}

export interface MdnsAnnouncer {
  /** What was told last; undefined for the first second. */
  readonly state: MdnsState | undefined;
  /** The same name is no new one. */
  rename(name: string): void;
  /** The gateway has become another one. */
  identify(resetId: string): void;
  /** Says goodbye to the network; within a second, whatever happens. */
  stop(): Promise<void>;
}

/**
 * Announces the gateway by mDNS on every network that is there, and on those that come. Whatever is in the way is told
 * and tried again: nobody waits for it, and nothing that happens to it reaches the rest.
 */
export function announceByMdns(options: MdnsOptions): MdnsAnnouncer {
  const announcer = new Announcer(options);
  announcer.look();
  return announcer;
}

class Announcer implements MdnsAnnouncer {
  readonly #options: MdnsOptions;
  /** As it was asked for; `#name` may have got a number. */
  #asked: string;
  #name: string;
  #resetId: string;
  #state: MdnsState | undefined;
  #cards: readonly Card[] = [];
  #thread: MdnsThread | undefined;
  #retryAtMillis = Number.NEGATIVE_INFINITY;
  #callOff: () => void = () => undefined;
  /** One thread ends before the next one starts. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: MdnsOptions) {
    this.#options = options;
    this.#asked = instanceName(options.name);
    this.#name = this.#asked;
    this.#resetId = options.resetId;
  }

  get state(): MdnsState | undefined {
    return this.#state;
  }

  rename(name: string): void {
    const asked = instanceName(name);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#announceAnew(() => {
      this.#name = asked;
    });
  }

  identify(resetId: string): void {
    this.#announceAnew(() => {
      this.#resetId = resetId;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#callOff();
    this.#turn = this.#turn.then(() => this.#leave("with a goodbye"));
    await this.#turn;
  }

  /** Looks for networks that came or went, now and from now on. */
  look(): void {
    this.#callOff = this.#options.clock.after(LOOK_MILLIS, () => this.look());
    this.#inTurn(() => this.#meet());
  }

  #announceAnew(change: () => void): void {
    this.#inTurn(async () => {
      change();
      await this.#leave("with a goodbye");
      await this.#meet();
    });
  }

  #inTurn(action: () => Promise<void>): void {
    this.#turn = this.#turn.then(async () => {
      if (!this.#stopped) await action();
    });
  }

  /** Sees to it that the gateway is announced where it should be. */
  async #meet(): Promise<void> {
    const { cards, clock } = this.#options;
    const chosen = cardsToAnnounce(cards(), this.#options);
    const isAsItWas = isDeepStrictEqual(chosen, this.#cards);
    if (isAsItWas && (this.#thread || clock.now() < this.#retryAtMillis)) return;
    await this.#leave("at once");
    if (this.#stopped) return;
    if ("reason" in chosen) this.#tell({ announced: false, reason: chosen.reason });
    else this.#start(chosen);
  }

  /** Where only the networks change, no goodbye is said: clients would take it that the gateway was gone. */
  async #leave(how: "with a goodbye" | "at once"): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await (how === "at once" ? thread?.end() : thread?.stop());
  }

  #start(cards: readonly Card[]): void {
    const { clock, workerPath: path, onThread } = this.#options;
    const task = taskFor({ ...this.#options, resetId: this.#resetId }, { name: this.#name, cards });
    this.#cards = cards;
    this.#retryAtMillis = Number.NEGATIVE_INFINITY;
    try {
      this.#thread = MdnsThread.start({ path, task, clock, onThread, onState: (state) => this.#hear(state) });
    } catch (error) {
      this.#hear({ announced: false, reason: String(error) });
    }
  }

  #hear(state: MdnsState): void {
    if (state.announced) {
      this.#name = state.name;
    } else {
      const { clock, retryMillis } = this.#options;
      this.#thread = undefined;
      this.#retryAtMillis = clock.now() + retryMillis;
    }
    this.#tell(state);
  }

  #tell(state: MdnsState): void {
    if (isDeepStrictEqual(state, this.#state)) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
