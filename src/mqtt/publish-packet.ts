/** A message to be published. */
export interface PublishPacket {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1;
  /** With QoS 1 only. */
  readonly messageId?: number | undefined;
}

const PUBLISH = 0x30;
const CONTINUES = 0x80;

/**
 * The bytes of a PUBLISH that is neither retained nor a duplicate: MQTT 3.1.1 §3.3. Thousands are sent in a second, and
 * the library makes a dozen objects of each.
 */
export function publishBytes({ topic, payload, qos, messageId = 0 }: PublishPacket): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const idBytes = qos > 0 ? 2 : 0;
  const length = 2 + topicBytes + idBytes + payload.byteLength;
  const bytes = Buffer.allocUnsafe(1 + lengthBytes(length) + length);
  let at = bytes.writeUInt8(PUBLISH | (qos << 1));
  for (let rest = length; at === 1 || rest > 0; rest = Math.floor(rest / CONTINUES)) {
    at = bytes.writeUInt8((rest % CONTINUES) | (rest >= CONTINUES ? CONTINUES : 0), at);
  }
  at = bytes.writeUInt16BE(topicBytes, at);
  at += bytes.write(topic, at);
  if (qos > 0) at = bytes.writeUInt16BE(messageId, at);
  bytes.set(payload, at);
  return bytes;
}

/** How many bytes the length takes, seven bits in each: MQTT 3.1.1 §2.2.3. */
function lengthBytes(length: number): number {
  let count = 1;
  for (let rest = length; rest >= CONTINUES; rest = Math.floor(rest / CONTINUES)) count += 1;
  return count;
}
