import type { Answer } from "dns-packet";
import { comparable, isSameName, isSameRecord } from "./message.ts";
import { type ServiceRecord, type ServiceRecords, uniqueRecords } from "./records.ts";

/**
 * The records that are not our own addresses: a router may repeat what we send on one of our networks on another one, where
 * we have another address under the same name.
 */
export const fromOthers = (records: readonly Answer[], ownAddresses: readonly ServiceRecord[]): readonly Answer[] =>
  records.filter((record) => !ownAddresses.some((ours) => isSameRecord(ours, record)));

/** Which of our names somebody else announces as well, with other data: RFC 6762 §9. */
export function conflictIn(records: readonly Answer[], own: ServiceRecords): "service" | "host" | undefined {
  const contradicted = uniqueRecords(own).find((unique) => records.some((record) => contradicts(record, own, unique)));
  if (!contradicted) return undefined;
  return contradicted.name === own.location.name ? "service" : "host";
}

/** A goodbye contradicts nothing. */
const contradicts = (record: Answer, own: ServiceRecords, unique: ServiceRecord): boolean =>
  (record.ttl ?? 0) > 0 &&
  record.type === unique.type &&
  isSameName(record.name, unique.name) &&
  !uniqueRecords(own).some((ours) => isSameRecord(ours, record));

/** Whether a program that probes for one of our names at the same time gets it: RFC 6762 §8.2. */
export const losesTo = (proposed: readonly Answer[], own: ServiceRecords): boolean =>
  [own.location.name, own.hostTypes.name].some((name) => {
    const theirs = inOrder(proposed, name);
    return theirs.length > 0 && isBefore(inOrder(uniqueRecords(own), name), theirs);
  });

const inOrder = (records: readonly Answer[], name: string): readonly Buffer[] =>
  records
    .filter((record) => isSameName(record.name, name))
    .map(comparable)
    .sort(Buffer.compare);

/** Whether the first difference is in favour of the second; where there is none, the longer one is favoured. */
function isBefore(ones: readonly Buffer[], others: readonly Buffer[]): boolean {
  for (const [place, other] of others.entries()) {
    const one = ones[place];
    const order = one ? Buffer.compare(one, other) : -1;
    if (order !== 0) return order < 0;
  }
  return false;
}
