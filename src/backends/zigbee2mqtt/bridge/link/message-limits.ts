import type { Problems } from "../../problems.ts";
import { DEVICES_TOPIC } from "../protocol/device-list.ts";
import { GROUPS_TOPIC } from "../protocol/group-list.ts";
import type { Message } from "./transport.ts";

interface Limit {
  readonly bytes: number;
  readonly words: string;
}

/** The list of thousands of devices, some 4 kB for each of them. It is read entry by entry. */
export const LONGEST_LIST: Limit = { bytes: 48 * 1024 * 1024, words: "48 MB" };
/** With all of its settings, and what those mean. What matters of them is read alone. */
const INFO: Limit = { bytes: 4 * 1024 * 1024, words: "4 MB" };
/** Whatever is in it, it is read within a fraction of the time that a turn may take. */
const ALL_ELSE: Limit = { bytes: 64 * 1024, words: "64 kB" };

const LIMITS = new Map([
  [DEVICES_TOPIC, LONGEST_LIST],
  [GROUPS_TOPIC, LONGEST_LIST],
  ["bridge/info", INFO],
]);

/** Backups and maps that somebody wanted, all about a newcomer, logs: what is for us among them is short. */
const OFTEN_LONG = /^bridge\/(?!(?:state|info|devices|groups)$)/;

/** What is wrong with a message that is longer than any that is meant well. */
export function tooLongIn({ topic, payload }: Message): string | undefined {
  const { bytes, words } = LIMITS.get(topic) ?? ALL_ELSE;
  return payload.byteLength > bytes ? `it is longer than ${words}` : undefined;
}

/** Whether a message is too long to be read, which is told; of a list, those see to that who keep the one before. */
export function isTooLong(message: Message, problems: Problems): boolean {
  const { topic } = message;
  const words = topic === DEVICES_TOPIC || topic === GROUPS_TOPIC ? undefined : tooLongIn(message);
  if (words === undefined) return false;
  if (!OFTEN_LONG.test(topic)) problems.add(topic, words);
  return true;
}
