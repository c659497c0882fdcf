import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../../../../shared/clock.ts";
import { pause } from "../../../../shared/pause.ts";
import { SYSTEM_CLOCK } from "../../../../shared/system-clock.ts";
import type { Access } from "../../access/access.ts";
import type { HomeModel } from "../../model/home-model.ts";
import { nameOf } from "../../model/named-resources.ts";
import type { Operator } from "../../operator/operator.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import { idsIn } from "./entry-ids.ts";
import { TrafficList } from "./traffic-list.ts";

/** The parts of a page on which its list rests. */
interface TrafficParts {
  readonly access: Pick<Access, "session">;
  readonly model: HomeModel;
  readonly operator: Pick<Operator, "follow">;
}

/** What was seen so far, and how that goes on. */
interface KeptTraffic {
  readonly list: TrafficList;
  readonly isFollowed: ReadonlySignal<boolean>;
  /** Why it is not followed any more. */
  readonly refusal: ReadonlySignal<readonly string[]>;
}

/** Where the gateway does not answer, until it is asked again. */
const PAUSE_MILLIS = 3_000;

const known = new WeakMap<TrafficParts, KeptTraffic>();

/**
 * The traffic since somebody looked for the first time, also while another view is open, so that it has no holes. It ends
 * with the operator's session, which ends with the gateway's run: each run counts from 1.
 */
export function keptTraffic(parts: TrafficParts, clock: Clock = SYSTEM_CLOCK): KeptTraffic {
  const kept = known.get(parts);
  if (kept) return kept;
  const { access, model, operator } = parts;
  const list = new TrafficList((entry) => idsIn(entry).flatMap((id) => nameOf(model, id) ?? []));
  const isFollowed = signal(false);
  const refusal = signal<readonly string[]>([]);
  const sessionEnd = computed(() => access.session.value?.endsAt);
  effect(() => {
    const isOver = sessionEnd.value === undefined;
    list.reset();
    isFollowed.value = false;
    refusal.value = [];
    if (isOver) return;
    const end = new AbortController();
    const { signal: ended } = end;
    const follow = async () => {
      let isKnownRun = false;
      for await (const entries of operator.follow("traffic", {}, { signal: ended })) {
        if (!isKnownRun && entries.length > 0) list.goOnWith(entries);
        isKnownRun ||= entries.length > 0;
        isFollowed.value = true;
        list.begin();
        refusal.value = [];
        list.take(entries);
      }
    };
    const followOn = async () => {
      for (; !ended.aborted; await pause(clock, PAUSE_MILLIS, ended))
        await follow().catch((error) => {
          if (ended.aborted) return;
          isFollowed.value = false;
          refusal.value = linesFor(error);
        });
    };
    void followOn();
    return () => end.abort();
  });
  const traffic = { list, isFollowed, refusal };
  known.set(parts, traffic);
  return traffic;
}
