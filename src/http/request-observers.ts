import { operationOf } from "./dispatcher.ts";
import type { Refusal } from "./refusal.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";
import type { RequestLog } from "./request-log.ts";
import { outcomeOf, type RequestMeter } from "./request-meter.ts";

type Asked = Pick<GatewayRequest, "method" | "target" | "clientAddress">;
type Answered = Pick<GatewayResponse, "status" | "refusal">;
type Read = () => GatewayResponse | Promise<GatewayResponse>;

/** Those who want to know of each request and its answer: the log, and metrics where they are asked for. */
export class RequestObservers {
  readonly #log: RequestLog;
  readonly #meter: RequestMeter | undefined;

  constructor(log: RequestLog, meter?: RequestMeter) {
    this.#log = log;
    this.#meter = meter;
  }

  /** A request has come in the ordinary lane; gives what takes its answer. */
  begin(asked: Asked): (answered: Answered) => void {
    const note = this.#log.isOn ? this.#log.begin(asked) : undefined;
    const measured = this.#meter?.begin(operationOf(asked) ?? "none");
    return (answered) => {
      note?.(answered);
      measured?.(outcomeOf(answered));
    };
  }

  /** A connection was refused before a whole request had come on it. */
  refused(clientAddress: string, refusal: Refusal, response: GatewayResponse): void {
    this.#meter?.refuse(refusal.name);
    this.#log.begin({ method: "-", target: "-", clientAddress })?.(response);
  }

  /** A read of the fast lane that tells of each of its answers; the very same read while nobody wants to know. */
  observed(request: GatewayRequest, read: Read | undefined): Read | undefined {
    const timed = this.#log.timed(request, read);
    return timed && this.#meter ? this.#meter.metered(operationOf(request) ?? "none", timed) : timed;
  }

  /** Calls back whenever a read that was observed has to be observed anew. */
  onSwitched(tell: () => void): void {
    this.#log.onSwitched(tell);
  }
}
