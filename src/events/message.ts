import type { WireEvent, WireType } from "../contract/events.ts";

/** One thing that happened, as it travels over MQTT: the payload is a JSON array of exactly one item. */
export interface Message {
  readonly topic: string;
  readonly action: WireEvent["action"];
  /** Which resource it is about, such as `light/0D6E7A1B-…`. */
  readonly about: string;
  /** Bytes of the payload, an origin apart. */
  readonly length: number;
  /** Pictures are under the address at which whoever reads this reaches us, such as `http://192.168.1.20:8080`. */
  payloadFor(origin: string): Buffer;
}

interface Said {
  readonly action: WireEvent["action"];
  readonly type: WireType;
  readonly id: string;
  /** JSON of the item. */
  readonly text: string;
}

/** Stands in the JSON of a picture's address and, as its quotes are not escaped, in no text that somebody chose. */
const PICTURE_PATH = '"picture_url":"/';

const encoder = new TextEncoder();

export function messageOf({ action, type, id, text }: Said): Message {
  const whole = `[${text}]`;
  // Memory of its own: Node's small buffers share theirs, so one that is kept for long keeps that of many others.
  const bytes = Buffer.from(encoder.encode(whole).buffer);
  const isPictured = whole.includes(PICTURE_PATH);
  return {
    topic: `res/${type}/${action}`,
    action,
    about: aboutOf(type, id),
    length: bytes.byteLength,
    payloadFor: (origin) => (isPictured ? Buffer.from(withOrigin(bytes.toString("utf8"), origin)) : bytes),
  };
}

export const aboutOf = (type: WireType, id: string): string => `${type}/${id}`;

const withOrigin = (text: string, origin: string): string =>
  text.replace(PICTURE_PATH, () => `"picture_url":"${origin}/`);
