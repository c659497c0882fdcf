import type { Home } from "../../../core/home/home.ts";
import { HomeMoment } from "../../../core/present/home-moment.ts";
import { InFlight, type Window } from "../messages/in-flight.ts";
import { Message } from "../messages/message.ts";
import type { MessageLog } from "../messages/message-log.ts";
import { allPublished, fullResync, type PublishedResources } from "./full-resync.ts";

/** A full resync in progress; events up to `head` are part of it. */
interface ResyncProgress {
  readonly messages: ReturnType<typeof fullResync>;
  readonly head: number;
}

/** So many steps of a resync without a message are taken at once. */
const STEPS_AT_ONCE = 8;

/**
 * The delivery position of one broker, through any number of interruptions: no message is left out, the order is kept,
 * and only messages that were in flight are sent twice. At the beginning, and where the log no longer has what was
 * missed, a full resync is sent.
 */
export class DeliveryCursor {
  readonly #home: Home;
  readonly #messages: MessageLog;
  readonly #inFlight: InFlight<Message>;
  readonly #published: PublishedResources;
  #position: number;
  #resync: ResyncProgress | undefined;
  #isResyncDue = true;

  /** What the home holds at this moment may have been published before the gateway was started. */
  constructor(home: Home, messages: MessageLog, window: Window) {
    this.#home = home;
    this.#messages = messages;
    this.#inFlight = new InFlight(window);
    this.#published = allPublished(home);
    this.#position = messages.head;
  }

  /** Whether a message is not acknowledged yet. */
  get hasInFlight(): boolean {
    return !this.#inFlight.isEmpty;
  }

  /** The last event that the broker has acknowledged, or that needs no message. */
  get acknowledged(): number {
    const { eventId } = this.#inFlight.first ?? {};
    return eventId === undefined ? this.#position : eventId - 1;
  }

  /**
   * The next message; undefined while the window is full, or when all was sent, and `later` where the next message takes
   * more turns of the event loop to find.
   */
  next(): Message | "later" | undefined {
    if (!this.#inFlight.hasRoom) return undefined;
    const message = this.#nextOfResync() ?? this.#nextOfLog();
    if (message instanceof Message) this.#inFlight.add(message);
    return message;
  }

  acknowledge(message: Message): void {
    for (const { action, about } of this.#inFlight.acknowledge(message)) {
      if (action === "add") this.#published.set(about, "certain");
      if (action === "remove") this.#published.delete(about);
    }
  }

  /** The connection broke: whether messages in flight arrived is unknown, so they are sent again. */
  interrupt(): void {
    const lost = this.#inFlight.abandon();
    for (const { action, about } of lost) if (action !== "update") this.#published.set(about, "uncertain");
    const [first] = lost;
    if (this.#resync || (first && first.eventId === undefined)) this.#isResyncDue = true;
    else if (first?.eventId !== undefined) this.#position = first.eventId - 1;
    this.#resync = undefined;
  }

  #nextOfResync(): Message | "later" | undefined {
    // What the broker has is certain only once nothing is in flight.
    if (this.#isResyncDue && this.#inFlight.isEmpty) this.#beginResync();
    if (!this.#resync) return undefined;
    for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) {
      const { done, value } = this.#resync.messages.next();
      if (value) return value;
      if (!done) continue;
      this.#position = this.#resync.head;
      this.#resync = undefined;
      return undefined;
    }
    return "later";
  }

  #beginResync(): void {
    this.#isResyncDue = false;
    const moment = new HomeMoment(this.#home);
    this.#resync = { messages: fullResync(moment, this.#published), head: this.#messages.head };
  }

  #nextOfLog(): Message | "later" | undefined {
    if (this.#isResyncDue) return undefined;
    const message = this.#messages.firstAfter(this.#position, () => true);
    if (message === "evicted") {
      this.#isResyncDue = true;
      return this.#nextOfResync();
    }
    this.#position = message?.eventId ?? this.#messages.head;
    return message;
  }
}
