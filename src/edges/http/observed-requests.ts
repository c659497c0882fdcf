import { Refusal } from "./refusal.ts";
import { type Answered, type GatewayRequest, type GatewayResponse, NO_BODY, type Read } from "./request.ts";
import { type Lane, outcomeOf, type RequestMeter } from "./request-meter.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { Asked, RequestTraffic } from "./request-traffic.ts";
import { operationOf } from "./route.ts";
import { refusalResponse } from "./server/plain-responses.ts";

/** Takes the answer to a request, and the body of the request. */
type Tell = (answered: Answered, body: Uint8Array) => void;

/** What is told of requests and their answers. */
export interface RequestObservers {
  /** A request has come in the ordinary lane; gives what takes its answer. */
  begin(asked: Asked): Tell;
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

const FAULT = refusalResponse(new Refusal("fault"));

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

  begin(asked: Asked, lane: Lane = "ordinary"): Tell {
    const note = this.#log.begin(asked);
    const show = this.#traffic.begin(asked);
    const measured = this.#meter?.begin(operationOf(asked) ?? "none", lane);
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
    if (!read || !(this.#log.isOn || this.#traffic.isOn || this.#meter)) return read;
    const asked = { ...request, credentials: request };
    return () => toldOf(read, this.begin(asked, "fast"));
  }

  onSwitched(tell: () => void): void {
    this.#log.onSwitched(tell);
    this.#traffic.onSwitched(tell);
  }
}

/** Reads, and tells of the answer; of a read that fails, what its client gets instead. */
function toldOf(read: Read, tell: Tell): GatewayResponse | Promise<GatewayResponse> {
  const told = (response: GatewayResponse): GatewayResponse => {
    tell(response, NO_BODY);
    return response;
  };
  const failed = (fault: unknown): never => {
    tell(FAULT, NO_BODY);
    throw fault;
  };
  try {
    const response = read();
    return response instanceof Promise ? response.then(told, failed) : told(response);
  } catch (fault) {
    return failed(fault);
  }
}
