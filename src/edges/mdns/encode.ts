import { AUTHORITATIVE_ANSWER, encode } from "dns-packet";
import type { MdnsAnswer } from "./answer.ts";
import { type ServiceRecord, type ServiceRecords, uniqueRecords } from "./records.ts";

/** RFC 6762 §6.7: a resolver that knows only ordinary DNS hears of no change, so it must not keep records for long. */
const LEGACY_TTL_SECONDS = 10;

/**
 * A query for our names with what we want to announce under them (RFC 6762 §8.1). It asks for no unicast response: where
 * several programs share port 5353, only one of them would receive it.
 */
export function encodeProbe(records: ServiceRecords): Uint8Array {
  const names = [records.location.name, records.hostTypes.name];
  return encode({
    type: "query",
    questions: names.map((name) => ({ name, type: "ANY", class: "IN" })),
    authorities: uniqueRecords(records).map((record) => ({ ...record, flush: false })),
  });
}

export const encodeResponse = (
  answers: readonly ServiceRecord[],
  additionals: readonly ServiceRecord[] = [],
): Uint8Array =>
  encode({ type: "response", flags: AUTHORITATIVE_ANSWER, answers: [...answers], additionals: [...additionals] });

/** A response to a query from another port than 5353: as ordinary DNS has it, with the query's id and question. */
export function encodeLegacyResponse(id: number, { questions, answers, additionals }: MdnsAnswer): Uint8Array {
  const forgotten = (record: ServiceRecord) => ({
    ...record,
    ttl: Math.min(record.ttl, LEGACY_TTL_SECONDS),
    flush: false,
  });
  return encode({
    id,
    type: "response",
    flags: AUTHORITATIVE_ANSWER,
    questions: questions.map(({ name, type }) => ({ name, type, class: "IN" })),
    answers: answers.map(forgotten),
    additionals: additionals.map(forgotten),
  });
}
