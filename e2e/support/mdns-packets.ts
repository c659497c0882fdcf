/** Just as much of the DNS (RFC 1035, RFC 6762) as a client needs to find a gateway. */
const TYPES = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33 } as const;
export type RecordType = keyof typeof TYPES;

const INTERNET = 1;
/** In a question: answer me alone. In a record: what you knew is out of date. */
const TOP_BIT = 0x8000;
const HEADER_BYTES = 12;

export interface DnsRecord {
  /** Its labels; a dot within a label is no end of it. */
  readonly name: readonly string[];
  readonly type: RecordType | "other";
  /** 0 is a goodbye. */
  readonly ttlSeconds: number;
  /** An address; a name for PTR; the port and the host's name for SRV; the entries for TXT. */
  readonly data: readonly string[];
}

export function questionFor(name: readonly string[], type: RecordType, { toMeAlone = false } = {}): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(1, 4);
  const labels = name.flatMap((label) => [Buffer.from([Buffer.byteLength(label)]), Buffer.from(label)]);
  const end = Buffer.alloc(5);
  end.writeUInt16BE(TYPES[type], 1);
  end.writeUInt16BE(toMeAlone ? INTERNET | TOP_BIT : INTERNET, 3);
  return Buffer.concat([header, ...labels, end]);
}

/** The answers and additional records of a response; a question has none, and neither has what cannot be read. */
export function recordsIn(packet: Buffer): readonly DnsRecord[] {
  try {
    return isResponse(packet) ? readRecords(packet) : [];
  } catch {
    return [];
  }
}

const isResponse = (packet: Buffer): boolean => (packet.readUInt16BE(2) & TOP_BIT) !== 0;

function readRecords(packet: Buffer): readonly DnsRecord[] {
  const [questions = 0, ...records] = [4, 6, 8, 10].map((at) => packet.readUInt16BE(at));
  let at = HEADER_BYTES;
  for (let index = 0; index < questions; index += 1) at = nameAt(packet, at).end + 4;
  return Array.from({ length: records.reduce((sum, count) => sum + count, 0) }, () => {
    const { name, end } = nameAt(packet, at);
    const dataAt = end + 10;
    at = dataAt + packet.readUInt16BE(end + 8);
    const type = typeOf(packet.readUInt16BE(end));
    return { name, type, ttlSeconds: packet.readUInt32BE(end + 4), data: dataOf(packet, type, dataAt, at) };
  });
}

const typeOf = (number: number): DnsRecord["type"] => {
  const [type] = Object.entries(TYPES).find(([, value]) => value === number) ?? [];
  return isKnown(type) ? type : "other";
};

const isKnown = (type: string | undefined): type is RecordType => type !== undefined && type in TYPES;

function dataOf(packet: Buffer, type: DnsRecord["type"], from: number, to: number): readonly string[] {
  switch (type) {
    case "A":
      return [[...packet.subarray(from, to)].join(".")];
    case "PTR":
      return nameAt(packet, from).name;
    case "SRV":
      return [String(packet.readUInt16BE(from + 4)), nameAt(packet, from + 6).name.join(".")];
    case "TXT":
      return textsIn(packet.subarray(from, to));
    case "AAAA":
    case "other":
      return [packet.toString("hex", from, to)];
  }
}

function textsIn(bytes: Buffer): readonly string[] {
  const length = bytes[0] ?? 0;
  return bytes.length === 0 ? [] : [bytes.toString("utf8", 1, 1 + length), ...textsIn(bytes.subarray(1 + length))];
}

/** A name, which may end in a pointer to an earlier one, and where it ends. */
function nameAt(packet: Buffer, at: number): { readonly name: readonly string[]; readonly end: number } {
  const length = packet.readUInt8(at);
  if (length === 0) return { name: [], end: at + 1 };
  if (length >= 0xc0) return { name: nameAt(packet, packet.readUInt16BE(at) & 0x3fff).name, end: at + 2 };
  const rest = nameAt(packet, at + 1 + length);
  return { name: [packet.toString("utf8", at + 1, at + 1 + length), ...rest.name], end: rest.end };
}
