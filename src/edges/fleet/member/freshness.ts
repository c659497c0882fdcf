import type { NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "../../../shared/clock.ts";

const PING_MILLIS = 1_000;
/** Longer than a front waits for an answer. */
const LATE_MILLIS = 1_000;
/** How often the gateway notes that it is running, and the longest gap between two notes that is no standstill. */
const NOTE_MILLIS = 200;
const STANDSTILL_MILLIS = 1_000;

type Line = Pick<NatsConnection, "flush">;

interface FreshnessOptions {
  readonly clock: Clock;
  /** The wall clock goes on while the machine is suspended. */
  readonly today: () => Date;
}

/**
 * Whether what comes over a connection was sent just now. A line that was cut for a while delivers what was sent
 * meanwhile, and so does the socket of a process that was stopped, suspended or overloaded. But the server answers a
 * ping behind all that it had sent before. So what comes while a ping waits for its answer may be old, and so may all
 * that comes after a standstill until a ping that was sent after it is answered.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #line: Line | undefined;
  #pingedAtMillis: number | undefined;
  /** By both clocks. */
  #noted = { millis: 0, wallMillis: 0 };
  /** Whether this process stood still since the last ping that was answered was sent. */
  #stoodStill = false;
  #turn = 0;
  #cancelPing: () => void = () => undefined;
  #cancelNote: () => void = () => undefined;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  get isLate(): boolean {
    this.#note();
    if (this.#stoodStill) return true;
    return this.#pingedAtMillis !== undefined && this.#options.clock.now() - this.#pingedAtMillis > LATE_MILLIS;
  }

  begin(line: Line): void {
    this.end();
    this.#line = line;
    this.#noted = this.#now;
    this.#noteAgain();
    this.#ping(line);
  }

  end(): void {
    this.#line = undefined;
    this.#turn += 1;
    this.#cancelPing();
    this.#cancelNote();
    this.#pingedAtMillis = undefined;
    this.#stoodStill = false;
  }

  #ping(line: Line): void {
    this.#turn += 1;
    const turn = this.#turn;
    this.#cancelPing();
    this.#pingedAtMillis = this.#options.clock.now();
    const answered = () => {
      if (turn !== this.#turn) return;
      this.#pingedAtMillis = undefined;
      this.#stoodStill = false;
      this.#cancelPing = this.#options.clock.after(PING_MILLIS, () => this.#ping(line));
    };
    // Where the connection is lost instead, whatever is still to come of it is old.
    line.flush().then(answered, () => undefined);
  }

  get #now(): { readonly millis: number; readonly wallMillis: number } {
    const { clock, today } = this.#options;
    return { millis: clock.now(), wallMillis: today().getTime() };
  }

  #noteAgain(): void {
    this.#cancelNote = this.#options.clock.after(NOTE_MILLIS, () => {
      this.#note();
      this.#noteAgain();
    });
  }

  /** Notes that this process runs. If it did not for a while, the age of what its socket has is unknown. */
  #note(): void {
    const [before, now] = [this.#noted, this.#now];
    this.#noted = now;
    const gap = Math.max(now.millis - before.millis, now.wallMillis - before.wallMillis);
    if (gap <= STANDSTILL_MILLIS || !this.#line) return;
    this.#stoodStill = true;
    this.#ping(this.#line);
  }
}
