import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { contained, type FaultContainment } from "../../shared/connection-faults.ts";
import { type AdmissionRules, type AdmittedHead, admit, announcedBytes, foreignHostIn } from "../admission.ts";
import { crossOriginHeaders } from "../cross-origin.ts";
import type { Dispatcher, Outcome } from "../dispatcher.ts";
import type { Forwarding } from "../forwarding.ts";
import type { HttpLimits } from "../limits.ts";
import type { ObservedRequests } from "../observed-requests.ts";
import type { CommandStreams } from "../operator/command-streams.ts";
import { allowedOriginOf, originIn, SAFE_METHODS } from "../origin-rules.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { ForeignName, OnRefused } from "../refused-request.ts";
import { authorityOf, type GatewayRequest, type GatewayResponse, NO_BODY, requestOn } from "../request.ts";
import type { EventStreamRequest } from "../sse/event-reader.ts";
import type { EventStreams } from "../sse/event-stream.ts";
import { PacedQueue, WriteThrottle } from "./paced-queue.ts";
import { refusalResponse } from "./plain-responses.ts";
import { BodyReader } from "./read-body.ts";
import type { ResponseSender } from "./send-response.ts";
import { EVENT_STREAM_HEADERS } from "./serialize-response.ts";

export interface ResponderOptions extends AdmissionRules {
  readonly limits: HttpLimits;
  readonly dispatcher: Dispatcher;
  readonly streams: EventStreams;
  readonly commands: CommandStreams;
  readonly sender: ResponseSender;
  readonly forwarding: Forwarding;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  readonly onFault: (fault: unknown) => void;
  readonly onRefused?: OnRefused | undefined;
  readonly observers: ObservedRequests;
}

/** A request on Node's own server, and where its response goes. */
interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** As much of a response as those who observe requests are told. */
type Sent = Pick<GatewayResponse, "status" | "refusal"> & Partial<GatewayResponse>;

const STREAM_OPENED: Sent = { status: 200 };

/** One transaction of the store may end many writes at once. */
const STORED_PER_TURN = 16;

const TOO_MANY_STREAMS = refusalResponse(
  new Refusal("busy", { detail: "too many clients listen to events already: ask again in a moment" }),
);

/** Answers the requests that Node's own server parsed. Queues are those of one listener: listeners do not slow one another. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #bodies = new BodyReader();
  readonly #throttle = new WriteThrottle();
  readonly #stored = new PacedQueue(STORED_PER_TURN);

  constructor(options: ResponderOptions) {
    this.#options = options;
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
    const { onProven, onRefused, observers, forwarding, allowedOrigins } = this.#options;
    const client = forwarding.clientOf(request.socket as TLSSocket, request.rawHeaders);
    const head = { ...headOf(request), scheme: client.scheme };
    allowOrigin(response, allowedOriginOf(head, allowedOrigins));
    const admitted = this.#admit(head);
    const { method, target } = isRefusal(admitted) ? head : { ...head, ...admitted };
    const { clientAddress } = client;
    const read = isRefusal(admitted) ? { foreign: this.#foreignIn(admitted, head) } : { credentials: admitted };
    const answered = observers.begin({ method, target, clientAddress, ...read });
    let sent: Uint8Array = NO_BODY;
    const finish = contained(containment, (outcome: Outcome) => answered(this.#finish(response, outcome), sent));
    if (isRefusal(admitted)) {
      if (read.foreign) onRefused?.(read.foreign);
      finish(refusalResponse(admitted));
      return;
    }
    const { socket } = head;
    const isWrite = !SAFE_METHODS.includes(method);
    const onBody = (body: Uint8Array | "too-large") => {
      onProven(socket);
      if (body === "too-large") {
        finish(refusalResponse(new Refusal("body-too-large")));
        return;
      }
      sent = body;
      const dispatch = () =>
        this.#dispatch(requestOn(socket, { method, body, ...admitted, ...client }), isWrite, finish);
      this.#throttle.run({ connection: socket, isWrite }, contained(containment, dispatch));
    };
    this.#bodies.read(request, this.#mostBodyBytes(admitted), contained(containment, onBody));
  }

  /** A body that is announced to be too large is not waited for. */
  #admit(head: ReturnType<typeof headOf>): AdmittedHead | Refusal {
    const admitted = admit(head, this.#options);
    if (isRefusal(admitted) || announcedBytes(head) <= this.#mostBodyBytes(admitted)) return admitted;
    return new Refusal("body-too-large");
  }

  #mostBodyBytes(admitted: AdmittedHead): number {
    const { limits, dispatcher } = this.#options;
    return dispatcher.isCommand(admitted) ? limits.commandBytes : limits.bodyBytes;
  }

  /** The name for which a head was refused. */
  #foreignIn({ name }: Refusal, head: ReturnType<typeof headOf>): ForeignName | undefined {
    if (name === "foreign-origin") return { why: name, origin: originIn(head) };
    const host = name === "foreign-host" ? foreignHostIn(head, this.#options.ownNames) : undefined;
    return host === undefined ? undefined : { why: "foreign-host", host };
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

  /** What was sent. */
  #finish(response: ServerResponse, outcome: Outcome): Sent {
    if ("status" in outcome) {
      this.#options.sender.send(response, outcome);
      return outcome;
    }
    if ("origin" in outcome) return this.#stream(response, outcome);
    if (!response.req.socket.destroyed) this.#options.commands.open(response, outcome);
    return STREAM_OPENED;
  }

  /** Events from now on, for as long as the client listens. HEAD gets the head of the stream alone. */
  #stream(response: ServerResponse, request: EventStreamRequest): Sent {
    const { streams, sender } = this.#options;
    if (response.req.method === "HEAD") response.writeHead(200, EVENT_STREAM_HEADERS).end();
    else if (streams.open(response, request) === "too-many") {
      sender.send(response, TOO_MANY_STREAMS);
      return TOO_MANY_STREAMS;
    }
    return STREAM_OPENED;
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

/** Every answer tells a page of an allowed origin that it may read it, refusals included. */
function allowOrigin(response: ServerResponse, origin: string | undefined): void {
  if (origin === undefined) return;
  for (const [name, value] of Object.entries(crossOriginHeaders(origin, response.req.method ?? ""))) {
    response.setHeader(name, value);
  }
}
