import type { Message } from "./link/transport.ts";

const MOST_MESSAGES = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** A live report that is older than this is dropped. */
const LIVE_MILLIS = 10_000;

interface BufferedMessage extends Message {
  readonly sinceMillis: number;
}

/**
 * Messages of topics that belong to no listed device yet: lists and states arrive in any order. Keeps the last message of
 * each topic; where it is full, the oldest message is dropped.
 */
export class UnknownTopicBuffer {
  readonly #messages = new Map<string, BufferedMessage>();
  #bytes = 0;

  add(message: Message, nowMillis: number): void {
    this.remove(message.topic);
    // The payload is copied, as the original is a view of the whole chunk that came from the network.
    this.#messages.set(message.topic, {
      sinceMillis: nowMillis,
      ...message,
      payload: new Uint8Array(message.payload),
    });
    this.#bytes += sizeOf(message);
    for (const [topic] of this.#messages) {
      if (this.#messages.size <= MOST_MESSAGES && this.#bytes <= MOST_BYTES) return;
      this.remove(topic);
    }
  }

  /** Empties the buffer; gives all messages that are not too old, in the order they came. */
  takeAll(nowMillis: number): readonly Message[] {
    const isFresh = ({ isRetained, sinceMillis }: BufferedMessage) =>
      isRetained || nowMillis - sinceMillis < LIVE_MILLIS;
    const all = [...this.#messages.values()].filter(isFresh);
    this.#messages.clear();
    this.#bytes = 0;
    return all;
  }

  remove(topic: string): void {
    const message = this.#messages.get(topic);
    if (!message) return;
    this.#messages.delete(topic);
    this.#bytes -= sizeOf(message);
  }
}

const sizeOf = ({ topic, payload }: Message): number => topic.length + payload.byteLength;
