/** Packets of MQTT 3.1.1, written by hand, so that a test can write wrong ones too. */

/** A packet of a kind and its flags, with the length of what follows. */
export function packetOf(head: number, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const rest = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([head]), lengthBytes(rest.byteLength), rest]);
}

export function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  for (let left = length; bytes.length === 0 || left > 0; left = Math.floor(left / 0x80)) bytes.push(left % 0x80);
  return Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte : byte | 0x80)));
}

/** The first packet of some bytes, once all of it is there. */
export function firstPacketOf(bytes: Buffer): Buffer | undefined {
  const end = bytes.subarray(1, 5).findIndex((byte) => byte < 0x80);
  if (end === -1) return undefined;
  const length = bytes.subarray(1, end + 2).reduceRight((value, byte) => value * 0x80 + (byte & 0x7f), 0);
  const whole = end + 2 + length;
  return bytes.byteLength < whole ? undefined : bytes.subarray(0, whole);
}

/** The id of a PUBLISH with QoS 1. */
export function messageIdOf(packet: Buffer | undefined): number {
  if (!packet) throw new Error("no packet");
  const topicAt = 2 + packet.subarray(1).findIndex((byte) => byte < 0x80);
  return packet.readUInt16BE(topicAt + 2 + packet.readUInt16BE(topicAt));
}

const number16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** A text with its length before it. */
export const text = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([number16(bytes.byteLength), bytes]);
};

export interface ConnectFields {
  readonly clientId?: string;
  readonly isClean?: boolean;
  readonly keepAliveSeconds?: number;
  readonly version?: number;
  readonly will?: { readonly topic: string; readonly payload: string; readonly retain: boolean };
  readonly username?: string;
  readonly password?: string;
}

export function connectPacket(fields: ConnectFields = {}): Buffer {
  const { clientId = "", isClean = true, keepAliveSeconds = 60, version = 4, will, username, password } = fields;
  const flags =
    (username === undefined ? 0 : 0x80) |
    (password === undefined ? 0 : 0x40) |
    (will ? 0x0c | (will.retain ? 0x20 : 0) : 0) |
    (isClean ? 0x02 : 0);
  const head = [text("MQTT"), Buffer.from([version, flags]), number16(keepAliveSeconds)];
  const payload = [clientId, will?.topic, will?.payload, username, password].filter((part) => part !== undefined);
  return packetOf(0x10, ...head, ...payload.map(text));
}

export const subscribePacket = (filters: readonly string[], qos = 1, messageId = 1): Buffer =>
  packetOf(0x82, number16(messageId), ...filters.flatMap((filter) => [text(filter), Buffer.from([qos])]));

export const unsubscribePacket = (filters: readonly string[], messageId = 1): Buffer =>
  packetOf(0xa2, number16(messageId), ...filters.map(text));

export const publishPacket = (topic: string, payload: string, qos = 0): Buffer =>
  packetOf(0x30 | (qos << 1), text(topic), qos === 0 ? "" : number16(1), payload);

export const pubackPacket = (messageId: number): Buffer => packetOf(0x40, number16(messageId));

export const PINGREQ = packetOf(0xc0);
export const DISCONNECT = packetOf(0xe0);
