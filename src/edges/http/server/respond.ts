import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { contained, type FaultContainment } from "../../../shared/connection-faults.ts";
import type { FairTurns } from "../../../shared/fair-turns.ts";
import { type AdmissionRules, type AdmittedHead, admit, announcedBytes, foreignHostIn } from "../admission.ts";
import { crossOriginHeaders } from "../cross-origin.ts";
import type { Outcome, RequestHandler, StreamOutcome } from "../dispatcher.ts";
import type { Forwarding } from "../forwarding.ts";
import type { HttpLimits } from "../limits.ts";
import type { RequestObservers } from "../observed-requests.ts";
import { allowedOriginOf, originIn } from "../origin-rules.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { ForeignName, OnRefused } from "../refused-request.ts";
import { authorityOf, type GatewayRequest, type GatewayResponse, NO_BODY, requestOn } from "../request.ts";
import type { RequestHead } from "../request-head.ts";
import type { OneRequestSocket } from "./one-request-socket.ts";
import type { OrdinaryConnection } from "./ordinary-connection.ts";
import type { NodeExchange } from "./ordinary-lane.ts";
import { refusalResponse } from "./plain-responses.ts";
import { BodyReader } from "./read-body.ts";
import type { ResponseSender } from "./send-response.ts";
import { EVENT_STREAM_HEADERS } from "./serialize-response.ts";

export interface ResponderOptions extends AdmissionRules {
  readonly limits: HttpLimits;
  readonly handler: RequestHandler;
  /** Takes over a response that is sent bit by bit. */
  readonly openStream: (response: ServerResponse, outcome: StreamOutcome) => "opened" | "too-many";
  readonly sender: ResponseSender;
  /** Where requests wait for the turn of their client. */
  readonly turns: FairTurns;
  readonly forwarding: Forwarding;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  readonly onFault: (fault: unknown) => void;
  readonly onRefused?: OnRefused | undefined;
  readonly observers: RequestObservers;
}

/** As much of a response as those who observe requests are told. */
type Sent = Pick<GatewayResponse, "status" | "refusal"> & Partial<GatewayResponse>;

const STREAM_OPENED: Sent = { status: 200 };

const TOO_MANY_STREAMS = refusalResponse(
  new Refusal("busy", { detail: "too many clients follow events: try again in a moment" }),
);

/** Answers the requests that Node's own server parsed. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #bodies: BodyReader;

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#bodies = new BodyReader(options.limits.gatheredBytes);
  }

  /** Answers one request once its body is there; a request that its head alone refuses is refused at once. */
  respond(exchange: NodeExchange): void {
    const { request, response, connection } = exchange;
    const containment = { end: () => connection.socket.destroy(), onFault: this.#options.onFault };
    request.on("error", containment.end);
    response.on("error", containment.end);
    contained(containment, () => this.#respond(exchange, containment))();
  }

  #respond({ request, response, connection }: NodeExchange, containment: FaultContainment): void {
    const { handler, onProven, onRefused, observers, forwarding, allowedOrigins, turns } = this.#options;
    const client = forwarding.clientOf(connection.stream, request.rawHeaders);
    const head = { ...headOf(request, connection.stream), scheme: client.scheme };
    allowOrigin(response, allowedOriginOf(head, allowedOrigins));
    const admitted = this.#admit(head);
    const { method, target } = isRefusal(admitted) ? head : { ...head, ...admitted };
    const { clientAddress } = client;
    connection.clientAddress = clientAddress;
    const read = isRefusal(admitted) ? { foreign: this.#foreignIn(admitted, head) } : { credentials: admitted };
    const answered = observers.begin({ method, target, clientAddress, ...read });
    let sent: Uint8Array = NO_BODY;
    const finish = contained(containment, (outcome: Outcome) =>
      answered(this.#finish(response, connection, outcome), sent),
    );
    if (isRefusal(admitted)) {
      if (read.foreign) onRefused?.(read.foreign);
      finish(refusalResponse(admitted));
      return;
    }
    const onBody = (body: Uint8Array | "too-large" | "busy") => {
      onProven(connection.socket);
      if (typeof body === "string") {
        connection.refuseBody();
        finish(refusalResponse(new Refusal(body === "busy" ? "busy" : "body-too-large")));
        return;
      }
      connection.arrived();
      sent = body;
      const dispatch = () =>
        this.#dispatch(requestOn(connection.stream, { method, body, ...admitted, ...client }), finish);
      turns.run(clientAddress, contained(containment, dispatch));
    };
    if (isAskedToContinue(request)) response.writeContinue();
    const mostBytes = handler.mostBodyBytes(admitted);
    connection.awaitBody(mostBytes);
    this.#bodies.read({ request, response }, mostBytes, contained(containment, onBody));
  }

  /** A body that is announced to be too large is not waited for. */
  #admit(head: RequestHead): AdmittedHead | Refusal {
    const admitted = admit(head, this.#options);
    if (isRefusal(admitted) || announcedBytes(head) <= this.#options.handler.mostBodyBytes(admitted)) return admitted;
    return new Refusal("body-too-large");
  }

  /** The name for which a head was refused. */
  #foreignIn({ name }: Refusal, head: RequestHead): ForeignName | undefined {
    if (name === "foreign-origin") return { why: name, origin: originIn(head) };
    const host = name === "foreign-host" ? foreignHostIn(head, this.#options.ownNames) : undefined;
    return host === undefined ? undefined : { why: "foreign-host", host };
  }

  /** Most reads are answered at once, writes once they are stored: one commit may store many at the same moment. */
  #dispatch(request: GatewayRequest, finish: (outcome: Outcome) => void): void {
    const { handler, turns, onFault } = this.#options;
    const finishInTurn = (outcome: Outcome) => turns.run(request.clientAddress, () => finish(outcome));
    const fail = (fault: unknown) => {
      onFault(fault);
      finish(refusalResponse(new Refusal("fault")));
    };
    try {
      const outcome = handler.dispatch(request);
      if (outcome instanceof Promise) outcome.then(finishInTurn, fail);
      else finish(outcome);
    } catch (fault) {
      fail(fault);
    }
  }

  /** What was sent. */
  #finish(nodeResponse: ServerResponse, connection: OrdinaryConnection, outcome: Outcome): Sent {
    if (connection.socket.destroyed) return STREAM_OPENED;
    return "status" in outcome
      ? this.#send(nodeResponse, connection, outcome)
      : this.#stream(nodeResponse, connection, outcome);
  }

  #send(nodeResponse: ServerResponse, connection: OrdinaryConnection, response: GatewayResponse): Sent {
    const { socket, clientAddress, isEnding } = connection;
    connection.sending();
    this.#options.sender.sendByNode(nodeResponse, { response, socket, clientAddress, isLast: isEnding });
    return response;
  }

  /** A response that goes on for as long as the client listens; HEAD of events gets the head alone. */
  #stream(nodeResponse: ServerResponse, connection: OrdinaryConnection, outcome: StreamOutcome): Sent {
    // A client that has ended its side counts as gone, as a stream is never answered by its client.
    const isHeadAlone = nodeResponse.req.method === "HEAD" || connection.stream.hasClientEnded;
    if (isHeadAlone && "origin" in outcome) nodeResponse.writeHead(200, EVENT_STREAM_HEADERS).end();
    else if (this.#options.openStream(nodeResponse, outcome) === "too-many") {
      return this.#send(nodeResponse, connection, TOO_MANY_STREAMS);
    }
    return STREAM_OPENED;
  }
}

const headOf = ({ method = "", httpVersion, url, rawHeaders }: IncomingMessage, stream: OneRequestSocket) => ({
  method,
  httpVersion,
  target: url ?? "",
  rawHeaders,
  localAuthority: authorityOf(stream),
});

/** Whether the client waits to be told that its body is wanted: a head that is refused says no by its response. */
const isAskedToContinue = ({ headers: { expect = "" }, httpVersion }: IncomingMessage): boolean =>
  httpVersion === "1.1" && /(?:^|\W)100-continue(?:$|\W)/i.test(expect);

/** Every answer tells a page of an allowed origin that it may read it, refusals included. */
function allowOrigin(response: ServerResponse, origin: string | undefined): void {
  if (origin === undefined) return;
  for (const [name, value] of Object.entries(crossOriginHeaders(origin, response.req.method ?? ""))) {
    response.setHeader(name, value);
  }
}
