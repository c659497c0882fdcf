import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { matches } from "../../model/search.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";

/** What is kept for a person to look at. */
const MOST_KEPT = 1_000;
const MOST_SHOWN = 200;

export const WANTED_KINDS = ["all", "request", "datagram", "mqtt", "event", "refused"] as const;
export type WantedKind = (typeof WANTED_KINDS)[number];

/** The traffic that was seen since the view was opened, the newest first; it can stand still while it goes on. */
export class TrafficList {
  readonly text = signal("");
  readonly kind = signal<WantedKind>("all");
  readonly #kept = signal<readonly TrafficEntry[]>([]);
  /** What was kept when the person paused. */
  readonly #still = signal<readonly TrafficEntry[] | undefined>(undefined);

  readonly isPaused: ReadonlySignal<boolean> = computed(() => this.#still.value !== undefined);

  readonly shown: ReadonlySignal<readonly TrafficEntry[]> = computed(() =>
    (this.#still.value ?? this.#kept.value)
      .filter((entry) => isWanted(entry, this.kind.value))
      .filter(({ what, from, refusal = "", body = "" }) => matches(this.text.value, [what, from, refusal, body]))
      .slice(0, MOST_SHOWN),
  );

  /** How many came while the list stood still. */
  readonly waiting: ReadonlySignal<number> = computed(() => {
    const [newest] = this.#still.value ?? this.#kept.value;
    return this.#kept.value.filter(({ sequence }) => sequence > (newest?.sequence ?? 0)).length;
  });

  take(entries: readonly TrafficEntry[]): void {
    this.#kept.value = [...entries.toReversed(), ...this.#kept.peek()].slice(0, MOST_KEPT);
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
}

const isWanted = ({ kind, refusal }: TrafficEntry, wanted: WantedKind): boolean =>
  wanted === "all" || (wanted === "refused" ? refusal !== undefined : kind === wanted);
