import { counted } from "../../../../shared/counted.ts";
import type { Message } from "../../messages.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { type DoneToEach, subjectOf } from "./each-device.ts";

interface OutcomeOptions {
  /** What was to be done, such as "turned off". */
  readonly what: string;
  /** Whether being offline is the reason of those that are. */
  readonly needsOnline?: boolean;
}

/**
 * What became of many devices: in one line, with each that refused behind it. Where some were merely offline, nothing went
 * wrong.
 */
export function outcomeMessage(
  { done, refusals }: DoneToEach,
  { what, needsOnline = false }: OutcomeOptions,
): Omit<Message, "id"> {
  const isOffline = ({ row }: DoneToEach["refusals"][number]) => needsOnline && !row.online;
  const offline = refusals.filter(isOffline).map(({ row }) => row);
  const failed = refusals.length - offline.length;
  const kind = done.length > 0 && failed === 0 ? "news" : "problem";
  const doneWords = done.length === 0 ? [] : [`${subjectOf(done)} ${what}`];
  const [first, ...others] = refusals;
  if (first && others.length === 0 && (done.length === 0 || failed === 1)) {
    return { text: [...doneWords, first.why].join(". "), lines: [], kind };
  }
  const numberOf = (count: number) => (done.length === 0 ? counted(count, "device") : `${count}`);
  const words = [
    ...doneWords,
    ...(offline.length === 0 ? [] : [offlineWords(offline, numberOf)]),
    ...(failed === 0 ? [] : [`${numberOf(failed)} could not be ${what}`]),
  ];
  const text = `${words.join("; ")}.`;
  const list = refusals.map((one) => (isOffline(one) ? placed(one.row) : `${placed(one.row)}: ${one.why}`));
  return { text, lines: others.length === 0 ? [] : [text, ...list], kind };
}

function offlineWords(rows: readonly DeviceRow[], numberOf: (count: number) => string): string {
  const [first, ...others] = rows;
  return first && others.length === 0 ? `${placed(first)} is offline` : `${numberOf(rows.length)} are offline`;
}

/** In a list of many, every name has its room: many rooms have a lamp called "Ceiling". */
const placed = ({ name, room }: DeviceRow): string => (room === null ? name : `${name} (${room})`);
