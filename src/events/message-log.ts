import type { Home } from "../home/home.ts";
import type { Appended, Journal, Recorded } from "../present/events/journal.ts";
import { Message, messageOf, payloadLength } from "./message.ts";
import { Topics } from "./topics.ts";

/** What is remembered at the most, for whoever is behind. */
interface Capacity {
  readonly messages: number;
  /** Bytes of their payloads. */
  readonly bytes: number;
}

/** As the journal: a scene of the whole house is nothing to be cut off for. */
const CAPACITY: Capacity = { messages: 20_000, bytes: 8_000_000 };

/**
 * The newest messages in their order, for everybody who is told. Their ids are the journal's; an event that is not told
 * over MQTT has an id and no message. What is told just as it is recorded is made into one once somebody asks for it.
 */
export class MadeMessages {
  readonly #topics: Topics;
  readonly #capacity: Capacity;
  readonly #listeners = new Set<() => void>();
  #isToTell = false;
  #made: (Message | Recorded | undefined)[] = [];
  /** How many of the first do not count any more. */
  #forgotten = 0;
  #bytes = 0;
  #head: number;

  private constructor(head: number, home: Home, capacity: Capacity) {
    this.#head = head;
    this.#topics = new Topics(home);
    this.#capacity = capacity;
  }

  /** Makes a message of every event from now on. */
  static following(journal: Journal, home: Home, capacity: Capacity = CAPACITY): MadeMessages {
    const messages = new MadeMessages(journal.head, home, capacity);
    journal.onAppended((appended) => messages.#make(appended));
    return messages;
  }

  /** The id of the newest. */
  get head(): number {
    return this.#head;
  }

  /** The first one after an id that is wanted; `forgotten` when one after it may be no more. */
  firstAfter(id: number, isWanted: (message: Message) => boolean): Message | "forgotten" | undefined {
    let at = this.#made.length - (this.#head - id);
    if (at < this.#forgotten) return "forgotten";
    for (; at < this.#made.length; at += 1) {
      const message = this.#messageAt(at);
      if (message && isWanted(message)) return message;
    }
    return undefined;
  }

  /**
   * Calls back when there are more, once for all that were made at a time; gives what ends it. Whoever makes a change is
   * not kept waiting until everybody is told.
   */
  onMade(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #messageAt(at: number): Message | undefined {
    const made = this.#made[at];
    if (made === undefined || made instanceof Message) return made;
    const message = messageOf(made);
    this.#made[at] = message;
    return message;
  }

  #make(appended: readonly Appended[]): void {
    for (const one of appended) {
      const message = this.#topics.messageFor(one);
      this.#made.push(message);
      this.#bytes += lengthOf(message);
      this.#head = one.recorded.id;
    }
    this.#forgetOldest();
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#isToTell || this.#listeners.size === 0) return;
    this.#isToTell = true;
    setImmediate(() => {
      this.#isToTell = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #forgetOldest(): void {
    while (this.#made.length - this.#forgotten > this.#capacity.messages || this.#bytes > this.#capacity.bytes) {
      this.#bytes -= lengthOf(this.#made[this.#forgotten]);
      this.#forgotten += 1;
    }
    // Moving all that are left costs more than a message does: it waits until there is something to gain by it.
    if (this.#forgotten <= this.#made.length / 8) return;
    this.#made = this.#made.slice(this.#forgotten);
    this.#forgotten = 0;
  }
}

function lengthOf(made: Message | Recorded | undefined): number {
  if (made === undefined) return 0;
  return made instanceof Message ? made.length : payloadLength(made.text);
}
