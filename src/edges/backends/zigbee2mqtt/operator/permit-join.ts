import type { Clock } from "../../../../shared/clock.ts";
import type { JoiningAnswer } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { RequestOutcome } from "../bridge/link/requests.ts";

/** The longest time that one `permit_join` request can ask for. */
const LONGEST_MILLIS = 254_000;
/** A longer window is renewed before the request before it expires. */
const RENEWAL_MILLIS = 250_000;
/** What a bridge publishes of joining so soon after a request may be from before the request. */
const STALE_MILLIS = 5_000;

const NOTHING = () => undefined;

/** The time in which devices may join at one bridge, as far as is known. */
interface JoinWindow {
  readonly openUntilMillis: number;
  /** What the bridge publishes before this does not count. */
  readonly staleUntilMillis: number;
  readonly cancelRenewal: () => void;
}

/** Permits devices to join, at each bridge by itself; windows longer than Zigbee's limit are renewed. */
export class PermitJoin {
  readonly #bridges: () => readonly Bridge[];
  readonly #clock: Clock;
  readonly #windows = new Map<Bridge, JoinWindow>();
  /** The last request to each bridge: only the response to that one counts. */
  readonly #requests = new Map<Bridge, { readonly untilMillis: number }>();

  constructor(clock: Clock, bridges: () => readonly Bridge[]) {
    this.#clock = clock;
    this.#bridges = bridges;
  }

  /** Opening succeeds once one bridge opened; closing, once all did that are reachable or may be open. */
  async open(millis: number): Promise<JoiningAnswer> {
    const untilMillis = this.#clock.now() + millis;
    const bridges = this.#bridges().filter((bridge) => millis > 0 || this.#mayBeOpen(bridge));
    const outcomes = await Promise.all(bridges.map((bridge) => this.#request(bridge, untilMillis)));
    const problems = outcomes.flatMap((outcome) => (outcome === "done" ? [] : [outcome.refused]));
    return { isDone: millis > 0 ? outcomes.includes("done") : problems.length === 0, problems };
  }

  /** Until the last bridge closes. */
  millisLeft(): number {
    const last = Math.max(...[...this.#windows.values()].map(({ openUntilMillis }) => openUntilMillis));
    return Math.max(0, Math.ceil(last - this.#clock.now()));
  }

  /** A bridge published whether devices may join; somebody else may have opened or closed joining. */
  onInfo(bridge: Bridge): void {
    const nowMillis = this.#clock.now();
    const window = this.#windows.get(bridge);
    if (window && nowMillis < window.staleUntilMillis) return;
    if (!bridge.isJoiningOpen) this.#setWindow(bridge, undefined);
    else if (!this.#isOpen(bridge)) {
      // Perhaps our last request was obeyed, though its response never came.
      const requestedMillis = this.#requests.get(bridge)?.untilMillis ?? 0;
      const openUntilMillis = requestedMillis > nowMillis ? requestedMillis : nowMillis + LONGEST_MILLIS;
      this.#setWindow(bridge, { openUntilMillis, staleUntilMillis: nowMillis, cancelRenewal: NOTHING });
    }
  }

  end(): void {
    for (const bridge of [...this.#windows.keys()]) this.#setWindow(bridge, undefined);
  }

  #isOpen(bridge: Bridge): boolean {
    return (this.#windows.get(bridge)?.openUntilMillis ?? 0) > this.#clock.now();
  }

  #mayBeOpen(bridge: Bridge): boolean {
    return this.#isOpen(bridge) || bridge.whyUnreachable === undefined;
  }

  async #request(bridge: Bridge, untilMillis: number): Promise<RequestOutcome> {
    const request = { untilMillis };
    this.#requests.set(bridge, request);
    this.#windows.get(bridge)?.cancelRenewal();
    const requestedMillis = this.#clock.now();
    const millis = Math.max(0, Math.min(LONGEST_MILLIS, untilMillis - requestedMillis));
    const outcome = await bridge.request("permit_join", { value: millis > 0, time: Math.ceil(millis / 1_000) });
    if (outcome !== "done" || request !== this.#requests.get(bridge)) return outcome;
    const isLonger = untilMillis > requestedMillis + LONGEST_MILLIS;
    const dueMillis = Math.max(0, requestedMillis + RENEWAL_MILLIS - this.#clock.now());
    this.#setWindow(bridge, {
      openUntilMillis: untilMillis,
      staleUntilMillis: requestedMillis + STALE_MILLIS,
      cancelRenewal: isLonger ? this.#clock.after(dueMillis, () => void this.#renew(bridge, untilMillis)) : NOTHING,
    });
    return outcome;
  }

  /** A bridge that refuses the renewal closes when the request before it expires. */
  async #renew(bridge: Bridge, untilMillis: number): Promise<void> {
    const expiresMillis = this.#clock.now() + LONGEST_MILLIS - RENEWAL_MILLIS;
    const outcome = await this.#request(bridge, untilMillis);
    const window = this.#windows.get(bridge);
    if (outcome !== "done" && window?.openUntilMillis === untilMillis) {
      this.#setWindow(bridge, { ...window, openUntilMillis: expiresMillis });
    }
  }

  #setWindow(bridge: Bridge, window: JoinWindow | undefined): void {
    this.#windows.get(bridge)?.cancelRenewal();
    if (window) this.#windows.set(bridge, window);
    else this.#windows.delete(bridge);
  }
}
