import { WIRE_TYPES, type WireEvent, type WireType } from "../../../core/contract/events.ts";
import type { Recorded } from "../../../core/present/events/journal.ts";
import { hasPicture, withOrigin } from "../../../core/present/wire/picture-address.ts";

/** Clients over MQTT know five types, and take what they do not know for a lamp: the lights of rooms are not sent (G86). */
export type MessageType = Exclude<WireType, "group_light">;

export const isMessageType = (type: WireType): type is MessageType => type !== "group_light";

export const MESSAGE_TYPES: readonly MessageType[] = WIRE_TYPES.filter(isMessageType);

interface MessageFields {
  /** The id of the event in the journal; undefined for a message of a resync. */
  readonly eventId?: number | undefined;
  readonly action: WireEvent["action"];
  readonly type: WireType;
  /** The id of the resource. */
  readonly id: string;
  /** JSON of the item. */
  readonly text: string;
}

const encoder = new TextEncoder();

type Topics = Readonly<Record<WireEvent["action"], string>>;
const topicsOf = (type: WireType): Topics => ({
  add: `res/${type}/add`,
  remove: `res/${type}/remove`,
  update: `res/${type}/update`,
});
const TOPICS: Readonly<Record<WireType, Topics>> = {
  device: topicsOf("device"),
  light: topicsOf("light"),
  sync: topicsOf("sync"),
  room: topicsOf("room"),
  scene: topicsOf("scene"),
  group_light: topicsOf("group_light"),
};

/** Looked up for every event and every client. */
export const topicOf = ({ type, action }: Pick<WireEvent, "type" | "action">): string => TOPICS[type][action];

/**
 * One event as an MQTT message: the payload is a JSON array of exactly one item. Thousands are logged and most are never
 * sent, so topic and payload are made on demand.
 */
export class Message {
  readonly eventId: number | undefined;
  readonly action: WireEvent["action"];
  readonly type: WireType;
  /** Bytes of the payload without an origin. */
  readonly length: number;
  readonly #id: string;
  readonly #text: string;
  #payload: Buffer | undefined;

  constructor({ eventId, action, type, id, text }: MessageFields) {
    this.eventId = eventId;
    this.action = action;
    this.type = type;
    this.length = Buffer.byteLength(text) + "[]".length;
    this.#id = id;
    this.#text = text;
  }

  get topic(): string {
    return topicOf(this);
  }

  /** The resource, such as `light/0D6E7A1B-…`. */
  get about(): string {
    return aboutOf(this.type, this.#id);
  }

  /** Pictures have the address at which the receiver reaches us, such as `http://192.168.1.20:8080`. */
  payloadFor(origin: string): Buffer {
    const whole = `[${this.#text}]`;
    if (hasPicture(this.#text)) return Buffer.from(withOrigin(whole, origin));
    // Node's small buffers share a pool, so a small buffer that is logged for long would hold the whole pool.
    this.#payload ??= this.eventId === undefined ? Buffer.from(whole) : Buffer.from(encoder.encode(whole).buffer);
    return this.#payload;
  }
}

const messages = new WeakMap<Recorded, Message>();

/** The message of an event that is published as it is recorded: one for all clients. */
export function messageOf(recorded: Recorded): Message {
  const known = messages.get(recorded);
  if (known) return known;
  const { id, action, type, itemId, text } = recorded;
  const message = new Message({ eventId: id, action, type, id: itemId, text });
  messages.set(recorded, message);
  return message;
}

export const aboutOf = (type: WireType, id: string): string => `${type}/${id}`;
