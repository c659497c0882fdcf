/** Types of DNS records. */
const [A, PTR, TXT, SRV] = [1, 12, 16, 33];

interface Announcement {
  readonly name?: string;
  readonly port: number;
  /** Entries of the TXT record, such as `reset_id=A`. */
  readonly txt: readonly string[];
  /** Whether names that were there before are pointed to, as most programs do. */
  readonly isPacked?: boolean;
}

/** A response of a gateway to an mDNS query for the service. By hand, as dns-packet does not compress names. */
export function mdnsAnnouncement({ name = "Luxgate", port, txt, isPacked = true }: Announcement): Buffer {
  const service = ["_luxgate", "_tcp", "local"];
  const pieces = [bytes16(0, 0x8400, 1, 1, 0, 3), labels(service), bytes16(PTR ?? 0, 1)];
  /** Where the question's name begins. */
  const pointer = bytes16(0xc00c);
  const serviceName = isPacked ? pointer : labels(service);
  const instance = isPacked ? Buffer.concat([label(name), pointer]) : labels([name, ...service]);
  const host = labels(["luxgate-02005e1000ab", "local"]);
  pieces.push(record(serviceName, PTR, instance));
  pieces.push(record(host, A, Buffer.from([10, 0, 0, 7])));
  pieces.push(record(instance, SRV, Buffer.concat([bytes16(0, 0, port), host])));
  pieces.push(record(instance, TXT, Buffer.concat(txt.map(label))));
  return Buffer.concat(pieces);
}

const record = (name: Buffer, type = 0, data: Buffer): Buffer =>
  Buffer.concat([name, bytes16(type, 1, 0, 120, data.length), data]);

const label = (text: string): Buffer => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

const labels = (name: readonly string[]): Buffer => Buffer.concat([...name.map(label), Buffer.from([0])]);

const bytes16 = (...numbers: readonly number[]): Buffer =>
  Buffer.from(numbers.flatMap((number) => [number >> 8, number & 0xff]));
