import { computed, effect } from "@preact/signals";
import type { Access } from "../../access/access.ts";
import type { HomeModel } from "../../model/home-model.ts";
import { nameOf } from "../../model/named-resources.ts";
import { idsIn } from "./entry-ids.ts";
import { TrafficList } from "./traffic-list.ts";

/** The parts of a page on which its list rests. */
interface TrafficParts {
  readonly access: Pick<Access, "session">;
  readonly model: HomeModel;
}

const lists = new WeakMap<TrafficParts, TrafficList>();

/**
 * What was seen so far, also before the view was left; it is gone with the operator's session, which ends with the
 * gateway's run: each run counts from 1.
 */
export function keptTraffic(parts: TrafficParts): TrafficList {
  const kept = lists.get(parts);
  if (kept) return kept;
  const { access, model } = parts;
  const list = new TrafficList((entry) => idsIn(entry).flatMap((id) => nameOf(model, id) ?? []));
  const sessionEnd = computed(() => access.session.value?.endsAt);
  effect(() => {
    void sessionEnd.value;
    list.clear();
  });
  lists.set(parts, list);
  return list;
}
