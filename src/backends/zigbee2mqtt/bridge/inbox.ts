import type { Steps } from "../../../shared/steps.ts";
import type { SerialQueue } from "../serial-queue.ts";
import type { Message } from "./transport.ts";

/** So much may wait before the broker is told to wait as well. */
const MOST_WAITING = { messages: 200, bytes: 4 * 1024 * 1024 };

/**
 * What one bridge said and is not dealt with yet, in its order. Nothing is passed over, a list that a newer one follows
 * neither: the newer one may be broken, and what is said between the two is about the names of the first.
 */
export class Inbox {
  readonly #queue: SerialQueue;
  readonly #deal: (message: Message) => Steps<void>;
  readonly #waiting = { messages: 0, bytes: 0 };
  #isShut = false;
  #room: { readonly promise: Promise<void>; readonly isThere: () => void } | undefined;

  constructor(queue: SerialQueue, deal: (message: Message) => Steps<void>) {
    this.#queue = queue;
    this.#deal = deal;
  }

  /** What it gives settles when there is room for the next one; nothing when there is. */
  take(message: Message): Promise<void> | undefined {
    if (this.#isShut) return undefined;
    this.#waiting.messages += 1;
    this.#waiting.bytes += message.payload.byteLength;
    this.#queue.add(() => this.#open(message));
    if (!this.#isFull) return undefined;
    this.#room ??= newRoom();
    return this.#room.promise;
  }

  /** Nothing more is dealt with, and nobody waits for room. */
  shut(): void {
    this.#isShut = true;
    this.#room?.isThere();
  }

  get #isFull(): boolean {
    const { messages, bytes } = this.#waiting;
    return messages >= MOST_WAITING.messages || bytes >= MOST_WAITING.bytes;
  }

  *#open(message: Message): Steps<void> {
    this.#waiting.messages -= 1;
    this.#waiting.bytes -= message.payload.byteLength;
    if (!this.#isFull) {
      this.#room?.isThere();
      this.#room = undefined;
    }
    yield* this.#deal(message);
  }
}

function newRoom(): { readonly promise: Promise<void>; readonly isThere: () => void } {
  let isThere: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  return { promise, isThere };
}
