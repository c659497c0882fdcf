import { BackOff } from "../../shared/back-off.ts";
import { refusalIn } from "./answer.ts";
import { applyEvent, Drift } from "./apply-event.ts";
import { pause } from "./clock.ts";
import type { Connection } from "./connection.ts";
import { EventMessages } from "./event-messages.ts";
import { piecesOf } from "./event-pieces.ts";
import type { HomeChange } from "./home-view.ts";
import { isForeign, isPassing, LuxgateError, type LuxgateErrorCode } from "./luxgate-error.ts";
import { OPERATION_TABLE } from "./operation-table.ts";
import { Poll } from "./poll.ts";
import { Replica } from "./replica.ts";

export interface WatchOptions {
  /** Ends it, without an error. */
  readonly signal?: AbortSignal;
  /** Is told how the home is followed, and when the gateway is lost and why. */
  readonly onState?: (state: WatchState) => void;
  /**
   * How often to read where the gateway has no events, give or take a tenth; every two seconds unless told otherwise.
   */
  readonly pollMillis?: number;
  /** After so long without a sign of life the connection counts as lost; a gateway gives one every 15 seconds. */
  readonly silenceMillis?: number;
}

export type WatchState =
  | { readonly state: "events" | "polling"; readonly address: string }
  | { readonly state: "lost"; readonly error: LuxgateError };

const POLL_MILLIS = 2_000;
const SILENCE_MILLIS = 35_000;
const RETRY_MILLIS = 2_000;
const LONGEST_RETRY_MILLIS = 30_000;
/** A gateway that is polled may have events later: after an update, or once a proxy passes them on. */
const EVENTS_AGAIN_MILLIS = 60_000;

/** Errors of a gateway without an event stream. */
const WITHOUT_EVENTS: readonly LuxgateErrorCode[] = [
  "not-found",
  "method-not-allowed",
  "malformed",
  "bad-answer",
  "refused",
];

/** Follows a home by events or, where the gateway has none, by polling. */
export class Watch {
  readonly #connection: Connection;
  readonly #options: WatchOptions;
  readonly #signal: AbortSignal;
  readonly #replica = new Replica();
  readonly #backOff: BackOff;
  readonly #poll: Poll;
  #hasEvents = true;
  /** The address that was last reported as polled, unless another state was reported since. */
  #polled: string | undefined;
  /** The last event that is in the replica; empty to get a snapshot. */
  #lastEventId = "";

  constructor(connection: Connection, options: WatchOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#signal = connection.endOf(options.signal);
    this.#backOff = new BackOff({
      random: connection.random,
      firstMillis: RETRY_MILLIS,
      longestMillis: LONGEST_RETRY_MILLIS,
    });
    this.#poll = new Poll(connection);
  }

  async *changes(): AsyncGenerator<HomeChange, void> {
    try {
      for (;;) {
        try {
          yield* this.#hasEvents ? this.#byEvents() : this.#byReading();
        } catch (error) {
          await this.#recover(error);
        }
      }
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
  }

  /** Follows one stream, until it ends or the replica has drifted. */
  async *#byEvents(): AsyncGenerator<HomeChange, void> {
    const { silenceMillis = SILENCE_MILLIS } = this.#options;
    const body = await this.#open();
    this.#report({ state: "events", address: this.#connection.base });
    const messages = new EventMessages(this.#lastEventId);
    const listening = { clock: this.#connection.clock, silenceMillis, signal: this.#signal };
    for await (const piece of piecesOf(body, listening)) {
      for (const message of messages.take(piece)) {
        const changes = applyEvent(this.#replica, message);
        this.#lastEventId = message.lastEventId;
        this.#backOff.reset();
        yield* changes;
      }
      this.#backOff.firstMillis = messages.retryMillis ?? RETRY_MILLIS;
    }
    throw new LuxgateError("unreachable", "the gateway closed the event stream", {});
  }

  #open(): Promise<ReadableStream<Uint8Array>> {
    const { method, path } = OPERATION_TABLE.watchEvents;
    const position = this.#lastEventId === "" ? {} : { "last-event-id": this.#lastEventId };
    const headers = { accept: "text/event-stream", ...position };
    return this.#connection.requestOnce({ method, target: path, headers, signal: this.#signal }, async (response) => {
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      if (!response.ok || !isStream || !response.body) throw await refusalIn(response);
      return response.body;
    });
  }

  /** Polls for a while, then has the event stream tried again. */
  async *#byReading(): AsyncGenerator<HomeChange, void> {
    const { pollMillis = POLL_MILLIS } = this.#options;
    const { clock, random } = this.#connection;
    const endMillis = clock.now() + EVENTS_AGAIN_MILLIS;
    while (clock.now() < endMillis) {
      const lists = await this.#poll.read(this.#signal);
      this.#report({ state: "polling", address: this.#connection.base });
      this.#backOff.reset();
      yield* this.#replica.replace(lists);
      await pause({ clock, millis: pollMillis * (0.9 + random() * 0.2), signal: this.#signal });
    }
    this.#hasEvents = true;
  }

  /** Returns when another attempt may succeed; throws other errors. */
  async #recover(error: unknown): Promise<void> {
    if (error instanceof Drift) this.#lastEventId = "";
    else if (this.#hasEvents && isWithoutEvents(error)) {
      this.#hasEvents = false;
      // What is polled is newer than the last event, so the next stream begins with a snapshot.
      this.#lastEventId = "";
      return;
    } else if (this.#mayPass(error)) {
      // A gateway that comes back may be a newer version with events.
      this.#hasEvents = true;
      this.#report({ state: "lost", error });
      // At another address pictures have other URLs, which no event reports: only a snapshot does.
      if (await this.#connection.rediscover(error, this.#signal)) {
        this.#lastEventId = "";
        return;
      }
    } else throw error;
    await pause({ clock: this.#connection.clock, millis: this.#backOff.nextMillis(), signal: this.#signal });
  }

  /** Whether waiting may help. Until the home is known, another server's page means that the address is wrong. */
  #mayPass(error: unknown): error is LuxgateError {
    return isPassing(error) || isNotFound(error) || (this.#replica.isComplete && isForeign(error));
  }

  /** A gateway that is still polled after another attempt at events is not reported again. */
  #report(state: WatchState): void {
    const polled = state.state === "polling" ? state.address : undefined;
    if (polled === undefined || polled !== this.#polled) this.#options.onState?.(state);
    this.#polled = polled;
  }
}

/** A gateway has its lists: without them, it is away and something else answers. */
const isNotFound = (error: unknown): error is LuxgateError =>
  error instanceof LuxgateError && error.code === "not-found";

const isWithoutEvents = (error: unknown): boolean =>
  error instanceof LuxgateError && WITHOUT_EVENTS.includes(error.code);
