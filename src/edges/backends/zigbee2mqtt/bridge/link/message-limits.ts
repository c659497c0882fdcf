import type { Problems } from "../../problems.ts";
import { DEVICES_TOPIC } from "../protocol/device-list.ts";
import { GROUPS_TOPIC } from "../protocol/group-list.ts";
import type { Message } from "./transport.ts";

interface Limit {
  readonly bytes: number;
  readonly words: string;
}

/** The list of thousands of devices, some 4 kB for each device. It is parsed entry by entry. */
export const LONGEST_LIST: Limit = { bytes: 48 * 1024 * 1024, words: "48 MB" };
/** `bridge/info` contains all settings and their schema. Only the members of interest are parsed. */
const INFO: Limit = { bytes: 4 * 1024 * 1024, words: "4 MB" };
/** Whatever the content, a message of this length is parsed within a fraction of one turn. */
const ALL_OTHERS: Limit = { bytes: 64 * 1024, words: "64 kB" };

const LIMITS = new Map([
  [DEVICES_TOPIC, LONGEST_LIST],
  [GROUPS_TOPIC, LONGEST_LIST],
  ["bridge/info", INFO],
]);

/** Responses with backups and maps, events, logs: those that matter here are short, so a long one is no problem. */
const OFTEN_LONG = /^bridge\/(?!(?:state|info|devices|groups)$)/;

/** Why a message is not parsed: it is longer than any valid message of its topic. */
export function tooLongReason({ topic, payload }: Message): string | undefined {
  const { bytes, words } = LIMITS.get(topic) ?? ALL_OTHERS;
  return payload.byteLength > bytes ? `the message is longer than ${words}` : undefined;
}

/** Whether a message is too long, which adds a problem. Lists are checked in `Lists`, which keeps the list before. */
export function isTooLong(message: Message, problems: Problems): boolean {
  const { topic } = message;
  const words = topic === DEVICES_TOPIC || topic === GROUPS_TOPIC ? undefined : tooLongReason(message);
  if (words === undefined) return false;
  if (!OFTEN_LONG.test(topic)) problems.add(topic, words);
  return true;
}
