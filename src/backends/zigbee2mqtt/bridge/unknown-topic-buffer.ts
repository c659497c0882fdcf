import type { Message } from "./link/transport.ts";

const MOST_MESSAGES = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** What somebody said of himself just now is no news later. */
const NEWS_MILLIS = 10_000;

interface Waiting extends Message {
  readonly sinceMillis: number;
}

/** What was said of devices that are not known yet: lists and states arrive in any order. Only the last word on each topic. */
export class UnknownTopicBuffer {
  readonly #messages = new Map<string, Waiting>();
  #bytes = 0;

  add(message: Message, nowMillis: number): void {
    this.remove(message.topic);
    // A payload of its own: the one that came is a piece of all that came with it.
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

  /** All that is still worth hearing, in the order it came; nobody waits any more. */
  takeAll(nowMillis: number): readonly Message[] {
    const isNews = ({ isRetained, sinceMillis }: Waiting) => isRetained || nowMillis - sinceMillis < NEWS_MILLIS;
    const all = [...this.#messages.values()].filter(isNews);
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
