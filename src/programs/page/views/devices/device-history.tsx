import { useEffect, useState } from "preact/hooks";
import type { News } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import { relativeWords, timeWords } from "../../parts/times.ts";
import { whoWords } from "../../parts/who-words.ts";
import { withShownNames } from "../history/shown-names.ts";

type Entry = News<"history.read">[number];

const MOST = 30;

/** What happened to a device lately, as it happens; the newest first. */
export function DeviceHistory({ deviceId }: { readonly deviceId: string }) {
  const { operator } = useParts();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const end = new AbortController();
    const read = async () => {
      const given = { device: deviceId, last: MOST, follow: true };
      for await (const news of operator.follow("history.read", given, { signal: end.signal })) {
        setEntries((before) => [...news.toReversed(), ...before].slice(0, MOST));
      }
    };
    read().catch(() => undefined);
    return () => end.abort();
  }, [operator, deviceId]);
  return (
    <section class="part">
      <h3>Recent history</h3>
      {entries.length === 0 && <p class="quiet">No history yet.</p>}
      <ul class="rows">
        {entries.map(({ sequence, at, by, did, outcome, why }) => (
          <li key={sequence} class="row">
            <div class="row-text">
              <p>{withShownNames(did)}</p>
              <p class="quiet">
                <time dateTime={at} title={timeWords(at)}>
                  {relativeWords(at, Date.now())}
                </time>{" "}
                · {whoWords(by)}
                {outcome !== "done" && <span class="word-problem"> · {outcome}</span>}
                {why !== undefined && `: ${why}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
