import { PACKET, type Packet } from "../connection/packet-stream.ts";

const CONTINUES = 0x80;
const PACKET_ID_BYTES = 2;
const LENGTH_BYTES = 2;

/**
 * Whether a SUBSCRIBE or UNSUBSCRIBE has more filters than may be: MQTT 3.1.1 §3.8.3, §3.10.3. They are counted and not
 * read, as reading thousands takes long. A malformed packet is left to who reads it.
 */
export function hasMoreFilters({ kind, bytes }: Packet, most: number): boolean {
  if (kind !== PACKET.subscribe && kind !== PACKET.unsubscribe) return false;
  const qosBytes = kind === PACKET.subscribe ? 1 : 0;
  let at = 1;
  while ((bytes[at] ?? 0) >= CONTINUES) at += 1;
  at += 1 + PACKET_ID_BYTES;
  let count = 0;
  for (; count <= most && at + LENGTH_BYTES <= bytes.byteLength; count += 1) {
    at += LENGTH_BYTES + bytes.readUInt16BE(at) + qosBytes;
  }
  return count > most;
}
