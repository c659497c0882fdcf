import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { callerWords } from "../../../../shared/traffic-caller.ts";
import { matches } from "../../model/search.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { ClearedTraffic } from "./cleared-traffic.ts";
import { foldedTraffic, type TrafficRow } from "./folded-traffic.ts";
import { isWanted, type WantedKind } from "./wanted-traffic.ts";

/** What is kept for a person to look at. */
const MOST_KEPT = 1_000;
const ROWS_AT_ONCE = 200;

/** The traffic of one session that was seen, what came last first; it can stand still while it goes on. */
export class TrafficList {
  /** The names of what an entry is about. */
  readonly namesOf: (entry: TrafficEntry) => readonly string[];
  readonly text = signal("");
  readonly kind = signal<WantedKind>("all");
  /** When the list began, by this browser's clock; undefined until nothing is missed any more. */
  readonly since = signal<Date | undefined>(undefined);
  /** How many older entries were dropped since. */
  readonly dropped = signal(0);
  readonly #kept = signal<readonly TrafficEntry[]>([]);
  /** What was kept when the person paused. */
  readonly #still = signal<readonly TrafficEntry[] | undefined>(undefined);
  /** The last of this run of the gateway, also where it was cleared. */
  #newest: TrafficEntry | undefined;
  readonly #mostShown = signal(ROWS_AT_ONCE);
  readonly #cleared = new ClearedTraffic();
  readonly #today: () => Date;

  constructor(namesOf: (entry: TrafficEntry) => readonly string[], today = () => new Date()) {
    this.namesOf = namesOf;
    this.#today = today;
  }

  readonly isPaused: ReadonlySignal<boolean> = computed(() => this.#still.value !== undefined);

  /** All rows of what is wanted, the newest first. */
  readonly rows: ReadonlySignal<readonly TrafficRow[]> = computed(() =>
    this.#rowsOf(this.#still.value ?? this.#kept.value),
  );

  readonly shown: ReadonlySignal<readonly TrafficRow[]> = computed(() =>
    this.rows.value.slice(0, this.#mostShown.value),
  );

  /** How many entries there are, wanted or not. */
  readonly count: ReadonlySignal<number> = computed(() => (this.#still.value ?? this.#kept.value).length);

  readonly isFiltered: ReadonlySignal<boolean> = computed(
    () => this.text.value.trim() !== "" || this.kind.value !== "all",
  );

  /** How many rows came, or came again, while the list stood still. */
  readonly waiting: ReadonlySignal<number> = computed(() => {
    if (this.#still.value === undefined) return 0;
    const still = new Set(this.#still.value);
    return this.#rowsOf(this.#kept.value).filter(({ last }) => !still.has(last)).length;
  });

  /** Nothing is missed from now on. */
  begin(): void {
    if (!this.since.peek()) this.since.value = this.#today();
  }

  take(entries: readonly TrafficEntry[]): void {
    const kept = this.#kept.peek();
    const known = new Set(kept.map(({ sequence }) => sequence));
    const later = this.#cleared.later(entries, this.#today().getTime());
    const all = [...later.filter(({ sequence }) => !known.has(sequence)), ...kept].sort(lastFirst);
    this.#kept.value = all.slice(0, MOST_KEPT);
    this.#newest = [all[0], this.#newest].find((one) => one && one.sequence >= (this.#newest?.sequence ?? 0));
    this.dropped.value = this.dropped.peek() + Math.max(0, all.length - MOST_KEPT);
  }

  /** Forgets what was seen if these are of another run of the gateway, which counts from 1 again. */
  goOnWith(entries: readonly TrafficEntry[]): void {
    const newest = this.#newest;
    if (newest === undefined || entries.some((entry) => isSameOrLater(entry, newest))) return;
    this.#kept.value = [];
    this.#newest = undefined;
    this.#cleared.forgetSequence();
  }

  showOlder(): void {
    this.#mostShown.value = this.#mostShown.peek() + ROWS_AT_ONCE;
  }

  pause(): void {
    this.#still.value = this.#kept.peek();
  }

  resume(): void {
    this.#still.value = undefined;
  }

  clear(): void {
    const now = this.#today();
    this.#cleared.clear(now.getTime(), this.#newest?.sequence ?? 0);
    this.#kept.value = [];
    this.dropped.value = 0;
    this.#mostShown.value = ROWS_AT_ONCE;
    if (this.since.peek()) this.since.value = now;
    this.resume();
  }

  /** Of another session: nothing of it is known. */
  reset(): void {
    this.clear();
    this.since.value = undefined;
    this.#newest = undefined;
    this.#cleared.forgetSequence();
  }

  #rowsOf(entries: readonly TrafficEntry[]): readonly TrafficRow[] {
    return foldedTraffic(
      entries
        .filter((entry) => isWanted(entry, this.kind.value))
        .filter((entry) => matches(this.text.value, this.#textsOf(entry))),
    );
  }

  #textsOf(entry: TrafficEntry): readonly string[] {
    const { what, from, by, code, refusal = "", body = "" } = entry;
    return [what, from, (by && callerWords(by, code)) ?? "", refusal, body, ...this.namesOf(entry)];
  }
}

/** By the gateway's count: its wall clock may be set back. */
const lastFirst = (one: TrafficEntry, other: TrafficEntry): number => other.sequence - one.sequence;

/** A gateway that has the same entry is in the same run. */
const isSameOrLater = ({ sequence, at }: TrafficEntry, newest: TrafficEntry): boolean =>
  sequence > newest.sequence || (sequence === newest.sequence && at === newest.at);
