import type { Steps } from "../../../../shared/steps.ts";
import type { SerialQueue } from "../../serial-queue.ts";
import { Lists } from "../lists.ts";
import type { Message } from "./transport.ts";

/** So much may wait before the broker is told to wait as well. */
const MOST_WAITING = { messages: 200, bytes: 4 * 1024 * 1024 };

/** A message that waits, or is dealt with. */
export interface QueuedMessage {
  readonly message: Message;
  /** The list whose place it took, which counts if this one cannot be read. */
  readonly former: Message | undefined;
  /** Whether a newer list took its place. */
  readonly isOutdated: boolean;
  /** From now on it is dealt with to its end: half of a list is neither the old nor the new one. */
  markRead(): void;
}

class WaitingLetter implements QueuedMessage {
  message: Message;
  former: Message | undefined;
  stage: "waiting" | "begun" | "read" = "waiting";
  isOutdated = false;
  /** Where lists come faster than they can be read, every second one is read all the same. */
  readonly tookAPlace: boolean;

  constructor(message: Message, { tookAPlace }: { readonly tookAPlace: boolean }) {
    this.message = message;
    this.tookAPlace = tookAPlace;
  }

  get bytes(): number {
    return this.message.payload.byteLength + (this.former?.payload.byteLength ?? 0);
  }

  /** A newer list takes the place of another one, which is kept unless it is broken itself. */
  take(message: Message, { instead }: { readonly instead: WaitingLetter }): void {
    this.former = isWhole(instead.message) ? instead.message : instead.former;
    this.message = message;
  }

  markRead(): void {
    this.stage = "read";
  }
}

/** What one bridge said and is not dealt with yet, in its order; a newer list takes the place of one that was not read. */
export class Inbox {
  readonly #queue: SerialQueue;
  readonly #deal: (letter: QueuedMessage) => Steps<void>;
  readonly #lists = new Map<string, WaitingLetter>();
  readonly #waiting = { messages: 0, bytes: 0 };
  #isShut = false;
  #room: { readonly promise: Promise<void>; readonly isThere: () => void } | undefined;

  constructor(queue: SerialQueue, deal: (letter: QueuedMessage) => Steps<void>) {
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
    this.#waiting.bytes -= letter.bytes;
    letter.take(message, { instead: letter });
    this.#waiting.bytes += letter.bytes;
  }

  #takePlaceOf(former: WaitingLetter, message: Message): void {
    former.isOutdated = true;
    const letter = new WaitingLetter(message, { tookAPlace: true });
    letter.take(message, { instead: former });
    this.#add(letter, "next");
  }

  #add(letter: WaitingLetter, place: "next" | "last"): void {
    const { message } = letter;
    if (Lists.isList(message)) this.#lists.set(message.topic, letter);
    this.#waiting.messages += 1;
    this.#waiting.bytes += letter.bytes;
    const open = () => this.#open(letter);
    if (place === "next") this.#queue.addNext(open);
    else this.#queue.add(open);
  }

  *#open(letter: WaitingLetter): Steps<void> {
    letter.stage = "begun";
    this.#waiting.messages -= 1;
    this.#waiting.bytes -= letter.bytes;
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

/** Parsed where that is done in a moment; a longer one is looked at where it ends. */
const PARSED_BYTES = 256 * 1024;

function isWhole({ payload }: Message): boolean {
  if (payload.byteLength > PARSED_BYTES) return /\]\s*$/.test(Buffer.from(payload.subarray(-16)).toString("latin1"));
  try {
    return Array.isArray(JSON.parse(Buffer.from(payload).toString("utf8")));
  } catch {
    return false;
  }
}

function newRoom(): { readonly promise: Promise<void>; readonly isThere: () => void } {
  let isThere: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  return { promise, isThere };
}
