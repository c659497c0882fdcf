import { useEffect, useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Entry } from "./entry.tsx";
import { keptTraffic } from "./kept-traffic.ts";
import { type TrafficList, WANTED_KINDS, type WantedKind } from "./traffic-list.ts";

const KIND_WORDS: Readonly<Record<WantedKind, string>> = {
  all: "All traffic",
  request: "Requests",
  datagram: "Datagrams",
  mqtt: "MQTT",
  event: "Events",
  refused: "Refused",
  operator: "Requests of the web page",
};

/** Everything that goes over the network, as it happens, while somebody looks. */
export function TrafficView() {
  const list = keptTraffic(useParts());
  const { isFollowed, refusal } = useTraffic(list);
  const isPaused = list.isPaused.value;
  return (
    <div class="view">
      <div class="view-head">
        <h1>Traffic</h1>
        <Button onPress={() => (isPaused ? list.resume() : list.pause())}>
          {isPaused ? `Resume${list.waiting.value > 0 ? ` (${list.waiting.value} new)` : ""}` : "Pause"}
        </Button>
        <Button onPress={() => list.clear()}>Clear</Button>
      </div>
      <div class="filters">
        <input
          class="field"
          type="search"
          aria-label="Filter traffic"
          placeholder="Path, topic, name, address, body"
          value={list.text.value}
          onInput={({ currentTarget }) => {
            list.text.value = currentTarget.value;
          }}
        />
        <select
          class="field"
          aria-label="Traffic to show"
          value={list.kind.value}
          onChange={({ currentTarget }) => {
            list.kind.value = WANTED_KINDS.find((kind) => kind === currentTarget.value) ?? "all";
          }}
        >
          {WANTED_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </select>
      </div>
      <RefusalLines lines={refusal} />
      {list.shown.value.length === 0 ? (
        refusal.length === 0 && <p class="waiting">{emptyWords(list, isFollowed)}</p>
      ) : (
        <div class="entries traffic">
          {list.shown.value.map((row) => (
            <Entry key={row.first.sequence} row={row} names={list.namesOf(row.last)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** "No traffic yet" only once nothing is missed any more. */
function emptyWords(list: TrafficList, isFollowed: boolean): string {
  if (!list.isEmpty.value) return "No traffic matches the filter.";
  return isFollowed ? "No traffic yet. Switch a lamp, or send a request." : "Connecting …";
}

/** Follows the traffic while the view is open; gives why it cannot. */
function useTraffic(list: TrafficList): { readonly isFollowed: boolean; readonly refusal: readonly string[] } {
  const { operator } = useParts();
  const [isFollowed, setFollowed] = useState(false);
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  useEffect(() => {
    const end = new AbortController();
    // It has no end of its own: where it ends, asking again tells why, such as that the session has ended.
    const follow = async () => {
      while (!end.signal.aborted)
        for await (const entries of operator.follow("traffic", {}, { signal: end.signal })) {
          setFollowed(true);
          list.take(entries);
        }
    };
    follow().catch((error) => {
      if (!end.signal.aborted) setRefusal(linesFor(error));
    });
    return () => end.abort();
  }, [operator, list]);
  return { isFollowed, refusal };
}
