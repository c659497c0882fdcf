import type { Body } from "../../present/pages/body.ts";
import { contained } from "../../shared/connection-faults.ts";
import type { HttpLimits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import type { Answer } from "../request.ts";
import { NOT_HTTP } from "../server/broken-request.ts";
import type { DirectSocket } from "../server/direct-socket.ts";
import { Silence } from "../server/idle-timer.ts";
import type { InFlight, Sending } from "../server/in-flight.ts";
import { plainAddress } from "../server/plain-address.ts";
import { refusalAnswer } from "../server/plain-answers.ts";

/** What of a request is still to come. */
export type Begun = "head" | "body";

interface FastConnectionOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
  /** What answers these bytes from now on; nothing if they are no plain read. */
  readonly readerOf: (bytes: Buffer) => (() => Answer | Promise<Answer>) | undefined;
  readonly bytesOf: (answer: Answer) => Body;
  /** Whether nothing is wrong with these bytes but that some are still to come. */
  readonly begunIn: (bytes: Buffer) => Begun | undefined;
  /** Something else came; the connection is left. */
  readonly onOther: (bytes: Buffer) => void;
  /** Nothing whole came in time, or will come; the connection is left. */
  readonly onRefused: (refusal: Refusal) => void;
  /** It is over, or no longer ours. */
  readonly onLeft: () => void;
  /** A whole request has come, the first one. */
  readonly onProven: () => void;
  readonly onFault: (fault: unknown) => void;
}

/** Longer than clients are told, as Node has it: one that asks at the last moment is not cut off. */
const GRACE_MILLIS = 1_000;

const FAULT = refusalAnswer(new Refusal("fault"));

const dropped = (): void => undefined;

/** In memory of its own: small buffers share theirs, and one that is kept for seconds keeps that of others. */
function copied(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(copy);
  return copy;
}

/** One connection in the fast lane. What was asked last is known again by its bytes alone. */
export class FastConnection {
  readonly #socket: DirectSocket;
  readonly #options: FastConnectionOptions;
  readonly #silence = new Silence(() => this.#rest());
  readonly #contained: <Given extends readonly unknown[]>(work: (...given: Given) => void) => (...given: Given) => void;
  /** The beginning of the first request: clients that take their time over it take no parser. */
  #begun: Buffer | undefined;
  #isBodyBegun = false;
  #lastAsked: Buffer | undefined;
  #read: (() => Answer | Promise<Answer>) | undefined;
  /** Whether an answer is being made, for which nothing more is read. */
  #isAnswering = false;
  #isEnding = false;
  #deadline: NodeJS.Timeout | undefined;
  #sending: Sending | undefined;

  constructor(socket: DirectSocket, options: FastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#silence.allow(options.limits.headersMillis);
    this.#contained = (work) => contained({ end: this.#drop, onFault: options.onFault }, work);
    socket.onBytes = this.#contained(this.#take);
    socket.on("end", this.#finish);
    socket.once("close", () => {
      this.#silence.end();
      clearTimeout(this.#deadline);
      options.onLeft();
    });
  }

  /** What is asked meanwhile is dropped, for nothing could be said to it; left unread, it would take the answer with it. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    this.#socket.onBytes = dropped;
    this.#isEnding = true;
    if (atOnce) this.#socket.destroy();
    else if (!this.#isAnswering) this.#socket.resume().destroySoon();
  }

  readonly #take = (arrived: Buffer): void => {
    const bytes = this.#begun ? Buffer.concat([this.#begun, arrived]) : arrived;
    if (!this.#lastAsked?.equals(bytes)) {
      const read = this.#readerOf(bytes);
      if (!read) {
        this.#takeOther(copied(bytes));
        return;
      }
      if (!this.#read) this.#proven();
      this.#begun = undefined;
      this.#lastAsked = Buffer.from(bytes);
      this.#read = read;
    }
    this.#silence.break();
    const answer = this.#answer();
    if (answer instanceof Promise) this.#await(answer);
    else this.#send(answer);
  };

  #takeOther(bytes: Buffer): void {
    const begun = this.#read ? undefined : this.#options.begunIn(bytes);
    if (begun === undefined) {
      this.#leave(() => this.#options.onOther(bytes));
      return;
    }
    this.#begun = bytes;
    if (begun === "body") this.#allowBody();
  }

  #allowBody(): void {
    const { requestMillis, headersMillis } = this.#options.limits;
    if (!this.#isBodyBegun) this.#silence.allow(Math.max(requestMillis - headersMillis, 1));
    this.#isBodyBegun = true;
  }

  #proven(): void {
    const { limits, onProven } = this.#options;
    this.#silence.allow(limits.keepAliveMillis + GRACE_MILLIS);
    onProven();
  }

  /** Whoever takes over meets the same fault, and tells it. */
  #readerOf(bytes: Buffer): (() => Answer | Promise<Answer>) | undefined {
    try {
      return this.#options.readerOf(bytes);
    } catch {
      return undefined;
    }
  }

  #answer(): Answer | Promise<Answer> {
    try {
      if (this.#read) return this.#read();
    } catch (fault) {
      this.#options.onFault(fault);
    }
    return FAULT;
  }

  #await(later: Promise<Answer>): void {
    this.#isAnswering = true;
    this.#socket.pause();
    const answered = this.#contained((answer: Answer) => {
      this.#isAnswering = false;
      this.#silence.break();
      this.#socket.resume();
      this.#send(answer);
      if (this.#isEnding || this.#socket.readableEnded) this.#socket.destroySoon();
    });
    later.then(answered, (fault: unknown) => {
      this.#options.onFault(fault);
      answered(FAULT);
    });
  }

  /** Nothing more is read of a client before it has taken what it asked for. */
  #send(answer: Answer): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const bytes = this.#options.bytesOf(answer);
    if (bytes.length > 1) socket.cork();
    const last = bytes.length - 1;
    for (let at = 0; at < last; at += 1) socket.write(bytes[at] as Uint8Array);
    socket.write(bytes[last] as Uint8Array, this.#sent);
    if (bytes.length > 1) socket.uncork();
    if (socket.writableLength === 0) return;
    socket.pause();
    const { inFlight } = this.#options;
    const address = plainAddress(socket.remoteAddress);
    this.#sending = inFlight.begin({ connection: socket, address, answer, pieces: bytes });
    this.#deadline = setTimeout(this.#drop, this.#options.limits.sendMillis);
  }

  readonly #sent = (): void => {
    if (this.#deadline === undefined || this.#socket.writableLength > 0) return;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#sending?.end();
    this.#silence.break();
    this.#socket.resume();
  };

  /** Nothing came for a while; as long as an answer is on its way, the time of that counts. */
  #rest(): void {
    if (this.#deadline !== undefined || this.#isAnswering) return;
    if (this.#read) this.#drop();
    else this.#leave(() => this.#options.onRefused(new Refusal("timed-out")));
  }

  readonly #finish = (): void => {
    if (this.#begun) this.#leave(() => this.#options.onRefused(NOT_HTTP));
    else if (!this.#isAnswering) this.#socket.end();
  };
  readonly #drop = (): void => void this.#socket.destroy();

  #leave(then: () => void): void {
    const socket = this.#socket;
    this.#silence.end();
    socket.onBytes = undefined;
    socket.off("end", this.#finish);
    this.#options.onLeft();
    then();
  }
}
