import { type Answer, answer, decode } from "dns-packet";

/** RFC 6762 §17. */
const LONGEST_BYTES = 9_000;
const HEADER_BYTES = 12;
/** The shortest that questions and records can be. */
const QUESTION_BYTES = 5;
const RECORD_BYTES = 11;

export interface Question {
  readonly name: string;
  readonly type: string;
  /** The client asks for a unicast response (RFC 6762 §5.4). */
  readonly wantsUnicast: boolean;
}

export interface Query {
  readonly kind: "query";
  readonly id: number;
  readonly questions: readonly Question[];
  /** What the client knows already. */
  readonly knownAnswers: readonly Answer[];
  /** What the sender wants to announce, if this is a probe. */
  readonly proposed: readonly Answer[];
}

export interface Response {
  readonly kind: "response";
  readonly records: readonly Answer[];
}

/** The content of a datagram; undefined where it is no mDNS message. */
export function parseMessage(datagram: Buffer): Query | Response | undefined {
  if (!isPlausible(datagram)) return undefined;
  const packet = decoded(datagram);
  // RFC 6762 §18.3 and §18.11.
  if (packet?.opcode !== "QUERY" || packet.rcode !== "NOERROR") return undefined;
  const { id, type, questions, answers, authorities, additionals } = packet;
  if (type === "response") return { kind: "response", records: [...answers, ...additionals].filter(isOfConcern) };
  return {
    kind: "query",
    id,
    questions: questions.flatMap(({ name, type: asked, class: classOf }) => {
      const wantsUnicast = WANTS_UNICAST.get(classOf);
      return wantsUnicast === undefined ? [] : [{ name, type: asked, wantsUnicast }];
    }),
    knownAnswers: answers.filter(isOfConcern),
    proposed: authorities.filter(isOfConcern),
  };
}

/** Dns-packet allocates as much as the header claims there is. */
function isPlausible(datagram: Buffer): boolean {
  if (datagram.length < HEADER_BYTES || datagram.length > LONGEST_BYTES) return false;
  const [questions = 0, ...counts] = [4, 6, 8, 10].map((at) => datagram.readUInt16BE(at));
  const records = counts.reduce((sum, count) => sum + count);
  return HEADER_BYTES + questions * QUESTION_BYTES + records * RECORD_BYTES <= datagram.length;
}

function decoded(datagram: Buffer): ReturnType<typeof decode> | undefined {
  try {
    return decode(datagram);
  } catch {
    return undefined;
  }
}

/** Dns-packet does not know the top bit of a question's class, by which a unicast response is asked for. */
const WANTS_UNICAST: ReadonlyMap<string, boolean> = new Map([
  ["IN", false],
  ["ANY", false],
  [`UNKNOWN_${0x8001}`, true],
  [`UNKNOWN_${0x80ff}`, true],
]);

/** The types that we have ourselves, or that others may have under our names. */
const TYPES: readonly string[] = ["A", "AAAA", "PTR", "SRV", "TXT"];

const isOfConcern = (record: Answer): boolean => record.class === "IN" && TYPES.includes(record.type);

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const isSameRecord = (one: Answer, other: Answer): boolean =>
  one.type === other.type && isSameName(one.name, other.name) && comparable(one).equals(comparable(other));

/** Type and data of a record, uncompressed: in the order of these bytes records are compared (RFC 6762 §8.2). */
export function comparable({ type, data }: Answer): Buffer {
  const bytes = answer.encode({ name: ".", type, data });
  return Buffer.concat([bytes.subarray(1, 3), bytes.subarray(RECORD_BYTES)]);
}
