import type { Home } from "../home/home.ts";
import type { Journal } from "../present/journal.ts";
import type { Message } from "./message.ts";
import { Topics } from "./topics.ts";

/** What is remembered at the most, for whoever is behind. */
interface Capacity {
  readonly messages: number;
  /** Bytes of their payloads. */
  readonly bytes: number;
}

const CAPACITY: Capacity = { messages: 10_000, bytes: 8_000_000 };

export interface NumberedMessage extends Message {
  /** The id of the event in the journal. */
  readonly id: number;
}

/**
 * The newest messages in their order, made once, as things happen, for everybody who is told. Their ids are the
 * journal's; an event that is not told over MQTT has an id and no message.
 */
export class MadeMessages {
  readonly #topics: Topics;
  readonly #journal: Journal;
  readonly #capacity: Capacity;
  readonly #listeners = new Set<() => void>();
  #made: (NumberedMessage | undefined)[] = [];
  #bytes = 0;
  #head: number;

  private constructor(journal: Journal, home: Home, capacity: Capacity) {
    this.#journal = journal;
    this.#topics = new Topics(home);
    this.#capacity = capacity;
    this.#head = journal.head;
  }

  /** Makes a message of every event from now on. */
  static following(journal: Journal, home: Home, capacity: Capacity = CAPACITY): MadeMessages {
    const messages = new MadeMessages(journal, home, capacity);
    journal.onAppended(() => messages.#catchUp());
    return messages;
  }

  /** The id of the newest. */
  get head(): number {
    return this.#head;
  }

  /** The first one after an id that is wanted; `forgotten` when one after it may be no more. */
  firstAfter(id: number, isWanted: (message: Message) => boolean): NumberedMessage | "forgotten" | undefined {
    let at = this.#made.length - (this.#head - id);
    if (at < 0) return "forgotten";
    for (; at < this.#made.length; at += 1) {
      const message = this.#made[at];
      if (message && isWanted(message)) return message;
    }
    return undefined;
  }

  /** Calls back whenever there are more; gives what ends it. */
  onMade(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #catchUp(): void {
    const missed = this.#journal.after(this.#head);
    // More happened at once than the journal holds: whoever is told must look at everything again.
    if (missed === undefined) this.#forgetAll();
    for (const recorded of missed ?? []) {
      const message = this.#topics.messageFor(recorded);
      this.#made.push(message && { ...message, id: recorded.id });
      this.#bytes += message?.length ?? 0;
    }
    this.#head = this.#journal.head;
    this.#forgetOldest();
    for (const listener of this.#listeners) listener();
  }

  #forgetAll(): void {
    this.#made = [];
    this.#bytes = 0;
    this.#topics.startAnew();
  }

  #forgetOldest(): void {
    let forgotten = 0;
    while (this.#made.length - forgotten > this.#capacity.messages || this.#bytes > this.#capacity.bytes) {
      this.#bytes -= this.#made[forgotten]?.length ?? 0;
      forgotten += 1;
    }
    if (forgotten > 0) this.#made = this.#made.slice(forgotten);
  }
}
