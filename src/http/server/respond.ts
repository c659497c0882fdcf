import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { contained, type FaultContainment } from "../../shared/connection-faults.ts";
import { admit, foreignHostIn, SAFE_METHODS } from "../admission.ts";
import { type Dispatcher, operationOf } from "../dispatcher.ts";
import type { Forwarding } from "../forwarding.ts";
import type { HttpLimits } from "../limits.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import { authorityOf, type GatewayRequest, type GatewayResponse, requestOn } from "../request.ts";
import { outcomeOf, type RequestMeter, type RequestOutcome } from "../request-meter.ts";
import type { EventStreamRequest } from "../sse/event-reader.ts";
import type { EventStreams } from "../sse/event-stream.ts";
import { PacedQueue } from "./paced-queue.ts";
import { refusalResponse } from "./plain-responses.ts";
import { BodyReader } from "./read-body.ts";
import type { ResponseSender } from "./send-response.ts";
import { EVENT_STREAM_HEADERS } from "./serialize-response.ts";
import { WriteThrottle } from "./write-throttle.ts";

export interface ResponderOptions {
  readonly limits: HttpLimits;
  /** Our own host names that have a dot. */
  readonly ownNames: readonly string[];
  readonly dispatcher: Dispatcher;
  readonly streams: EventStreams;
  readonly sender: ResponseSender;
  readonly forwarding: Forwarding;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  readonly onFault: (fault: unknown) => void;
  /** Called with a host that is not one of ours, as it was sent. */
  readonly onForeignHost?: ((host: string) => void) | undefined;
  /** Counts requests; undefined where nobody wants to know. */
  readonly meter?: RequestMeter | undefined;
}

/** A request on Node's own server, and where its response goes. */
interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Outcome = GatewayResponse | EventStreamRequest;

/** One transaction of the store may end many writes at once. */
const STORED_PER_TURN = 16;

const TOO_MANY_STREAMS = refusalResponse(
  new Refusal("busy", { detail: "too many clients listen to events already: ask again in a moment" }),
);

/** Answers the requests that Node's own server parsed. Queues are those of one listener: listeners do not slow one another. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #bodies: BodyReader;
  readonly #throttle = new WriteThrottle();
  readonly #stored = new PacedQueue(STORED_PER_TURN);

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#bodies = new BodyReader(options.limits.bodyBytes);
  }

  /** Answers one request once its body is there; a request that its head alone refuses is refused at once. */
  respond(request: IncomingMessage, response: ServerResponse): void {
    const containment = { end: () => request.socket.destroy(), onFault: this.#options.onFault };
    request.on("error", containment.end);
    response.on("error", containment.end);
    this.#options.sender.begin(response);
    contained(containment, () => this.#respond({ request, response }, containment))();
  }

  #respond({ request, response }: NodeExchange, containment: FaultContainment): void {
    const { limits, ownNames, onProven, meter, forwarding } = this.#options;
    const client = forwarding.clientOf(request.socket as TLSSocket, request.rawHeaders);
    const head = { ...headOf(request), scheme: client.scheme };
    const admitted = admit(head, limits, ownNames);
    const measured = meter?.begin(operationOf(isRefusal(admitted) ? head : { ...head, ...admitted }) ?? "none");
    const finish = contained(containment, (outcome: Outcome) => {
      const became = this.#finish(response, outcome);
      measured?.(became);
    });
    if (isRefusal(admitted)) {
      if (admitted.name === "foreign-host") this.#noteForeignHost(head);
      finish(refusalResponse(admitted));
      return;
    }
    const { method, socket } = head;
    const isWrite = !SAFE_METHODS.includes(method);
    const onBody = (body: Uint8Array | "too-large") => {
      onProven(socket);
      if (body === "too-large") {
        finish(refusalResponse(new Refusal("body-too-large")));
        return;
      }
      const dispatch = () =>
        this.#dispatch(requestOn(socket, { method, body, ...admitted, ...client }), isWrite, finish);
      this.#throttle.run({ connection: socket, isWrite }, contained(containment, dispatch));
    };
    this.#bodies.read(request, contained(containment, onBody));
  }

  #noteForeignHost(head: ReturnType<typeof headOf>): void {
    const host = foreignHostIn(head, this.#options.ownNames);
    if (host !== undefined) this.#options.onForeignHost?.(host);
  }

  /** Most reads are answered at once, writes once they are stored. */
  #dispatch(request: GatewayRequest, isWrite: boolean, finish: (outcome: Outcome) => void): void {
    const fail = (fault: unknown) => {
      this.#options.onFault(fault);
      finish(refusalResponse(new Refusal("fault")));
    };
    try {
      const outcome = this.#options.dispatcher.dispatch(request);
      if (!(outcome instanceof Promise)) finish(outcome);
      else outcome.then(isWrite ? (stored) => this.#stored.add(() => finish(stored)) : finish, fail);
    } catch (fault) {
      fail(fault);
    }
  }

  #finish(response: ServerResponse, outcome: Outcome): RequestOutcome {
    if (!("status" in outcome)) return this.#stream(response, outcome);
    this.#options.sender.send(response, outcome);
    return outcomeOf(outcome);
  }

  /** Events from now on, for as long as the client listens. HEAD gets the head of the stream alone. */
  #stream(response: ServerResponse, request: EventStreamRequest): RequestOutcome {
    const { streams, sender } = this.#options;
    if (response.req.method === "HEAD") response.writeHead(200, EVENT_STREAM_HEADERS).end();
    else if (streams.open(response, request) === "too-many") {
      sender.send(response, TOO_MANY_STREAMS);
      return outcomeOf(TOO_MANY_STREAMS);
    }
    return "ok";
  }
}

const headOf = ({ method = "", httpVersion, url, rawHeaders, socket }: IncomingMessage) => ({
  method,
  httpVersion,
  target: url ?? "",
  rawHeaders,
  localAuthority: authorityOf(socket),
  socket,
});
