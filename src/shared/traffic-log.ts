/** Something that came, was answered or was told, as whoever writes a client wants to see it. */
export interface TrafficEntry {
  /** Rises by one; a gap is what was dropped. */
  readonly sequence: number;
  /** By the wall clock, in ISO 8601. */
  readonly at: string;
  readonly kind: "request" | "datagram" | "mqtt" | "event";
  /** The address that it is from, or goes to; "gateway" for events. */
  readonly from: string;
  readonly what: string;
  readonly status?: number;
  readonly millis?: number;
  /** Why it was refused. */
  readonly refusal?: string;
  readonly body?: string;
  readonly answer?: string;
  /** Of the answer or, where there is none, of the message. */
  readonly bytes: number;
}

export type NotedTraffic = Omit<TrafficEntry, "sequence" | "at">;

/** Somebody who looks. */
export interface TrafficFollower {
  /** What is new since the last time, the oldest first. */
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

  note(noted: NotedTraffic): void {
    if (!this.isOn) return;
    this.#sequence += 1;
    this.#entries.push({ sequence: this.#sequence, at: this.#today().toISOString(), ...noted });
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
  }

  /** Begins with what others who look have seen already. */
  follow(): TrafficFollower {
    let after = 0;
    const follower: TrafficFollower = {
      take: () => {
        const fresh = this.#entries.filter(({ sequence }) => sequence > after);
        after = this.#sequence;
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

const decoder = new TextDecoder();

/** The beginning of bytes as text, as much as an entry holds. */
export function shownText(pieces: readonly Uint8Array[]): string {
  let text = "";
  for (const piece of pieces) {
    if (text.length > MOST_TEXT) break;
    text += decoder.decode(piece.subarray(0, MOST_TEXT + 1));
  }
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
