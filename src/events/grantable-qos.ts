const MESSAGE_ID_BYTES = 2;
const LENGTH_BYTES = 2;

/**
 * A SUBSCRIBE that asks for QoS 1 wherever it asked for 2: events are sent with no more, and what is granted should say
 * so. One that is malformed is left as it is, for the broker to refuse. MQTT 3.1.1 §3.8.
 */
export function withGrantableQos(packet: Buffer): Buffer {
  const capped = Buffer.from(packet);
  let at = headBytes(packet) + MESSAGE_ID_BYTES;
  while (at + LENGTH_BYTES <= packet.byteLength) {
    const qosAt = at + LENGTH_BYTES + packet.readUInt16BE(at);
    if (capped[qosAt] === 2) capped[qosAt] = 1;
    at = qosAt + 1;
  }
  return capped;
}

/** The first byte and those that say how long the rest is. */
const headBytes = (packet: Buffer): number => 2 + packet.subarray(1).findIndex((byte) => byte < 0x80);
