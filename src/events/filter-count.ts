import { PACKET, type Packet } from "../mqtt/packet-stream.ts";

const CONTINUES = 0x80;
const PACKET_ID_BYTES = 2;
const LENGTH_BYTES = 2;

/**
 * How many filters a SUBSCRIBE or UNSUBSCRIBE has: MQTT 3.1.1 §3.8.3, §3.10.3. They are counted and not read, as reading
 * thousands takes long; 0 for other packets. Of a malformed packet, the number means nothing.
 */
export function filterCount({ kind, bytes }: Packet): number {
  if (kind !== PACKET.subscribe && kind !== PACKET.unsubscribe) return 0;
  const qosBytes = kind === PACKET.subscribe ? 1 : 0;
  let at = 1;
  while ((bytes[at] ?? 0) >= CONTINUES) at += 1;
  let count = 0;
  for (at += 1 + PACKET_ID_BYTES; at + LENGTH_BYTES <= bytes.byteLength; at += LENGTH_BYTES + qosBytes) {
    count += 1;
    at += bytes.readUInt16BE(at);
  }
  return count;
}
