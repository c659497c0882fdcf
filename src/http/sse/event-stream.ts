import type { ServerResponse } from "node:http";
import type { Home } from "../../home/home.ts";
import type { Journal } from "../../present/events/journal.ts";
import type { Clock } from "../../shared/clock.ts";
import { EVENT_STREAM_HEADERS } from "../server/headers.ts";
import { EventFeed } from "./event-feed.ts";
import type { EventLimits } from "./event-limits.ts";
import { type AskedEvents, EventReader } from "./event-reader.ts";
import { EventSubscriber } from "./event-subscriber.ts";

export interface EventStreamsOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly limits: EventLimits;
  readonly onFault: (fault: unknown) => void;
}

/** Server-sent events: tells every client that listens what the home is and then what happens to it. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #feed: EventFeed;
  readonly #subscribers = new Set<EventSubscriber>();
  /** Those that serve a stream: what is asked for meanwhile on the same connection is not answered before its end. */
  readonly #connections = new WeakSet<object>();
  #isStopped = false;
  #endListening: () => void = () => undefined;
  #wake: NodeJS.Immediate | undefined;
  /** The newest event when everybody was last woken. */
  #wokenAt = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#feed = new EventFeed({ ...options, now: options.clock.now, onPrepared: () => this.#goAll() });
  }

  get count(): number {
    return this.#subscribers.size;
  }

  /** Takes over the answer to a request that was admitted. */
  open(response: ServerResponse, asked: AskedEvents): "opened" | "too-many" {
    const { limits } = this.#options;
    const { socket } = response.req;
    if (this.#isStopped || this.#subscribers.size >= limits.streams || this.#connections.has(socket)) return "too-many";
    if (response.destroyed) return "opened";
    const subscriber = new EventSubscriber({
      ...this.#options,
      response,
      reader: new EventReader(this.#feed, asked, limits.retryMillis),
      onSettled: () => this.#settle(),
      onLeft: (left) => {
        this.#connections.delete(socket);
        this.#forget(left);
      },
    });
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (socket.readableEnded) {
      response.end();
      return "opened";
    }
    this.#connections.add(socket);
    if (this.#subscribers.size === 0) this.#listen();
    this.#subscribers.add(subscriber);
    subscriber.start();
    return "opened";
  }

  /** Ends all streams: whoever may still listen comes back and goes on where it was. */
  endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }

  /** Ends all streams for good, so that the server can close. */
  stop(): void {
    this.#isStopped = true;
    this.endAll();
  }

  /** Everybody is woken later: whoever makes something happen waits for no stream, and the home is what events made it. */
  #listen(): void {
    const { journal } = this.#options;
    this.#wokenAt = journal.head;
    this.#feed.begin();
    this.#endListening = journal.onAppended((appended) => {
      this.#feed.hear(appended);
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
    this.#goAll();
  }

  #goAll(): void {
    for (const subscriber of this.#subscribers) subscriber.go();
  }

  /** Those that do not take what they are sent, while the journal has forgotten what they would be sent next. */
  #overtaken(): readonly EventSubscriber[] {
    const { journal } = this.#options;
    return [...this.#subscribers].filter(
      ({ isSending, after }) => isSending && after !== undefined && !journal.knows(after),
    );
  }

  #settle(): void {
    for (const { isSending } of this.#subscribers) if (isSending) return;
    this.#feed.release();
  }

  #forget(subscriber: EventSubscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#endListening();
    clearImmediate(this.#wake);
    this.#wake = undefined;
    this.#feed.end();
  }
}
