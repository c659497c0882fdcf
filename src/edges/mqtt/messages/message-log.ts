import type { Home } from "../../../core/home/home.ts";
import type { Appended, Journal } from "../../../core/present/events/journal.ts";
import { Message, messageOf, topicOf } from "./message.ts";
import { Topics } from "./topics.ts";

/** Bytes of messages that differ from their events: a new scene names every device of its room. */
const DIFFERING_BYTES = 8_000_000;

/**
 * The journal as messages, for all clients. Ids are those of the journal, and most messages are what the journal holds:
 * only those that differ are remembered here. A recorded event becomes a message only when a client needs the message.
 */
export class MessageLog {
  readonly #journal: Journal;
  readonly #topics: Topics;
  readonly #differingBytes: number;
  readonly #listeners = new Set<() => void>();
  #isNotifyScheduled = false;
  /** By the id of the event, in their order; undefined for an event that is not published. */
  readonly #differing = new Map<number, Message | undefined>();
  #bytes = 0;
  /** The newest event whose message is evicted. */
  #evicted = 0;

  private constructor(journal: Journal, home: Home, differingBytes: number) {
    this.#journal = journal;
    this.#topics = new Topics(home);
    this.#differingBytes = differingBytes;
  }

  /** Has a message for every event from now on. */
  static following(journal: Journal, home: Home, differingBytes = DIFFERING_BYTES): MessageLog {
    const messages = new MessageLog(journal, home, differingBytes);
    journal.onAppended((appended) => messages.#append(appended));
    return messages;
  }

  /** The id of the newest event. */
  get head(): number {
    return this.#journal.head;
  }

  /** The first message after an id on a topic of interest; `evicted` when a message after the id may be gone. */
  firstAfter(id: number, isSubscribed: (topic: string) => boolean): Message | "evicted" | undefined {
    if (id < this.#evicted || !this.#journal.knows(id)) return "evicted";
    for (let next = id + 1; next <= this.head; next += 1) {
      const entry = this.#differing.has(next) ? this.#differing.get(next) : this.#journal.at(next);
      if (entry && isSubscribed(topicOf(entry))) return entry instanceof Message ? entry : messageOf(entry);
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

  #append(appended: readonly Appended[]): void {
    for (const one of appended) {
      const message = this.#topics.messageFor(one);
      if (message === "as-recorded") continue;
      this.#differing.set(one.recorded.id, message);
      this.#bytes += message?.length ?? 0;
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
    for (const [id, message] of this.#differing) {
      if (this.#bytes <= this.#differingBytes && this.#journal.knows(id - 1)) return;
      this.#differing.delete(id);
      this.#bytes -= message?.length ?? 0;
      this.#evicted = id;
    }
  }
}
