import { printable } from "./printable.ts";
import { withoutSecrets } from "./shown-target.ts";
import type { TrafficEntry } from "./traffic-entry.ts";

/** When something came, and behind what. */
export type TrafficArrival = Pick<TrafficEntry, "sequence" | "at">;
export type NotedTraffic = Omit<TrafficEntry, keyof TrafficArrival>;

/** Somebody who looks. */
export interface TrafficFollower {
  /** What is new since the last time, in the order in which it was noted. */
  take(): readonly TrafficEntry[];
  stop(): void;
}

/** More is in no entry: a ring of such entries has some megabytes at the most. */
const MOST_ENTRIES = 1_000;
const MOST_TEXT = 4_096;

/** The newest of what comes and goes, in a bounded ring, while somebody looks; nothing, and at no cost, while nobody does. */
export class TrafficLog {
  readonly #today: () => Date;
  readonly #onSwitched = new Set<() => void>();
  readonly #followers = new Set<TrafficFollower>();
  #entries: TrafficEntry[] = [];
  #sequence = 0;
  /** How many were ever noted. */
  #noted = 0;

  constructor(today: () => Date) {
    this.#today = today;
  }

  get isOn(): boolean {
    return this.#followers.size > 0;
  }

  /** Calls back when the first begins to look, and when the last has ended. */
  onSwitched(tell: () => void): void {
    this.#onSwitched.add(tell);
  }

  /** The place of what has just come: what takes a while is noted when it is over. */
  arrive(): TrafficArrival {
    this.#sequence += 1;
    return { sequence: this.#sequence, at: this.#today().toISOString() };
  }

  note(noted: NotedTraffic, arrival?: TrafficArrival): void {
    if (!this.isOn) return;
    this.#noted += 1;
    this.#entries.push({ ...(arrival ?? this.arrive()), ...inOneLine(noted) });
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
  }

  /** Begins with what others who look have seen already. */
  follow(): TrafficFollower {
    let after = this.#noted - this.#entries.length;
    const follower: TrafficFollower = {
      take: () => {
        const fresh = this.#noted === after ? [] : this.#entries.slice(after - this.#noted);
        after = this.#noted;
        return fresh;
      },
      stop: () => {
        if (!this.#followers.delete(follower) || this.isOn) return;
        this.#entries = [];
        this.#switch();
      },
    };
    this.#followers.add(follower);
    if (this.#followers.size === 1) this.#switch();
    return follower;
  }

  #switch(): void {
    for (const tell of this.#onSwitched) tell();
  }
}

/** Bodies are shown as they came; all else is one line, whatever clients call themselves or ask for. */
const inOneLine = ({ by, what, refusal, ...noted }: NotedTraffic): NotedTraffic => ({
  ...noted,
  what: printable(what),
  ...(by ? { by: "name" in by ? { ...by, name: printable(by.name) } : by } : {}),
  ...(refusal === undefined ? {} : { refusal: printable(refusal) }),
});

const decoder = new TextDecoder();

/** A key may go on behind the end of a text that is cut. */
const LAST_LETTERS = /[\w-]{1,42}$/;

/** The beginning of bytes as text, as much as an entry holds, without anything in it that may be a key. */
export function shownText(pieces: readonly Uint8Array[]): string {
  let text = "";
  for (const piece of pieces) {
    if (text.length > MOST_TEXT) break;
    text += decoder.decode(piece.subarray(0, MOST_TEXT + 1));
  }
  const shown = withoutSecrets(text.slice(0, MOST_TEXT));
  return text.length > MOST_TEXT ? `${shown.replace(LAST_LETTERS, "")}…` : shown;
}
