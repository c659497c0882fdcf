import type { WireEvent, WireType } from "../contract/events.ts";
import type { Recorded } from "../present/events/journal.ts";

interface Said {
  /** The id of the event in the journal; undefined for one that only tells how things are. */
  readonly eventId?: number | undefined;
  readonly action: WireEvent["action"];
  readonly type: WireType;
  /** Of the resource that it is about. */
  readonly id: string;
  /** JSON of the item. */
  readonly text: string;
}

/** Stands in the JSON of a picture's address and, as its quotes are not escaped, in no text that somebody chose. */
const PICTURE_PATH = '"picture_url":"/';

const encoder = new TextEncoder();

/**
 * One thing that happened, as it travels over MQTT: the payload is a JSON array of exactly one item. Thousands are
 * remembered and most are never sent, so the rest of it is made once somebody asks.
 */
export class Message {
  readonly eventId: number | undefined;
  readonly action: WireEvent["action"];
  /** Bytes of the payload, an origin apart. */
  readonly length: number;
  readonly #type: WireType;
  readonly #id: string;
  readonly #text: string;
  #payload: Buffer | undefined;

  constructor({ eventId, action, type, id, text }: Said) {
    this.eventId = eventId;
    this.action = action;
    this.length = payloadLength(text);
    this.#type = type;
    this.#id = id;
    this.#text = text;
  }

  get topic(): string {
    return `res/${this.#type}/${this.action}`;
  }

  /** Which resource it is about, such as `light/0D6E7A1B-…`. */
  get about(): string {
    return aboutOf(this.#type, this.#id);
  }

  /** Pictures are under the address at which whoever reads this reaches us, such as `http://192.168.1.20:8080`. */
  payloadFor(origin: string): Buffer {
    const whole = `[${this.#text}]`;
    if (this.#text.includes(PICTURE_PATH)) return Buffer.from(withOrigin(whole, origin));
    // Memory of its own: Node's small buffers share theirs, so one that is kept for long keeps that of many others.
    this.#payload ??= Buffer.from(encoder.encode(whole).buffer);
    return this.#payload;
  }
}

/** What is told just as it is recorded. */
export const messageOf = ({ id, action, type, itemId, text }: Recorded): Message =>
  new Message({ eventId: id, action, type, id: itemId, text });

export const payloadLength = (text: string): number => Buffer.byteLength(text) + "[]".length;

export const aboutOf = (type: WireType, id: string): string => `${type}/${id}`;

const withOrigin = (text: string, origin: string): string =>
  text.replace(PICTURE_PATH, () => `"picture_url":"${origin}/`);
