import { NoMatch } from "../../parts/no-match.tsx";
import { hourWords } from "../../parts/times.ts";
import type { TrafficList } from "./traffic-list.ts";

interface EmptyTrafficProps {
  readonly list: TrafficList;
  readonly isFollowed: boolean;
  readonly onClearFilter: () => void;
}

/** Why there are no rows: the filter, or that nothing came since somebody began to watch. */
export function EmptyTraffic({ list, isFollowed, onClearFilter }: EmptyTrafficProps) {
  const since = list.since.value;
  if (list.isFiltered.value && list.count.value > 0) return <NoMatch what="entries" onClear={onClearFilter} />;
  // Until then, some may be missed.
  if (!isFollowed || since === undefined) return <p class="waiting">Connecting …</p>;
  return (
    <div class="waiting">
      <p>No traffic since {hourWords(since)}. Switch a lamp, or send a request.</p>
      <p class="quiet">The gateway records traffic only while somebody watches. Earlier traffic is not stored.</p>
    </div>
  );
}
