import type { Home } from "../home/home.ts";
import { type Told, toldOf, wholeHome } from "./full-resync.ts";
import { InFlight, type Window } from "./in-flight.ts";
import type { Message } from "./message.ts";
import type { MadeMessages } from "./message-log.ts";

/** A home being told from its beginning to its end, and what happened before it was taken down. */
interface Whole {
  readonly messages: readonly (() => Message)[];
  readonly head: number;
  next: number;
}

/**
 * What somebody is to be told next who keeps what it was told, through any number of interruptions: nothing is left
 * out, the order is kept, and only what was under way comes twice. Where that is not known any more, and at the
 * beginning, the whole home is told.
 */
export class Telling {
  readonly #home: Home;
  readonly #messages: MadeMessages;
  readonly #inFlight: InFlight<Message>;
  readonly #told: Told;
  #taken: number;
  #whole: Whole | undefined;
  #isWholeDue = true;

  /** What the home holds at this moment may be known from before we were started. */
  constructor(home: Home, messages: MadeMessages, window: Window) {
    this.#home = home;
    this.#messages = messages;
    this.#inFlight = new InFlight(window);
    this.#told = toldOf(home);
    this.#taken = messages.head;
  }

  /** Whether something was given that has not arrived. */
  get isUnderWay(): boolean {
    return !this.#inFlight.isEmpty;
  }

  /** Nothing while enough is under way, or when everything was told. */
  next(): Message | undefined {
    if (!this.#inFlight.hasRoom) return undefined;
    const message = this.#nextOfWhole() ?? this.#nextOfMade();
    if (message) this.#inFlight.add(message);
    return message;
  }

  arrived(message: Message): void {
    for (const { action, about } of this.#inFlight.arrived(message)) {
      if (action === "add") this.#told.set(about, "known");
      if (action === "remove") this.#told.delete(about);
    }
  }

  /** Nothing that is under way is known to arrive: it is told again. */
  interrupt(): void {
    const lost = this.#inFlight.giveUp();
    for (const { action, about } of lost) if (action !== "update") this.#told.set(about, "perhaps");
    const [first] = lost;
    if (this.#whole || (first && first.eventId === undefined)) this.#isWholeDue = true;
    else if (first?.eventId !== undefined) this.#taken = first.eventId - 1;
    this.#whole = undefined;
  }

  #nextOfWhole(): Message | undefined {
    // What was told is known only once all that is under way has arrived.
    if (this.#isWholeDue && this.#inFlight.isEmpty) this.#beginWhole();
    if (!this.#whole) return undefined;
    const make = this.#whole.messages[this.#whole.next];
    this.#whole.next += 1;
    if (make) return make();
    this.#taken = this.#whole.head;
    this.#whole = undefined;
    return undefined;
  }

  #beginWhole(): void {
    this.#isWholeDue = false;
    this.#whole = { messages: wholeHome(this.#home, this.#told), head: this.#messages.head, next: 0 };
  }

  #nextOfMade(): Message | undefined {
    if (this.#isWholeDue) return undefined;
    const message = this.#messages.firstAfter(this.#taken, () => true);
    if (message === "forgotten") {
      this.#isWholeDue = true;
      return this.#nextOfWhole();
    }
    this.#taken = message?.eventId ?? this.#messages.head;
    return message;
  }
}
