import { useEffect, useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { Given } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import type { HistoryEntry } from "./folded-history.ts";

export type HistoryFilter = Pick<Given<"history.read">, "device" | "by" | "part" | "since" | "text">;

const AT_ONCE = 200;
/** What is older goes when so many are there. */
const MOST_KEPT = 5_000;

interface History {
  /** The newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly refusal: readonly string[];
  readonly isRead: boolean;
  /** Undefined where there is nothing older. */
  readonly readOlder: (() => Promise<void>) | undefined;
}

const NOTHING: Omit<History, "readOlder"> = { entries: [], refusal: [], isRead: false };

/** The wanted entries of the audit trail as they come; older ones are read when somebody wants them. */
export function useHistory(filter: HistoryFilter): History {
  const { operator } = useParts();
  const [read, setRead] = useState(NOTHING);
  const [hasOlder, setHasOlder] = useState(false);
  const text = JSON.stringify(filter);

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const given: HistoryFilter = JSON.parse(text);
    setRead(NOTHING);
    const show = (news: readonly HistoryEntry[]) =>
      setRead(({ entries }) => ({ entries: merged(news, entries), refusal: [], isRead: true }));
    const follow = async () => {
      const first = await readAll(operator.follow("history.read", { ...given, last: AT_ONCE }, { signal }));
      setHasOlder(first.length === AT_ONCE);
      show(first);
      for await (const news of operator.follow("history.read", { ...given, last: AT_ONCE, follow: true }, { signal }))
        show(news);
    };
    follow().catch((error) => {
      if (!signal.aborted) setRead((before) => ({ ...before, refusal: linesFor(error), isRead: true }));
    });
    return () => end.abort();
  }, [operator, text]);

  const readOlder = async () => {
    const given: HistoryFilter = JSON.parse(text);
    const oldest = read.entries.at(-1)?.sequence;
    if (oldest === undefined) return;
    try {
      const older = await readAll(operator.follow("history.read", { ...given, last: AT_ONCE, before: oldest }, {}));
      setHasOlder(older.length === AT_ONCE);
      setRead((before) => ({ ...before, entries: merged(older, before.entries) }));
    } catch (error) {
      setRead((before) => ({ ...before, refusal: linesFor(error) }));
    }
  };
  return { ...read, readOlder: hasOlder && read.entries.length < MOST_KEPT ? readOlder : undefined };
}

async function readAll(pieces: AsyncIterable<readonly HistoryEntry[]>): Promise<readonly HistoryEntry[]> {
  const all: HistoryEntry[] = [];
  for await (const piece of pieces) all.push(...piece);
  return all;
}

/** Both as one list, each entry once. */
function merged(news: readonly HistoryEntry[], known: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const sequences = new Set(known.map(({ sequence }) => sequence));
  const fresh = news.filter(({ sequence }) => !sequences.has(sequence));
  if (fresh.length === 0) return known;
  return [...fresh, ...known].sort((one, other) => other.sequence - one.sequence).slice(0, MOST_KEPT);
}
