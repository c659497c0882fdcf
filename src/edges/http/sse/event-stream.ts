import type { ServerResponse } from "node:http";
import type { Home } from "../../../core/home/home.ts";
import type { Journal } from "../../../core/present/events/journal.ts";
import type { Clock } from "../../../shared/clock.ts";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import type { Shares } from "../../../shared/shares.ts";
import { EVENT_STREAM_HEADERS } from "../server/serialize-response.ts";
import { EventFeed } from "./event-feed.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventStreamRequest } from "./event-reader.ts";
import { EventSubscriber, type SubscriberHost } from "./event-subscriber.ts";
import { streamShares } from "./stream-shares.ts";

export interface EventStreamsOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly limits: EventLimits;
  readonly onFault: (fault: unknown) => void;
}

/** Server-sent events: every client gets a snapshot of the home and then each event. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #feed: EventFeed;
  /** Clients are sent to in turns, those of one address taking turns among themselves. */
  readonly #turns: FairTurns;
  readonly #shares: Shares;
  readonly #host: SubscriberHost;
  readonly #subscribers = new Set<EventSubscriber>();
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;
  #wake: NodeJS.Immediate | undefined;
  /** The newest event when all clients were last woken. */
  #wokenAt = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    const { clock, limits } = options;
    this.#feed = new EventFeed({ ...options, onReady: () => this.#allDue() });
    this.#shares = streamShares(limits);
    this.#turns = new FairTurns({
      now: clock.now,
      sliceMillis: limits.sliceMillis,
      later: inNextTurn,
      pause: (run) => clock.after(limits.pauseMillis, run),
    });
    this.#host = {
      ...options,
      feed: this.#feed,
      onDue: (subscriber) => this.#turns.add(subscriber),
      onSettled: () => this.#settle(),
      onLeft: (subscriber) => this.#forget(subscriber),
    };
  }

  get count(): number {
    return this.#subscribers.size;
  }

  /** The last event that the slowest client has taken; undefined where nobody follows, or all have to start over. */
  get slowest(): number | undefined {
    const taken = [...this.#subscribers].flatMap(({ taken }) => taken ?? []);
    return taken.length > 0 ? Math.min(...taken) : undefined;
  }

  /** Takes over the response to a request that was granted. */
  open(response: ServerResponse, request: EventStreamRequest): "opened" | "too-many" {
    const { limits } = this.#options;
    if (this.#isStopped || this.#subscribers.size >= limits.streams) return "too-many";
    if (response.destroyed) return "opened";
    const subscriber = new EventSubscriber(this.#host, response, request);
    if (!this.#shares.enter(subscriber.holder)) return "too-many";
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (this.#subscribers.size === 0) this.#subscribe();
    this.#subscribers.add(subscriber);
    subscriber.start();
    return "opened";
  }

  /** A connection was accepted: more may wait behind it. */
  giveWay(): void {
    this.#turns.giveWay();
  }

  /** Ends all streams: clients that may still listen come back and go on where they were. */
  endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }

  /** Ends all streams for good, so that the server can close. */
  stop(): void {
    this.#isStopped = true;
    this.endAll();
    this.#turns.stop();
    this.#feed.snapshots.stop();
  }

  /** Clients are woken in a later turn: a change waits for no stream, and by then the home is as the events say. */
  #subscribe(): void {
    const { journal } = this.#options;
    this.#wokenAt = journal.head;
    this.#unsubscribe = journal.onAppended((appended) => {
      this.#feed.apply(appended);
      this.#wake ??= setImmediate(() => this.#wakeAll());
    });
  }

  #wakeAll(): void {
    const { journal } = this.#options;
    const couldBeFollowed = journal.knows(this.#wokenAt);
    this.#wake = undefined;
    this.#wokenAt = journal.head;
    for (const subscriber of this.#overtaken()) {
      if (couldBeFollowed) subscriber.drop();
      else subscriber.startOver();
    }
    this.#allDue();
  }

  #allDue(): void {
    for (const subscriber of this.#subscribers) this.#turns.add(subscriber);
  }

  /** Clients that do not read, while the journal has dropped the event that they need next. */
  #overtaken(): readonly EventSubscriber[] {
    const { journal } = this.#options;
    return [...this.#subscribers].filter(
      ({ isSending, after }) => isSending && after !== undefined && !journal.knows(after),
    );
  }

  #settle(): void {
    for (const { isSending } of this.#subscribers) if (isSending) return;
    this.#feed.releaseEvents();
  }

  #forget(subscriber: EventSubscriber): void {
    this.#subscribers.delete(subscriber);
    this.#shares.leave(subscriber.holder);
    this.#turns.remove(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#unsubscribe();
    clearImmediate(this.#wake);
    this.#wake = undefined;
    this.#feed.end();
  }
}
