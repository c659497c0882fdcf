import type { Clock } from "../../../home/clock.ts";
import type { JoiningAnswer } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { Reply } from "../bridge/link/requests.ts";

/** The longest time that Zigbee knows. */
const LONGEST_MILLIS = 254_000;
/** A piece begins before the one before it is over. */
const PIECE_MILLIS = 250_000;
/** What a bridge says of joining so soon after we asked may be from before. */
const STALE_MILLIS = 5_000;

const NOTHING = () => undefined;

/** Joining at one bridge, as far as is known. */
interface Door {
  readonly openUntilMillis: number;
  /** What the bridge says before that does not count. */
  readonly staleUntilMillis: number;
  /** Cancels that the next piece is asked for. */
  readonly cancel: () => void;
}

/** The time in which devices may join, at each bridge by itself: longer ones are asked for piece by piece. */
export class Joining {
  readonly #bridges: () => readonly Bridge[];
  readonly #clock: Clock;
  readonly #doors = new Map<Bridge, Door>();
  /** What each was asked last: only the answer to that counts. */
  readonly #asked = new Map<Bridge, { readonly untilMillis: number }>();

  constructor(clock: Clock, bridges: () => readonly Bridge[]) {
    this.#clock = clock;
    this.#bridges = bridges;
  }

  /** It is open once one bridge opened it, and shut once all did that can be asked or may have it open. */
  async open(millis: number): Promise<JoiningAnswer> {
    const untilMillis = this.#clock.now() + millis;
    const bridges = this.#bridges().filter((bridge) => millis > 0 || this.#mayBeOpen(bridge));
    const replies = await Promise.all(bridges.map((bridge) => this.#request(bridge, untilMillis)));
    const troubles = replies.flatMap((reply) => (reply === "done" ? [] : [reply.refused]));
    return { isDone: millis > 0 ? replies.includes("done") : troubles.length === 0, troubles };
  }

  /** While it is open at one bridge at least. */
  millisLeft(): number {
    const last = Math.max(...[...this.#doors.values()].map(({ openUntilMillis }) => openUntilMillis));
    return Math.max(0, Math.ceil(last - this.#clock.now()));
  }

  /** A bridge says whether it lets devices in; somebody else may have opened or shut it. */
  heard(bridge: Bridge): void {
    const nowMillis = this.#clock.now();
    const door = this.#doors.get(bridge);
    if (door && nowMillis < door.staleUntilMillis) return;
    if (!bridge.isJoiningOpen) this.#become(bridge, undefined);
    else if (!this.#isOpen(bridge)) {
      // It may be what we asked for, though nobody answered.
      const askedMillis = this.#asked.get(bridge)?.untilMillis ?? 0;
      const openUntilMillis = askedMillis > nowMillis ? askedMillis : nowMillis + LONGEST_MILLIS;
      this.#become(bridge, { openUntilMillis, staleUntilMillis: nowMillis, cancel: NOTHING });
    }
  }

  end(): void {
    for (const bridge of [...this.#doors.keys()]) this.#become(bridge, undefined);
  }

  #isOpen(bridge: Bridge): boolean {
    return (this.#doors.get(bridge)?.openUntilMillis ?? 0) > this.#clock.now();
  }

  #mayBeOpen(bridge: Bridge): boolean {
    return this.#isOpen(bridge) || bridge.whyUnreachable === undefined;
  }

  async #request(bridge: Bridge, untilMillis: number): Promise<Reply> {
    const asked = { untilMillis };
    this.#asked.set(bridge, asked);
    this.#doors.get(bridge)?.cancel();
    const askedMillis = this.#clock.now();
    const millis = Math.max(0, Math.min(LONGEST_MILLIS, untilMillis - askedMillis));
    const reply = await bridge.request("permit_join", { value: millis > 0, time: Math.ceil(millis / 1_000) });
    if (reply !== "done" || asked !== this.#asked.get(bridge)) return reply;
    const isLonger = untilMillis > askedMillis + LONGEST_MILLIS;
    const dueMillis = Math.max(0, askedMillis + PIECE_MILLIS - this.#clock.now());
    this.#become(bridge, {
      openUntilMillis: untilMillis,
      staleUntilMillis: askedMillis + STALE_MILLIS,
      cancel: isLonger ? this.#clock.after(dueMillis, () => void this.#goOn(bridge, untilMillis)) : NOTHING,
    });
    return reply;
  }

  /** A bridge that does not go on shuts joining when the piece before is over. */
  async #goOn(bridge: Bridge, untilMillis: number): Promise<void> {
    const overMillis = this.#clock.now() + LONGEST_MILLIS - PIECE_MILLIS;
    const reply = await this.#request(bridge, untilMillis);
    const door = this.#doors.get(bridge);
    if (reply !== "done" && door?.openUntilMillis === untilMillis) {
      this.#become(bridge, { ...door, openUntilMillis: overMillis });
    }
  }

  #become(bridge: Bridge, door: Door | undefined): void {
    this.#doors.get(bridge)?.cancel();
    if (door) this.#doors.set(bridge, door);
    else this.#doors.delete(bridge);
  }
}
