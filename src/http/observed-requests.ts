import type { Refusal } from "./refusal.ts";
import { type Answered, type GatewayRequest, type GatewayResponse, NO_BODY, type Read } from "./request.ts";
import { outcomeOf, type RequestMeter } from "./request-meter.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { Asked, RequestTraffic } from "./request-traffic.ts";
import { operationOf } from "./route.ts";

/** What is told of requests and their answers. */
export interface RequestObservers {
  /** A request has come in the ordinary lane; gives what takes its answer, and its body. */
  begin(asked: Asked): (answered: Answered, body: Uint8Array) => void;
  /** A connection was refused before a whole request had come on it. */
  refused(clientAddress: string, refusal: Refusal, response: GatewayResponse): void;
  /** A read of the fast lane that tells of each of its answers; the very same read while nobody wants to know. */
  observed(request: GatewayRequest, read: Read | undefined): Read | undefined;
  /** Calls back whenever a read that was observed has to be observed anew. */
  onSwitched(tell: () => void): void;
}

/** For a listener whose requests nobody wants to know of. */
export const NO_OBSERVERS: RequestObservers = {
  begin: () => () => undefined,
  refused: () => undefined,
  observed: (_request, read) => read,
  onSwitched: () => undefined,
};

/** Tells those who want to know of each request and its answer: the log, those who look at traffic, and metrics where they are asked for. */
export class ObservedRequests implements RequestObservers {
  readonly #log: RequestObserver;
  readonly #traffic: RequestTraffic;
  readonly #meter: RequestMeter | undefined;

  constructor(log: RequestObserver, traffic: RequestTraffic, meter?: RequestMeter) {
    this.#log = log;
    this.#traffic = traffic;
    this.#meter = meter;
  }

  begin(asked: Asked): (answered: Answered, body: Uint8Array) => void {
    const note = this.#log.isOn ? this.#log.begin(asked) : undefined;
    const show = this.#traffic.begin(asked);
    const measured = this.#meter?.begin(operationOf(asked) ?? "none");
    return (answered, body) => {
      note?.(answered);
      show?.(answered, body);
      measured?.(outcomeOf(answered));
    };
  }

  refused(clientAddress: string, refusal: Refusal, response: GatewayResponse): void {
    this.#meter?.refuse(refusal.name);
    const asked = { method: "-", target: "-", clientAddress };
    this.#log.begin(asked)?.(response);
    this.#traffic.begin(asked)?.(response, NO_BODY);
  }

  observed(request: GatewayRequest, read: Read | undefined): Read | undefined {
    const timed = this.#traffic.shown(request, this.#log.timed(request, read));
    return timed && this.#meter ? this.#meter.metered(operationOf(request) ?? "none", timed) : timed;
  }

  onSwitched(tell: () => void): void {
    this.#log.onSwitched(tell);
    this.#traffic.onSwitched(tell);
  }
}
