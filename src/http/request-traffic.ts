import { lengthOf } from "../present/pages/body.ts";
import type { MonotonicClock } from "../shared/clock.ts";
import { shownTarget } from "../shared/shown-target.ts";
import { shownText, type TrafficLog } from "../shared/traffic-log.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";

type Asked = Pick<GatewayRequest, "method" | "target" | "clientAddress">;
type Read = () => GatewayResponse | Promise<GatewayResponse>;

/** As much of a response as is known: a stream has no body. */
type Answered = Pick<GatewayResponse, "status" | "refusal"> & Partial<GatewayResponse>;

const NO_BODY = new Uint8Array();
const PAIRING = /^\/api(?:\?|$)/;
const FOR_OPERATORS = /^\/operator\//;

/** Requests as they are shown to whoever looks at the traffic. */
export class RequestTraffic {
  readonly #log: TrafficLog;
  readonly #now: MonotonicClock;

  constructor(log: TrafficLog, now: MonotonicClock) {
    this.#log = log;
    this.#now = now;
  }

  /** Takes the answer to a request that has just come, and its body; undefined while nobody looks. */
  begin({ method, target, clientAddress }: Asked): ((answered: Answered, body: Uint8Array) => void) | undefined {
    if (!this.#log.isOn) return undefined;
    const beginMillis = this.#now();
    return (answered, body) => {
      const { status, refusal } = answered;
      this.#log.note({
        kind: "request",
        from: clientAddress,
        what: `${method} ${shownTarget(target)}`,
        status,
        millis: Math.round((this.#now() - beginMillis) * 100) / 100,
        ...(refusal ? { refusal: refusal.parts().message } : {}),
        ...shownBody(target, body),
        ...shownAnswer(target, answered),
        bytes: lengthOf(answered.body ?? []),
      });
    };
  }

  /** A read whose answers are shown; the very same read while nobody looks. */
  shown(asked: Asked, read: Read | undefined): Read | undefined {
    if (!this.#log.isOn || !read) return read;
    return () => {
      const note = this.begin(asked);
      const response = read();
      if (!(response instanceof Promise)) {
        note?.(response, NO_BODY);
        return response;
      }
      return response.then((later) => {
        note?.(later, NO_BODY);
        return later;
      });
    };
  }

  /** Calls back whenever a read that was given has to be given anew. */
  onSwitched(tell: () => void): void {
    this.#log.onSwitched(tell);
  }
}

/** What operators send may be a home, or a link. */
const shownBody = (target: string, body: Uint8Array): { readonly body?: string } =>
  body.byteLength === 0 || FOR_OPERATORS.test(target) ? {} : { body: shownText([body]) };

/** The answer to a client that pairs is its key. */
function shownAnswer(target: string, { mediaType, encoding, body = [] }: Answered): { readonly answer?: string } {
  const isShown = mediaType === "application/json" && encoding === undefined && body.length > 0;
  return isShown && !PAIRING.test(target) && !FOR_OPERATORS.test(target) ? { answer: shownText(body) } : {};
}
