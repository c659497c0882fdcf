import type { Home } from "../home/home.ts";
import type { Appended, Journal, Recorded } from "../present/events/journal.ts";
import { Message, messageOf, payloadLength, topicOf } from "./message.ts";
import { Topics } from "./topics.ts";

/** The most that the log holds, for clients that are behind. */
interface Capacity {
  readonly messages: number;
  /** Bytes of their payloads. */
  readonly bytes: number;
}

/** As the journal: a scene of the whole house must not cut off a client. */
const CAPACITY: Capacity = { messages: 20_000, bytes: 8_000_000 };

/**
 * The newest messages in their order, bounded, for all clients. Ids are those of the journal; an event that is not sent
 * over MQTT has an id and no message. A recorded event becomes a message only when a client needs the message.
 */
export class MessageLog {
  readonly #topics: Topics;
  readonly #capacity: Capacity;
  readonly #listeners = new Set<() => void>();
  #isNotifyScheduled = false;
  #entries: (Message | Recorded | undefined)[] = [];
  /** How many entries at the front are evicted and not removed yet. */
  #evicted = 0;
  #bytes = 0;
  #head: number;

  private constructor(head: number, home: Home, capacity: Capacity) {
    this.#head = head;
    this.#topics = new Topics(home);
    this.#capacity = capacity;
  }

  /** Appends a message for every event from now on. */
  static following(journal: Journal, home: Home, capacity: Capacity = CAPACITY): MessageLog {
    const messages = new MessageLog(journal.head, home, capacity);
    journal.onAppended((appended) => messages.#append(appended));
    return messages;
  }

  /** The id of the newest event. */
  get head(): number {
    return this.#head;
  }

  /** The first message after an id on a topic of interest; `evicted` when a message after the id may be gone. */
  firstAfter(id: number, isSubscribed: (topic: string) => boolean): Message | "evicted" | undefined {
    let at = this.#entries.length - (this.#head - id);
    if (at < this.#evicted) return "evicted";
    for (; at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry && isSubscribed(entry instanceof Message ? entry.topic : topicOf(entry))) return this.#messageAt(at);
    }
    return undefined;
  }

  /**
   * Calls back in a later turn of the event loop, once for all messages that were appended together, so that a change
   * does not wait for its messages to be sent. Returns what unsubscribes.
   */
  onAppended(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #messageAt(at: number): Message | undefined {
    const entry = this.#entries[at];
    if (entry === undefined || entry instanceof Message) return entry;
    const message = messageOf(entry);
    this.#entries[at] = message;
    return message;
  }

  #append(appended: readonly Appended[]): void {
    for (const one of appended) {
      const message = this.#topics.messageFor(one);
      this.#entries.push(message);
      this.#bytes += lengthOf(message);
      this.#head = one.recorded.id;
    }
    this.#evictOldest();
    this.#notifySoon();
  }

  #notifySoon(): void {
    if (this.#isNotifyScheduled || this.#listeners.size === 0) return;
    this.#isNotifyScheduled = true;
    setImmediate(() => {
      this.#isNotifyScheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #evictOldest(): void {
    while (this.#entries.length - this.#evicted > this.#capacity.messages || this.#bytes > this.#capacity.bytes) {
      this.#bytes -= lengthOf(this.#entries[this.#evicted]);
      this.#evicted += 1;
    }
    // Moving the rest costs more than one message, so entries are removed many at a time.
    if (this.#evicted <= this.#entries.length / 8) return;
    this.#entries = this.#entries.slice(this.#evicted);
    this.#evicted = 0;
  }
}

function lengthOf(entry: Message | Recorded | undefined): number {
  if (entry === undefined) return 0;
  return entry instanceof Message ? entry.length : payloadLength(entry.text);
}
