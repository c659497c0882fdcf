import type { Steps } from "../../../shared/steps.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { Lists } from "./lists.ts";
import type { Message } from "./transport.ts";

/** So much may wait before the broker is told to wait as well. */
const MOST_WAITING = { messages: 200, bytes: 4 * 1024 * 1024 };

/** A message that waits, or is dealt with. */
export interface Letter {
  readonly message: Message;
  /** Whether a newer list took its place. */
  readonly isOutdated: boolean;
  /** From now on it is dealt with to its end: half of a list is neither the old nor the new one. */
  markRead(): void;
}

class WaitingLetter implements Letter {
  message: Message;
  stage: "waiting" | "begun" | "read" = "waiting";
  isOutdated = false;
  /** Where lists come faster than they can be read, every second one is read all the same. */
  readonly tookAPlace: boolean;

  constructor(message: Message, { tookAPlace }: { readonly tookAPlace: boolean }) {
    this.message = message;
    this.tookAPlace = tookAPlace;
  }

  markRead(): void {
    this.stage = "read";
  }
}

/** What one bridge said and is not dealt with yet, in its order; a newer list takes the place of one that was not read. */
export class Inbox {
  readonly #queue: SerialQueue;
  readonly #deal: (letter: Letter) => Steps<void>;
  readonly #lists = new Map<string, WaitingLetter>();
  readonly #waiting = { messages: 0, bytes: 0 };
  #isShut = false;
  #room: { readonly promise: Promise<void>; readonly isThere: () => void } | undefined;

  constructor(queue: SerialQueue, deal: (letter: Letter) => Steps<void>) {
    this.#queue = queue;
    this.#deal = deal;
  }

  /** What it gives settles when there is room for the next one; nothing when there is. */
  take(message: Message): Promise<void> | undefined {
    if (this.#isShut) return undefined;
    const former = this.#lists.get(message.topic);
    if (former?.stage === "waiting") this.#replace(former, message);
    else if (former?.stage === "begun" && !former.tookAPlace) this.#takePlaceOf(former, message);
    else this.#add(new WaitingLetter(message, { tookAPlace: false }), "last");
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

  #replace(letter: WaitingLetter, message: Message): void {
    this.#waiting.bytes += message.payload.byteLength - letter.message.payload.byteLength;
    letter.message = message;
  }

  #takePlaceOf(former: WaitingLetter, message: Message): void {
    former.isOutdated = true;
    this.#add(new WaitingLetter(message, { tookAPlace: true }), "next");
  }

  #add(letter: WaitingLetter, place: "next" | "last"): void {
    const { message } = letter;
    if (Lists.isList(message)) this.#lists.set(message.topic, letter);
    this.#waiting.messages += 1;
    this.#waiting.bytes += message.payload.byteLength;
    const open = () => this.#open(letter);
    if (place === "next") this.#queue.addNext(open);
    else this.#queue.add(open);
  }

  *#open(letter: WaitingLetter): Steps<void> {
    letter.stage = "begun";
    this.#waiting.messages -= 1;
    this.#waiting.bytes -= letter.message.payload.byteLength;
    if (!this.#isFull) {
      this.#room?.isThere();
      this.#room = undefined;
    }
    yield* this.#deal(letter);
    letter.stage = "read";
    const { topic } = letter.message;
    if (this.#lists.get(topic) === letter) this.#lists.delete(topic);
  }
}

function newRoom(): { readonly promise: Promise<void>; readonly isThere: () => void } {
  let isThere: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  return { promise, isThere };
}
