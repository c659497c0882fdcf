/**
 * The part of DNS (RFC 1035, RFC 6763) that it takes to query gateways and read the HTTP port of each. Our own, as the
 * client has no dependencies.
 */
const TYPE = { PTR: 12, TXT: 16, SRV: 33 } as const;
const INTERNET = 1;
const HEADER_BYTES = 12;
const IS_ANSWER = 0x8000;
/** A length from this on is the first byte of a compression pointer; a name may follow so many pointers. */
const POINTER = 0xc0;
const MOST_POINTERS = 8;
/** RFC 6762 §17. */
const LONGEST_BYTES = 9_000;

const SERVICE = ["_luxgate", "_tcp", "local"];

/** A gateway as it announces itself by mDNS. */
export interface AnnouncedGateway {
  readonly resetId: string;
  readonly httpPort: number;
}

/** A query from another port than 5353 is answered to that port alone (RFC 6762 §6.7). */
export const MDNS_QUESTION: Uint8Array = Uint8Array.from([
  ...[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  ...SERVICE.flatMap((label) => [label.length, ...new TextEncoder().encode(label)]),
  ...[0, 0, TYPE.PTR, 0, INTERNET],
]);

/** The gateways in a datagram; none in anything but an mDNS response. */
export function announcedIn(datagram: Uint8Array): readonly AnnouncedGateway[] {
  if (datagram.length > LONGEST_BYTES) return [];
  try {
    const records = recordsIn(Buffer.from(datagram));
    return records.flatMap(({ name, httpPort }) => {
      const resetId = records.find((other) => other.name === name && other.resetId !== undefined)?.resetId;
      return !httpPort || resetId === undefined ? [] : [{ resetId, httpPort }];
    });
  } catch {
    return [];
  }
}

interface ServiceRecord {
  /** The name of the service instance. */
  readonly name: string;
  readonly httpPort?: number;
  readonly resetId?: string | undefined;
}

/** The SRV and TXT records. Reading beyond the end throws. */
function recordsIn(packet: Buffer): readonly ServiceRecord[] {
  if ((packet.readUInt16BE(2) & IS_ANSWER) === 0) return [];
  const [questions = 0, ...counts] = [4, 6, 8, 10].map((at) => packet.readUInt16BE(at));
  let at = HEADER_BYTES;
  for (let question = 0; question < questions; question += 1) at = nameAt(packet, at).end + 4;
  const records: ServiceRecord[] = [];
  for (let left = counts.reduce((sum, count) => sum + count); left > 0; left -= 1) {
    const { name, end } = nameAt(packet, at);
    const data = end + 10;
    at = data + packet.readUInt16BE(end + 8);
    const type = packet.readUInt16BE(end);
    if (type === TYPE.SRV) records.push({ name, httpPort: packet.readUInt16BE(data + 4) });
    if (type === TYPE.TXT) records.push({ name, resetId: resetIdIn(packet.subarray(data, at)) });
  }
  return records;
}

/** A name, which may end in a pointer to another name, and its end. */
function nameAt(packet: Buffer, start: number, pointers = 0): { readonly name: string; readonly end: number } {
  if (pointers > MOST_POINTERS) throw new RangeError("a name that leads on and on");
  let name = "";
  let at = start;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    if (length >= POINTER) {
      const target = packet.readUInt16BE(at) & 0x3fff;
      return { name: name + nameAt(packet, target, pointers + 1).name, end: at + 2 };
    }
    name += `${packet.toString("utf8", at + 1, at + 1 + length)}.`;
    at += 1 + length;
  }
  return { name, end: at + 1 };
}

/** Entries such as `reset_id=…`, each behind its length. */
function resetIdIn(txt: Buffer): string | undefined {
  for (let at = 0; at < txt.length; at += 1 + txt.readUInt8(at)) {
    const entry = txt.toString("utf8", at + 1, at + 1 + txt.readUInt8(at));
    if (entry.startsWith(RESET_ID)) return entry.slice(RESET_ID.length);
  }
  return undefined;
}

const RESET_ID = "reset_id=";
