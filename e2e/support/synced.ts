import { dirname } from "node:path";
import type { SystemCall } from "./system-calls.ts";

const SYNCS = ["fsync", "fdatasync"];
const WRITES = ["pwrite64", "write", "writev", "ftruncate"];
/** Of a frame in SQLite's log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const FRAME_HEADER_BYTES = 24;
const COMMIT_AT = 4;

/** What calls tell of one file or folder. */
const callsOn = (calls: readonly SystemCall[], names: readonly string[], path: string): readonly SystemCall[] =>
  calls.filter(({ name, on }) => on === path && names.includes(name));

/** Whether a file or folder was synced, from begin to end, between two moments. */
const isSynced = (calls: readonly SystemCall[], path: string, { after, before }: { after: number; before: number }) =>
  callsOn(calls, SYNCS, path).some(({ begin, end, result }) => result === "0" && begin > after && end < before);

const isCommit = (header: SystemCall | undefined): boolean => {
  const [bytes] = header?.texts ?? [];
  return bytes?.length === FRAME_HEADER_BYTES && bytes.readUInt32BE(COMMIT_AT) !== 0;
};

/** The last write of the commit that brought a word into the log. */
function commitOf(writes: readonly SystemCall[], word: string): SystemCall | undefined {
  const first = writes.findIndex(({ texts }) => texts[0]?.includes(word));
  return first < 0 ? undefined : writes.slice(first).find((_write, at) => isCommit(writes[first + at - 1]));
}

/** Which of some words, each of another change, came back to who asked, and when the first byte of that was sent. */
export function answersFor(calls: readonly SystemCall[], words: readonly string[]): ReadonlyMap<string, SystemCall> {
  const sent = calls.filter(({ name, on }) => WRITES.includes(name) && on.startsWith("socket:"));
  const found = words.map(
    (word) => [word, sent.find(({ texts }) => texts.some((text) => text.includes(word)))] as const,
  );
  return new Map(found.flatMap(([word, answer]) => (answer ? [[word, answer]] : [])));
}

/** The changes that were answered before they were on the disk. */
export function answeredTooSoon(
  calls: readonly SystemCall[],
  log: string,
  words: readonly string[],
): readonly string[] {
  const writes = callsOn(calls, WRITES, log);
  return [...answersFor(calls, words)].flatMap(([word, answer]) => {
    const commit = commitOf(writes, word);
    if (!commit) return [`${word} is not in the log`];
    return isSynced(calls, log, { after: commit.end, before: answer.begin }) ? [] : [`${word} was not synced`];
  });
}

/** How many commits some words are in, and how often the log was synced. */
export function commitsAndSyncs(calls: readonly SystemCall[], log: string, words: readonly string[]) {
  const writes = callsOn(calls, WRITES, log);
  const commits = new Set(words.map((word) => commitOf(writes, word)?.begin));
  return { commits: commits.size, syncs: callsOn(calls, SYNCS, log).length };
}

/** Files that got their names before their contents were synced, and folders whose new names were not synced by then. */
export function unsyncedNames(calls: readonly SystemCall[], before: number): readonly string[] {
  return calls
    .filter(({ name, end, result }) => /^(rename|mkdir)/.test(name) && result === "0" && end < before)
    .flatMap(({ name, texts, begin, end }) => {
      const [from = "", to = from] = texts.map((text) => text.toString("utf8"));
      const written = callsOn(calls, WRITES, from).findLast((write) => write.end < begin);
      const isWhole = name === "mkdir" || isSynced(calls, from, { after: written?.end ?? -1, before: begin });
      const isNamed = isSynced(calls, dirname(to), { after: end, before });
      return [...(isWhole ? [] : [`${from} was not synced`]), ...(isNamed ? [] : [`the name of ${to} was not synced`])];
    });
}
