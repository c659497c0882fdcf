import { effect } from "@preact/signals";
import { nameOf } from "../../model/named-resources.ts";
import type { PageParts } from "../../page-parts.ts";
import { idsIn } from "./entry-ids.ts";
import { TrafficList } from "./traffic-list.ts";

const lists = new WeakMap<PageParts, TrafficList>();

/** What was seen so far, also before the view was left; it is gone with the operator's session. */
export function keptTraffic(parts: PageParts): TrafficList {
  const kept = lists.get(parts);
  if (kept) return kept;
  const { access, model } = parts;
  const list = new TrafficList((entry) => idsIn(entry).flatMap((id) => nameOf(model, id) ?? []));
  effect(() => {
    if (!access.isOperator.value) list.clear();
  });
  lists.set(parts, list);
  return list;
}
