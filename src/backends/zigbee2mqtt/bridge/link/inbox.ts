import type { Steps } from "../../../../shared/steps.ts";
import type { SerialQueue } from "../../serial-queue.ts";
import { Lists } from "../lists.ts";
import type { Message } from "./transport.ts";

/** So much may be queued before back pressure is applied to the broker. */
const MOST_QUEUED = { messages: 200, bytes: 4 * 1024 * 1024 };

/** A message that is queued or being handled. */
export interface QueuedMessage {
  readonly message: Message;
  /** The list that this list superseded: it counts if this list is unreadable. */
  readonly superseded: Message | undefined;
  /** Whether a newer list superseded this one. */
  readonly isOutdated: boolean;
  /** From now on the list cannot be superseded: half of a list is neither the old list nor the new one. */
  markParsed(): void;
}

class InboxEntry implements QueuedMessage {
  message: Message;
  superseded: Message | undefined;
  stage: "queued" | "begun" | "parsed" = "queued";
  isOutdated = false;
  /** Such an entry is not superseded again: where lists come faster than they are parsed, every second one is parsed. */
  readonly hasSuperseded: boolean;

  constructor(message: Message, { hasSuperseded }: { readonly hasSuperseded: boolean }) {
    this.message = message;
    this.hasSuperseded = hasSuperseded;
  }

  get bytes(): number {
    return this.message.payload.byteLength + (this.superseded?.payload.byteLength ?? 0);
  }

  /** Keeps the list of another entry, unless that list is broken itself. */
  supersede(entry: InboxEntry, message: Message): void {
    this.superseded = isComplete(entry.message) ? entry.message : entry.superseded;
    this.message = message;
  }

  markParsed(): void {
    this.stage = "parsed";
  }
}

/** The messages of one bridge that are not handled yet, in their order; a newer list supersedes one that is not parsed. */
export class Inbox {
  readonly #queue: SerialQueue;
  readonly #handle: (queued: QueuedMessage) => Steps<void>;
  readonly #lists = new Map<string, InboxEntry>();
  readonly #queued = { messages: 0, bytes: 0 };
  #isClosed = false;
  /** Settles when there is room again. */
  #room: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(queue: SerialQueue, handle: (queued: QueuedMessage) => Steps<void>) {
    this.#queue = queue;
    this.#handle = handle;
  }

  /** Returns a promise that settles when there is room for the next message; undefined where there is. */
  add(message: Message): Promise<void> | undefined {
    if (this.#isClosed) return undefined;
    const current = this.#lists.get(message.topic);
    if (current?.stage === "queued") this.#replace(current, message);
    else if (current?.stage === "begun" && !current.hasSuperseded) this.#supersede(current, message);
    else this.#enqueue(new InboxEntry(message, { hasSuperseded: false }), "last");
    if (!this.#isFull) return undefined;
    this.#room ??= newRoom();
    return this.#room.promise;
  }

  /** Drops all further messages, and ends back pressure. */
  close(): void {
    this.#isClosed = true;
    this.#room?.resolve();
  }

  get #isFull(): boolean {
    const { messages, bytes } = this.#queued;
    return messages >= MOST_QUEUED.messages || bytes >= MOST_QUEUED.bytes;
  }

  #replace(entry: InboxEntry, message: Message): void {
    this.#queued.bytes -= entry.bytes;
    entry.supersede(entry, message);
    this.#queued.bytes += entry.bytes;
  }

  #supersede(current: InboxEntry, message: Message): void {
    current.isOutdated = true;
    const entry = new InboxEntry(message, { hasSuperseded: true });
    entry.supersede(current, message);
    this.#enqueue(entry, "next");
  }

  #enqueue(entry: InboxEntry, place: "next" | "last"): void {
    const { message } = entry;
    if (Lists.isList(message)) this.#lists.set(message.topic, entry);
    this.#queued.messages += 1;
    this.#queued.bytes += entry.bytes;
    const job = () => this.#process(entry);
    if (place === "next") this.#queue.addNext(job);
    else this.#queue.add(job);
  }

  *#process(entry: InboxEntry): Steps<void> {
    entry.stage = "begun";
    this.#queued.messages -= 1;
    this.#queued.bytes -= entry.bytes;
    if (!this.#isFull) {
      this.#room?.resolve();
      this.#room = undefined;
    }
    yield* this.#handle(entry);
    entry.stage = "parsed";
    const { topic } = entry.message;
    if (this.#lists.get(topic) === entry) this.#lists.delete(topic);
  }
}

/** A list up to this length is parsed to see whether it is complete; of a longer list only the end is looked at. */
const PARSED_BYTES = 256 * 1024;

function isComplete({ payload }: Message): boolean {
  if (payload.byteLength > PARSED_BYTES) return /\]\s*$/.test(Buffer.from(payload.subarray(-16)).toString("latin1"));
  try {
    return Array.isArray(JSON.parse(Buffer.from(payload).toString("utf8")));
  } catch {
    return false;
  }
}

function newRoom(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
