import { useLayoutEffect } from "preact/hooks";
import { useAddressFields } from "../../address-fields.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { EmptyTraffic } from "./empty-traffic.tsx";
import { Entry } from "./entry.tsx";
import { keptTraffic } from "./kept-traffic.ts";
import { TrafficExtent } from "./traffic-extent.tsx";
import { WANTED_KINDS, type WantedKind } from "./wanted-traffic.ts";

const KIND_WORDS: Readonly<Record<WantedKind, string>> = {
  all: "All traffic",
  request: "Requests",
  datagram: "Datagrams",
  mqtt: "MQTT",
  event: "Events",
  refused: "Refused",
  operator: "Requests of the web page",
};

const FIELDS = { text: "", show: "all" };

/** Everything that goes over the network, as it happens, from the first look on. */
export function TrafficView() {
  const { list, isFollowed, refusal: problems } = keptTraffic(useParts());
  const [{ text, show }, choose] = useAddressFields(FIELDS);
  const kind = WANTED_KINDS.find((one) => one === show) ?? "all";
  useLayoutEffect(() => {
    list.text.value = text;
    list.kind.value = kind;
  }, [list, text, kind]);
  const refusal = problems.value;
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
          value={text}
          onInput={({ currentTarget }) => choose({ text: currentTarget.value })}
        />
        <select
          class="field"
          aria-label="Traffic to show"
          value={kind}
          onChange={({ currentTarget }) => choose({ show: currentTarget.value })}
        >
          {WANTED_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one]}
            </option>
          ))}
        </select>
      </div>
      <RefusalLines lines={refusal} />
      <TrafficExtent list={list} />
      {list.shown.value.length > 0 && (
        <div class="entries traffic">
          {list.shown.value.map((row) => (
            <Entry key={row.first.sequence} row={row} names={list.namesOf(row.last)} />
          ))}
        </div>
      )}
      {list.rows.value.length > list.shown.value.length && (
        <div>
          <Button onPress={() => list.showOlder()}>Show older</Button>
        </div>
      )}
      {list.rows.value.length === 0 && (isFollowed.value || refusal.length === 0) && (
        <EmptyTraffic
          list={list}
          isFollowed={isFollowed.value}
          onClearFilter={() => choose({ text: "", show: "all" })}
        />
      )}
    </div>
  );
}
