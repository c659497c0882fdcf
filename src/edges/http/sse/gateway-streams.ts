import type { ServerResponse } from "node:http";
import type { Home } from "../../../core/home/home.ts";
import type { Journal } from "../../../core/present/events/journal.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventStreamRequest } from "./event-reader.ts";
import { EventStreams } from "./event-stream.ts";
import type { StreamSharing } from "./stream-sharing.ts";

/** The home of one gateway of a fleet, with its events from now on, until it is closed. */
export interface FollowedHome {
  readonly home: Home;
  readonly journal: Journal;
  close(): void;
}

export type OpenHome = (gatewayId: string) => FollowedHome;

interface GatewayStreamsOptions {
  readonly openHome: OpenHome;
  readonly clock: Clock;
  readonly limits: EventLimits;
  readonly sharing: StreamSharing;
  readonly onFault: (fault: unknown) => void;
}

interface Followed {
  readonly streams: EventStreams;
  readonly home: FollowedHome;
  cancelForget: () => void;
}

/** How long a gateway's events are remembered after its last client has left, so that a client that comes back goes on. */
const KEEP_MILLIS = 30_000;
/** And of how many gateways, those that were left last. */
const MOST_KEPT = 32;

/**
 * The event streams of clients that follow one gateway of a fleet each. What is followed of a gateway is a home of its own
 * for all its clients: a change of the fleet costs nothing here unless it is one of a gateway that somebody follows.
 */
export class GatewayStreams {
  readonly #options: GatewayStreamsOptions;
  readonly #followed = new Map<string, Followed>();
  /** Those without a client, the one that was left last at the end. */
  readonly #left = new Set<string>();

  constructor(options: GatewayStreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#all.reduce((sum, { streams }) => sum + streams.count, 0);
  }

  /** Takes over the response to a request that was granted. */
  open(response: ServerResponse, gatewayId: string, request: EventStreamRequest): "opened" | "too-many" {
    const followed = this.#followed.get(gatewayId) ?? this.#follow(gatewayId);
    this.#keepFromForgetting(gatewayId, followed);
    const outcome = followed.streams.open(response, request);
    if (followed.streams.count === 0) this.#forgetLater(gatewayId);
    return outcome;
  }

  endAll(): void {
    for (const { streams } of this.#all) streams.endAll();
  }

  stop(): void {
    for (const { streams } of this.#all) streams.stop();
    for (const gatewayId of [...this.#followed.keys()]) this.#forget(gatewayId);
  }

  get #all(): readonly Followed[] {
    return [...this.#followed.values()];
  }

  #follow(gatewayId: string): Followed {
    const { openHome, ...options } = this.#options;
    const home = openHome(gatewayId);
    const { journal } = home;
    const onEmpty = () => this.#forgetLater(gatewayId);
    const streams = new EventStreams({ ...options, home: home.home, journal, onEmpty });
    const followed = { streams, home, cancelForget: () => undefined };
    this.#followed.set(gatewayId, followed);
    return followed;
  }

  #keepFromForgetting(gatewayId: string, followed: Followed): void {
    followed.cancelForget();
    this.#left.delete(gatewayId);
  }

  #forgetLater(gatewayId: string): void {
    const followed = this.#followed.get(gatewayId);
    if (!followed) return;
    this.#keepFromForgetting(gatewayId, followed);
    this.#left.add(gatewayId);
    followed.cancelForget = this.#options.clock.after(KEEP_MILLIS, () => this.#forget(gatewayId));
    const [oldest] = this.#left;
    if (this.#left.size > MOST_KEPT && oldest !== undefined) this.#forget(oldest);
  }

  #forget(gatewayId: string): void {
    const followed = this.#followed.get(gatewayId);
    if (!followed) return;
    this.#keepFromForgetting(gatewayId, followed);
    this.#followed.delete(gatewayId);
    followed.home.close();
  }
}
