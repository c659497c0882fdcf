import type { Answer } from "dns-packet";
import { isSameName, isSameRecord, type Query, type Question } from "./message.ts";
import { allRecords, type ServiceRecord, type ServiceRecords } from "./records.ts";

export interface MdnsAnswer {
  /** Those of the query's questions that are answered. */
  readonly questions: readonly Question[];
  readonly answers: readonly ServiceRecord[];
  /** What the client will ask for next. */
  readonly additionals: readonly ServiceRecord[];
}

/** The answer to a query; undefined where there is none to give. */
export function answerTo({ questions, knownAnswers }: Query, records: ServiceRecords): MdnsAnswer | undefined {
  const isUnknown = (record: ServiceRecord) => !knownAnswers.some((known) => isKnown(known, record));
  const answered = questions
    .map((question) => ({ question, answers: recordsFor(question, records).filter(isUnknown) }))
    .filter(({ answers }) => answers.length > 0);
  if (answered.length === 0) return undefined;
  const answers = new Set(answered.flatMap((one) => one.answers));
  const following = [...answers].flatMap((record) => recordsBehind(record, records)).filter(isUnknown);
  return {
    questions: answered.map(({ question }) => question),
    answers: [...answers],
    additionals: [...new Set(following)].filter((record) => !answers.has(record)),
  };
}

/** A name of ours without records of the type that is asked for gets the record that says so (RFC 6762 §6.1). */
function recordsFor({ name, type }: Question, records: ServiceRecords): readonly ServiceRecord[] {
  const named = allRecords(records).filter((record) => isSameName(record.name, name));
  const fitting = named.filter((record) => (type === "ANY" ? record.type !== "NSEC" : record.type === type));
  return fitting.length > 0 ? fitting : named.filter((record) => record.type === "NSEC");
}

function recordsBehind(record: ServiceRecord, records: ServiceRecords): readonly ServiceRecord[] {
  const { pointer, location, text, addresses, serviceTypes, hostTypes } = records;
  const ofHost = [...addresses, hostTypes];
  if (record === pointer) return [location, text, serviceTypes, ...ofHost];
  return record === location || addresses.includes(record) ? ofHost : [];
}

/** A record that the client has for less than half of its time is sent again (RFC 6762 §7.1). */
const isKnown = (known: Answer, record: ServiceRecord): boolean =>
  (known.ttl ?? 0) >= record.ttl / 2 && isSameRecord(known, record);
