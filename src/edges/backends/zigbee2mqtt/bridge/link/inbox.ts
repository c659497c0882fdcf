import type { Steps } from "../../../../../shared/steps.ts";
import type { SerialQueue } from "../../serial-queue.ts";
import { Lists } from "../lists.ts";
import { isFromZigbee2Mqtt } from "../protocol/parse-state.ts";
import { supersedesState } from "../protocol/supersedes-state.ts";
import type { Message } from "./transport.ts";

/** So much may be held, queued or as a list that is being parsed, before back pressure is applied to the broker. */
const MOST_HELD = { messages: 20_000, bytes: 8 * 1024 * 1024 };
/** So many messages are taken in one turn of the event loop. */
const TAKEN_IN_TURN = 100;

/** A message that is queued or being handled. */
export interface QueuedMessage {
  readonly message: Message;
  /** The list that this list superseded: it counts if this list is unreadable. */
  readonly superseded: Message | undefined;
  /** Whether a newer list superseded this one. */
  readonly isOutdated: boolean;
  /** From now on the list cannot be superseded: half of a list is neither the old list nor the new one. */
  markParsed(): void;
  /** The payloads are not needed any more. */
  release(): void;
}

class InboxEntry implements QueuedMessage {
  message: Message;
  superseded: Message | undefined;
  stage: "queued" | "begun" | "parsed" = "queued";
  isOutdated = false;
  /** Such an entry is not superseded again: where lists come faster than they are parsed, every second one is parsed. */
  readonly hasSuperseded: boolean;
  readonly #onReleased: (entry: InboxEntry) => void;

  constructor(
    message: Message,
    { hasSuperseded, onReleased }: { hasSuperseded: boolean; onReleased: (entry: InboxEntry) => void },
  ) {
    this.message = message;
    this.hasSuperseded = hasSuperseded;
    this.#onReleased = onReleased;
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

  release(): void {
    this.#onReleased(this);
    this.message = { ...this.message, payload: NOTHING };
    this.superseded = undefined;
  }
}

const NOTHING = new Uint8Array();

/**
 * The messages of one bridge that are not handled yet, in their order. A newer list supersedes one that is not parsed, and
 * a newer state of a device one that is not handled: however often devices report, the latest reports are not lost, and
 * what is held is bounded.
 */
export class Inbox {
  readonly #queue: SerialQueue;
  readonly #handle: (queued: QueuedMessage) => Steps<void>;
  readonly #lists = new Map<string, InboxEntry>();
  /** The last state of each topic, as long as it may be superseded. */
  readonly #states = new Map<string, InboxEntry>();
  readonly #held = { messages: 0, bytes: 0 };
  #takenInTurn = 0;
  #isClosed = false;
  /** Settles when there is room again, or in the next turn of the event loop. */
  #room: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(queue: SerialQueue, handle: (queued: QueuedMessage) => Steps<void>) {
    this.#queue = queue;
    this.#handle = handle;
  }

  /** Returns a promise that settles when the next message may come; undefined where it may come at once. */
  add(message: Message): Promise<void> | undefined {
    if (this.#isClosed) return undefined;
    if (isState(message)) this.#addState(message);
    else this.#addOther(message);
    this.#countInTurn();
    if (!this.#isFull) return undefined;
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /** What follows is not to be taken for what came before: the connection was lost, or made again. */
  separate(): void {
    this.#states.clear();
  }

  /** Drops all further messages, and ends back pressure. */
  close(): void {
    this.#isClosed = true;
    this.#room?.resolve();
  }

  get #isFull(): boolean {
    const { messages, bytes } = this.#held;
    return messages >= MOST_HELD.messages || bytes >= MOST_HELD.bytes || this.#takenInTurn >= TAKEN_IN_TURN;
  }

  #countInTurn(): void {
    this.#takenInTurn += 1;
    if (this.#takenInTurn > 1) return;
    this.#queue.inNextTurn(() => {
      this.#takenInTurn = 0;
      this.#makeRoom();
    });
  }

  #makeRoom(): void {
    if (this.#isFull) return;
    this.#room?.resolve();
    this.#room = undefined;
  }

  #addState(message: Message): void {
    const { topic, isRetained, payload } = message;
    const known = this.#states.get(topic);
    // A copy, as the payload is a view of all that came from the network with it.
    const copied = { ...message, payload: new Uint8Array(payload) };
    if (known?.message.isRetained === isRetained && supersedesState(payload, known.message.payload)) {
      this.#held.bytes += payload.byteLength - known.bytes;
      known.message = copied;
      return;
    }
    this.#states.set(topic, this.#enqueue(copied));
  }

  #addOther(message: Message): void {
    // A state that follows may belong to another device, or another run of Zigbee2MQTT.
    if (SEPARATES.test(message.topic)) this.separate();
    this.#states.delete(message.topic);
    const current = this.#lists.get(message.topic);
    if (current?.stage === "queued") this.#replace(current, message);
    else if (current?.stage === "begun" && !current.hasSuperseded) this.#supersede(current, message);
    else this.#enqueue(message);
  }

  #replace(entry: InboxEntry, message: Message): void {
    this.#held.bytes -= entry.bytes;
    entry.supersede(entry, message);
    this.#held.bytes += entry.bytes;
  }

  #supersede(current: InboxEntry, message: Message): void {
    current.isOutdated = true;
    const entry = this.#newEntry(message, { hasSuperseded: true });
    entry.supersede(current, message);
    this.#hold(entry);
    this.#queue.addNext(() => this.#process(entry));
  }

  #enqueue(message: Message): InboxEntry {
    const entry = this.#newEntry(message, { hasSuperseded: false });
    this.#hold(entry);
    this.#queue.add(() => this.#process(entry));
    return entry;
  }

  #newEntry(message: Message, { hasSuperseded }: { readonly hasSuperseded: boolean }): InboxEntry {
    return new InboxEntry(message, { hasSuperseded, onReleased: (entry) => this.#letGo(entry) });
  }

  #hold(entry: InboxEntry): void {
    if (Lists.isList(entry.message)) this.#lists.set(entry.message.topic, entry);
    this.#held.messages += 1;
    this.#held.bytes += entry.bytes;
  }

  #letGo({ bytes }: InboxEntry): void {
    this.#held.bytes -= bytes;
    this.#makeRoom();
  }

  *#process(entry: InboxEntry): Steps<void> {
    const { topic } = entry.message;
    entry.stage = "begun";
    this.#held.messages -= 1;
    if (this.#states.get(topic) === entry) this.#states.delete(topic);
    yield* this.#handle(entry);
    entry.stage = "parsed";
    entry.release();
    if (this.#lists.get(topic) === entry) this.#lists.delete(topic);
  }
}

/** What a device or group publishes, or somebody in its place. */
const isState = (message: Message): boolean =>
  isFromZigbee2Mqtt(message) && !message.topic.startsWith("bridge/") && message.payload.byteLength > 0;

/** Which devices there are, and whether Zigbee2MQTT has just started. */
const SEPARATES = /^bridge\/(?:state|info|devices|groups|event)$/;

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
