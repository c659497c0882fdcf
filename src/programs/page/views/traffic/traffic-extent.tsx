import { counted } from "../../../../shared/counted.ts";
import { hourWords } from "../../parts/times.ts";
import type { TrafficList } from "./traffic-list.ts";

/** Since when the list goes, and how much of it is shown. */
export function TrafficExtent({ list }: { readonly list: TrafficList }) {
  const since = list.since.value;
  const rows = list.rows.value.length;
  const shown = list.shown.value.length;
  const dropped = list.dropped.value;
  if (since === undefined || rows + dropped === 0) return null;
  const lines = [
    `Traffic since ${hourWords(since)}${shown < rows ? `: the newest ${shown} of ${counted(rows, "row")}` : ""}.`,
    ...(dropped === 0
      ? []
      : [
          `Only the newest ${counted(list.count.value, "entry")} are kept; ${dropped} older ${dropped === 1 ? "one was" : "ones were"} dropped.`,
        ]),
  ];
  return <p class="quiet">{lines.join(" ")}</p>;
}
