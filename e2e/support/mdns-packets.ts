import { type Answer, decode, encode } from "dns-packet";

export type RecordType = "A" | "PTR" | "TXT" | "AAAA" | "SRV";

export interface DnsRecord {
  /** The labels. */
  readonly name: readonly string[];
  readonly type: string;
  /** 0 is a goodbye. */
  readonly ttlSeconds: number;
  /** An address; a name for PTR; the port and the host's name for SRV; the entries for TXT. */
  readonly data: readonly string[];
}

/** A query; `toMeAlone` asks for a unicast response, by a bit of the class that dns-packet does not know. */
export function questionFor(name: readonly string[], type: RecordType, { toMeAlone = false } = {}): Buffer {
  const packet = encode({ type: "query", questions: [{ name: name.join("."), type, class: "IN" }] });
  if (toMeAlone) packet.writeUInt16BE(0x8001, packet.length - 2);
  return packet;
}

/** The answers and additional records of a response; none of a query, nor of a packet that cannot be decoded. */
export function recordsIn(packet: Buffer): readonly DnsRecord[] {
  try {
    const { type, answers, authorities, additionals } = decode(packet);
    return type === "response" ? [...answers, ...authorities, ...additionals].map(recordFrom) : [];
  } catch {
    return [];
  }
}

const recordFrom = (answer: Answer): DnsRecord => ({
  name: answer.name.split("."),
  type: answer.type,
  ttlSeconds: answer.ttl ?? 0,
  data: dataOf(answer),
});

function dataOf({ type, data }: Answer): readonly string[] {
  switch (type) {
    case "PTR":
      return String(data).split(".");
    case "SRV": {
      const { port, target } = data as { readonly port: number; readonly target: string };
      return [String(port), target];
    }
    case "TXT":
      return [data].flat().map(String);
    default:
      return typeof data === "string" ? [data] : [JSON.stringify(data)];
  }
}
