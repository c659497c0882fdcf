import type { Body } from "../present/body.ts";
import { contained } from "../shared/connection-faults.ts";
import type { DirectSocket } from "./direct-socket.ts";
import type { HttpLimits } from "./limits.ts";
import { refusalAnswer } from "./plain-answers.ts";
import type { Answer } from "./question.ts";
import { Refusal } from "./refusal.ts";
import { Silence } from "./silence.ts";
import { UNDER_WAY } from "./under-way.ts";

interface FastConnectionOptions {
  readonly limits: HttpLimits;
  /** What answers these bytes from now on; nothing if they are no plain read. */
  readonly readerOf: (bytes: Buffer) => (() => Answer) | undefined;
  readonly bytesOf: (answer: Answer) => Body;
  /** Something else came; the connection is left. */
  readonly onOther: (bytes: Buffer) => void;
  /** Nothing came in time; the connection is left. */
  readonly onSilent: () => void;
  /** It is over, or no longer ours. */
  readonly onLeft: () => void;
  readonly onFault: (fault: unknown) => void;
}

/** Longer than clients are told, as Node has it: one that asks at the last moment is not cut off. */
const GRACE_MILLIS = 1_000;

const dropped = (): void => undefined;

/** One connection in the fast lane. What was asked last is known again by its bytes alone. */
export class FastConnection {
  readonly #socket: DirectSocket;
  readonly #options: FastConnectionOptions;
  readonly #silence = new Silence(() => this.#rest());
  #lastAsked: Buffer | undefined;
  #read: (() => Answer) | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #over: (() => void) | undefined;

  constructor(socket: DirectSocket, options: FastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#silence.allow(options.limits.headersMillis);
    socket.onBytes = contained({ end: this.#drop, onFault: options.onFault }, this.#take);
    socket.on("end", this.#finish);
    socket.once("close", () => {
      this.#silence.end();
      clearTimeout(this.#deadline);
      this.#over?.();
      options.onLeft();
    });
  }

  /** What is asked meanwhile is dropped, for nothing could be said to it; left unread, it would take the answer with it. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    this.#socket.onBytes = dropped;
    if (atOnce) this.#socket.destroy();
    else this.#socket.resume().destroySoon();
  }

  readonly #take = (bytes: Buffer): void => {
    if (!this.#lastAsked?.equals(bytes)) {
      const read = this.#readerOf(bytes);
      if (!read) {
        const unanswered = Buffer.from(bytes);
        this.#leave(() => this.#options.onOther(unanswered));
        return;
      }
      if (!this.#read) this.#silence.allow(this.#options.limits.keepAliveMillis + GRACE_MILLIS);
      this.#lastAsked = Buffer.from(bytes);
      this.#read = read;
    }
    this.#silence.break();
    this.#send(this.#answer());
  };

  /** Whoever takes over meets the same fault, and tells it. */
  #readerOf(bytes: Buffer): (() => Answer) | undefined {
    try {
      return this.#options.readerOf(bytes);
    } catch {
      return undefined;
    }
  }

  #answer(): Body {
    const { bytesOf, onFault } = this.#options;
    try {
      if (this.#read) return bytesOf(this.#read());
    } catch (fault) {
      onFault(fault);
    }
    return bytesOf(refusalAnswer(new Refusal("fault")));
  }

  /** Nothing more is read of a client before it has taken what it asked for. */
  #send(bytes: Body): void {
    const socket = this.#socket;
    if (bytes.length > 1) socket.cork();
    const last = bytes.length - 1;
    for (let at = 0; at < last; at += 1) socket.write(bytes[at] as Uint8Array);
    socket.write(bytes[last] as Uint8Array, this.#sent);
    if (bytes.length > 1) socket.uncork();
    if (socket.writableLength === 0) return;
    socket.pause();
    this.#over = UNDER_WAY.begin();
    this.#deadline = setTimeout(this.#drop, this.#options.limits.sendMillis);
  }

  readonly #sent = (): void => {
    if (this.#deadline === undefined || this.#socket.writableLength > 0) return;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#over?.();
    this.#silence.break();
    this.#socket.resume();
  };

  /** Nothing came for a while; as long as an answer is on its way, the time of that counts. */
  #rest(): void {
    if (this.#deadline !== undefined) return;
    if (this.#read) this.#drop();
    else this.#leave(this.#options.onSilent);
  }

  readonly #finish = (): void => void this.#socket.end();
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
