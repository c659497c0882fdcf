import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { callerWords } from "../../../../shared/traffic-caller.ts";
import { matches } from "../../model/search.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { foldedTraffic, type TrafficRow } from "./folded-traffic.ts";

/** What is kept for a person to look at. */
const MOST_KEPT = 1_000;
const MOST_SHOWN = 200;

export const WANTED_KINDS = ["all", "request", "datagram", "mqtt", "event", "refused", "operator"] as const;
export type WantedKind = (typeof WANTED_KINDS)[number];

/** The traffic of one session that was seen, what came last first; it can stand still while it goes on. */
export class TrafficList {
  /** The names of what an entry is about. */
  readonly namesOf: (entry: TrafficEntry) => readonly string[];
  readonly text = signal("");
  readonly kind = signal<WantedKind>("all");
  readonly #kept = signal<readonly TrafficEntry[]>([]);
  /** What was kept when the person paused. */
  readonly #still = signal<readonly TrafficEntry[] | undefined>(undefined);

  constructor(namesOf: (entry: TrafficEntry) => readonly string[]) {
    this.namesOf = namesOf;
  }

  readonly isPaused: ReadonlySignal<boolean> = computed(() => this.#still.value !== undefined);

  readonly shown: ReadonlySignal<readonly TrafficRow[]> = computed(() =>
    foldedTraffic(
      (this.#still.value ?? this.#kept.value)
        .filter((entry) => isWanted(entry, this.kind.value))
        .filter((entry) => matches(this.text.value, this.#textsOf(entry))),
    ).slice(0, MOST_SHOWN),
  );

  readonly isEmpty: ReadonlySignal<boolean> = computed(() => this.#kept.value.length === 0);

  /** How many came while the list stood still. */
  readonly waiting: ReadonlySignal<number> = computed(() => {
    const still = new Set(this.#still.value ?? this.#kept.value);
    return this.#kept.value.filter((entry) => !still.has(entry)).length;
  });

  take(entries: readonly TrafficEntry[]): void {
    const kept = this.#kept.peek();
    const known = new Set(kept.map(({ sequence }) => sequence));
    const fresh = entries.filter(({ sequence }) => !known.has(sequence));
    this.#kept.value = [...fresh, ...kept].sort(lastFirst).slice(0, MOST_KEPT);
  }

  /** Forgets what was seen if these are of another run of the gateway, which counts from 1 again. */
  goOnWith(entries: readonly TrafficEntry[]): void {
    const newest = this.#kept.peek()[0]?.sequence ?? 0;
    if (entries.every(({ sequence }) => sequence <= newest)) this.#kept.value = [];
  }

  pause(): void {
    this.#still.value = this.#kept.peek();
  }

  resume(): void {
    this.#still.value = undefined;
  }

  clear(): void {
    this.#kept.value = [];
    this.resume();
  }

  #textsOf(entry: TrafficEntry): readonly string[] {
    const { what, from, by, code, refusal = "", body = "" } = entry;
    return [what, from, (by && callerWords(by, code)) ?? "", refusal, body, ...this.namesOf(entry)];
  }
}

/** By the gateway's count: its wall clock may be set back. */
const lastFirst = (one: TrafficEntry, other: TrafficEntry): number => other.sequence - one.sequence;

/** What pages of operators ask of the gateway itself, every few seconds, would bury what clients do. */
function isWanted(entry: TrafficEntry, wanted: WantedKind): boolean {
  const { kind, refusal } = entry;
  if (wanted === "refused") return refusal !== undefined;
  if (isOfOperatorPage(entry)) return wanted === "operator";
  return wanted === "all" || kind === wanted;
}

const isOfOperatorPage = ({ by, what }: TrafficEntry): boolean =>
  by?.kind === "operator" && /^[A-Z]+ \/operator\//.test(what);
