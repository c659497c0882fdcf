import type { ServerResponse } from "node:http";
import type { Home } from "../../../core/home/home.ts";
import type { Journal } from "../../../core/present/events/journal.ts";
import type { Clock } from "../../../shared/clock.ts";
import { EVENT_STREAM_HEADERS } from "../server/serialize-response.ts";
import { EventFeed } from "./event-feed.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventStreamRequest } from "./event-reader.ts";
import { EventSubscriber, type SubscriberHost } from "./event-subscriber.ts";
import { StreamSharing } from "./stream-sharing.ts";

export interface EventStreamsOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly limits: EventLimits;
  /** With other streams, if there are others. */
  readonly sharing?: StreamSharing;
  readonly onFault: (fault: unknown) => void;
  /** The last client has left. */
  readonly onEmpty?: () => void;
}

/** Server-sent events: every client gets a snapshot of the home and then each event. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #feed: EventFeed;
  readonly #sharing: StreamSharing;
  readonly #host: SubscriberHost;
  readonly #subscribers = new Set<EventSubscriber>();
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;
  #wake: NodeJS.Immediate | undefined;
  /** The newest event when all clients were last woken. */
  #wokenAt = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#feed = new EventFeed({ ...options, onReady: () => this.#allDue() });
    this.#sharing = options.sharing ?? new StreamSharing(options);
    this.#host = {
      ...options,
      feed: this.#feed,
      onDue: (subscriber) => this.#sharing.turns.add(subscriber),
      onSettled: () => this.#settle(),
      onLeft: (subscriber) => this.#forget(subscriber),
      onClosed: ({ holder }) => this.#sharing.leave(holder),
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
    if (this.#isStopped) return "too-many";
    if (response.destroyed) return "opened";
    const subscriber = new EventSubscriber(this.#host, response, request);
    if (!this.#sharing.enter(subscriber.holder)) return "too-many";
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (this.#subscribers.size === 0) this.#subscribe();
    this.#subscribers.add(subscriber);
    subscriber.start();
    return "opened";
  }

  /** A connection was accepted: more may wait behind it. */
  giveWay(): void {
    this.#sharing.turns.giveWay();
  }

  /** Ends all streams: clients that may still listen come back and go on where they were. */
  endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }

  /** Ends all streams for good, so that the server can close. */
  stop(): void {
    this.#isStopped = true;
    this.endAll();
    this.#sharing.turns.stop();
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
    for (const subscriber of this.#subscribers) this.#sharing.turns.add(subscriber);
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
    this.#sharing.turns.remove(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#unsubscribe();
    clearImmediate(this.#wake);
    this.#wake = undefined;
    this.#feed.end();
    this.#options.onEmpty?.();
  }
}
