import { lengthOf } from "../../core/present/pages/body.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { shownTarget, withoutSecrets } from "../../shared/shown-target.ts";
import { shownText, type TrafficLog } from "../../shared/traffic-log.ts";
import type { Access } from "./access.ts";
import type { ForeignName } from "./refused-request.ts";
import type { Answered, GatewayRequest } from "./request.ts";
import { pathOf } from "./request-head.ts";
import { operationOf } from "./route.ts";

export interface Asked extends Pick<GatewayRequest, "method" | "target" | "clientAddress"> {
  /** Undefined where the head of a request was refused already. */
  readonly credentials?: Pick<GatewayRequest, "key" | "sessionSecrets"> | undefined;
  /** What its head names that is not ours. */
  readonly foreign?: ForeignName | undefined;
}

type Note = (answered: Answered, body: Uint8Array) => void;

/** What is sent there, or was meant to be, may be a home or a link, and what is answered a session. */
const FOR_OPERATORS = /^\/+operator(?:\/|$)/i;

/** Requests as they are shown to whoever looks at the traffic. */
export class RequestTraffic {
  readonly #log: TrafficLog;
  readonly #now: MonotonicClock;
  readonly #access: Pick<Access, "callerOf">;

  constructor(log: TrafficLog, now: MonotonicClock, access: Pick<Access, "callerOf">) {
    this.#log = log;
    this.#now = now;
    this.#access = access;
  }

  /** Takes the answer to a request that has just come, and its body; undefined while nobody looks. */
  begin({ method, target, clientAddress, credentials, foreign }: Asked): Note | undefined {
    if (!this.#log.isOn) return undefined;
    const arrival = this.#log.arrive();
    const by = credentials && this.#access.callerOf(credentials);
    const beginMillis = this.#now();
    return (answered, body) =>
      this.#log.note(
        {
          kind: "request",
          from: clientAddress,
          ...(by ? { by } : {}),
          what: `${method} ${shownTarget(target)}`,
          status: answered.status,
          millis: Math.round((this.#now() - beginMillis) * 100) / 100,
          ...shownRefusal(answered, foreign),
          ...(isForOperators(target) ? {} : shownBody(body)),
          // The answer to a client that pairs is its key.
          ...(isForOperators(target) || operationOf({ method, target }) === "pair" ? {} : shownAnswer(answered)),
          bytes: lengthOf(answered.body ?? []),
        },
        arrival,
      );
  }

  get isOn(): boolean {
    return this.#log.isOn;
  }

  /** Calls back whenever somebody begins or ends to look. */
  onSwitched(tell: () => void): void {
    this.#log.onSwitched(tell);
  }
}

/** Names that are not ours are of any length. */
const MOST_OF_NAME = 100;

function shownRefusal({ refusal }: Answered, foreign: ForeignName | undefined): { code?: number; refusal?: string } {
  if (!refusal) return {};
  const { code, message } = refusal.parts();
  if (!foreign) return { code, refusal: message };
  const named = foreign.why === "foreign-host" ? `Host ${foreign.host}` : `Origin ${foreign.origin || "(hidden)"}`;
  return { code, refusal: `${withoutSecrets(named).slice(0, MOST_OF_NAME)}: ${message}` };
}

/** A path whose escapes are malformed may be anybody's. */
function isForOperators(target: string): boolean {
  const path = pathOf(target);
  return path === undefined || FOR_OPERATORS.test(path);
}

const shownBody = (body: Uint8Array): { readonly body?: string } =>
  body.byteLength === 0 ? {} : { body: shownText([body]) };

const shownAnswer = ({ mediaType, encoding, body = [] }: Answered): { readonly answer?: string } =>
  mediaType === "application/json" && encoding === undefined && body.length > 0 ? { answer: shownText(body) } : {};
