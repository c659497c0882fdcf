/** The kinds of packets, by the number in their first four bits: MQTT 3.1.1 §2.2.1. */
export const PACKET = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  subscribe: 8,
  suback: 9,
  unsubscribe: 10,
  unsuback: 11,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
} as const;

export type PacketKind = (typeof PACKET)[keyof typeof PACKET];

/** Which kinds of packets are accepted, and how long each may be. */
export interface PacketRules {
  readonly kinds: readonly PacketKind[];
  readonly bytes: number;
}

export interface Packet {
  readonly kind: PacketKind;
  readonly bytes: Buffer;
}

const MAX_LENGTH_BYTES = 4;
/** A packet may arrive byte by byte: pieces are joined before there are too many. */
const MAX_PIECES = 64;

/** Cuts bytes into packets. Only the beginning of one acceptable packet is buffered. */
export class PacketStream {
  readonly #rules: PacketRules;
  #pieces: Uint8Array[] = [];
  #buffered = 0;
  /** How many bytes must be buffered before the next packet can be whole. */
  #needed = 1;

  constructor(rules: PacketRules) {
    this.#rules = rules;
  }

  /** The packets that these bytes complete; `refused` for bytes that are not accepted. */
  take(piece: Uint8Array): readonly Packet[] | "refused" {
    this.#pieces.push(piece);
    this.#buffered += piece.byteLength;
    if (this.#buffered < this.#needed && this.#pieces.length < MAX_PIECES) return [];
    const packets: Packet[] = [];
    let rest = this.#pieces.length === 1 ? asBuffer(piece) : Buffer.concat(this.#pieces);
    for (let packet = this.#first(rest); packet; packet = this.#first(rest)) {
      if (packet === "refused") return "refused";
      packets.push(packet);
      rest = rest.subarray(packet.bytes.byteLength);
    }
    // A copy, as the rest is a view of all that came.
    this.#pieces = rest.byteLength === 0 ? [] : [Buffer.from(rest)];
    this.#buffered = rest.byteLength;
    return packets;
  }

  /** Undefined while the first packet is not whole. */
  #first(bytes: Buffer): Packet | "refused" | undefined {
    this.#needed = bytes.byteLength + 1;
    const [head] = bytes;
    if (head === undefined) return undefined;
    const kind = this.#rules.kinds.find((one) => one === head >> 4);
    if (kind === undefined) return "refused";
    // Seven bits in each byte, the lowest first; all bytes but the last say that another one follows.
    let [whole, weight, at] = [1, 1, 1];
    for (; (bytes[at] ?? 0) >= 0x80; at += 1, weight *= 0x80) {
      if (at === MAX_LENGTH_BYTES) return "refused";
      whole += weight * ((bytes[at] ?? 0) & 0x7f);
    }
    if (at >= bytes.byteLength) return undefined;
    whole += at + weight * (bytes[at] ?? 0);
    if (whole > this.#rules.bytes) return "refused";
    this.#needed = whole;
    return bytes.byteLength < whole ? undefined : { kind, bytes: bytes.subarray(0, whole) };
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
