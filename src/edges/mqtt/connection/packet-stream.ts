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

/**
 * Cuts bytes into packets. One acceptable packet at most is buffered, and filled as its bytes arrive: to join a long
 * packet at its end would take too long at once.
 */
export class PacketStream {
  readonly #rules: PacketRules;
  /** The first bytes of a packet whose length is not known yet. */
  #head: Buffer | undefined;
  /** A packet of which more is to come, and how much of it is there. */
  #unfinished: { readonly packet: Packet; filled: number } | undefined;

  constructor(rules: PacketRules) {
    this.#rules = rules;
  }

  /** The packets that these bytes complete; `refused` for bytes that are not accepted. */
  take(piece: Uint8Array): readonly Packet[] | "refused" {
    const packets: Packet[] = [];
    let rest = this.#head ? Buffer.concat([this.#head, piece]) : asBuffer(piece);
    this.#head = undefined;
    if (this.#unfinished) {
      const { packet, filled } = this.#unfinished;
      this.#unfinished.filled += rest.copy(packet.bytes, filled);
      if (this.#unfinished.filled < packet.bytes.byteLength) return packets;
      packets.push(packet);
      rest = rest.subarray(packet.bytes.byteLength - filled);
      this.#unfinished = undefined;
    }
    while (rest.byteLength > 0) {
      const begun = this.#begin(rest);
      if (begun === "refused") return "refused";
      if (!begun) break;
      packets.push(begun);
      rest = rest.subarray(begun.bytes.byteLength);
    }
    return packets;
  }

  /** The packet at the beginning; undefined where it is not whole, and buffered. */
  #begin(bytes: Buffer): Packet | "refused" | undefined {
    const kind = this.#rules.kinds.find((one) => one === (bytes[0] ?? 0) >> 4);
    const whole = wholeLengthOf(bytes);
    if (kind === undefined || whole === "refused" || (whole ?? 0) > this.#rules.bytes) return "refused";
    if (whole === undefined) this.#head = Buffer.from(bytes);
    else if (whole <= bytes.byteLength) return { kind, bytes: bytes.subarray(0, whole) };
    else {
      const packet = { kind, bytes: Buffer.allocUnsafeSlow(whole) };
      this.#unfinished = { packet, filled: bytes.copy(packet.bytes) };
    }
    return undefined;
  }
}

/**
 * How long a packet is with its head; undefined while the head is not whole. Seven bits in each byte, the lowest first;
 * all bytes but the last say that another one follows: MQTT 3.1.1 §2.2.3.
 */
function wholeLengthOf(bytes: Buffer): number | "refused" | undefined {
  let [length, weight] = [0, 1];
  for (let at = 1; at <= MAX_LENGTH_BYTES; at += 1, weight *= 0x80) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    length += weight * (byte & 0x7f);
    if (byte < 0x80) return at + 1 + length;
  }
  return "refused";
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
