import type { MonotonicClock } from "../../shared/clock.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";

/** A request that was answered, or refused. */
export interface AnsweredRequest {
  /** `-` where no request could be read. */
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  readonly clientAddress: string;
  readonly status: number;
  /** The code in the envelope; 0 for a success. */
  readonly code: number;
  /** From the whole head of the request to the response's way out. */
  readonly millis: number;
  /** Why it was refused. */
  readonly reason: string | undefined;
}

type Asked = Pick<GatewayRequest, "method" | "target" | "clientAddress">;
type Answered = Pick<GatewayResponse, "status" | "refusal">;

/** Notes each request with its answer, while somebody wants to know. While nobody does, it costs nothing. */
export class RequestObserver {
  readonly #now: MonotonicClock;
  readonly #onSwitched = new Set<() => void>();
  #onAnswered: ((answered: AnsweredRequest) => void) | undefined;

  constructor(now: MonotonicClock, onAnswered?: (answered: AnsweredRequest) => void) {
    this.#now = now;
    this.#onAnswered = onAnswered;
  }

  get isOn(): boolean {
    return this.#onAnswered !== undefined;
  }

  /** Begins or ends to note requests. */
  switchTo(onAnswered: ((answered: AnsweredRequest) => void) | undefined): void {
    this.#onAnswered = onAnswered;
    for (const tell of this.#onSwitched) tell();
  }

  /** Calls back whenever `switchTo` was called: a read that is observed has to be observed anew. */
  onSwitched(tell: () => void): void {
    this.#onSwitched.add(tell);
  }

  /** Takes the answer to a request that has just come; undefined while nothing is noted. */
  begin({ method, target, clientAddress }: Asked): ((answered: Answered) => void) | undefined {
    const onAnswered = this.#onAnswered;
    if (!onAnswered) return undefined;
    const beginMillis = this.#now();
    return ({ status, refusal }) => {
      const { code, message } = refusal?.parts() ?? { code: 0, message: undefined };
      const millis = this.#now() - beginMillis;
      onAnswered({ method, target, clientAddress, status, code, millis, reason: message });
    };
  }
}
