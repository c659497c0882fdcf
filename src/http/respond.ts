import type { IncomingMessage, ServerResponse } from "node:http";
import { contained, type FaultContainment } from "../shared/connection-faults.ts";
import { type Admitted, admit, foreignHostIn } from "./admission.ts";
import type { Answers } from "./answer.ts";
import type { AskedEvents } from "./event-reader.ts";
import type { EventStreams } from "./event-stream.ts";
import { EVENT_STREAM_HEADERS, headersOf } from "./headers.ts";
import { InSlices } from "./in-slices.ts";
import type { HttpLimits } from "./limits.ts";
import { authorityOf, plainAddress } from "./plain-address.ts";
import { refusalAnswer } from "./plain-answers.ts";
import type { Answer, Question } from "./question.ts";
import { readBody } from "./read-body.ts";
import { isRefusal, Refusal } from "./refusal.ts";
import { Turns } from "./turns.ts";
import { UNDER_WAY } from "./under-way.ts";

export interface RespondOptions {
  readonly limits: HttpLimits;
  /** Host names with a dot under which we answer all the same. */
  readonly ownNames: readonly string[];
  readonly answers: Answers;
  readonly streams: EventStreams;
  readonly onFault: (fault: unknown) => void;
  /** Is told of a host under which we do not answer, as it was sent. */
  readonly onForeignHost?: ((host: string) => void) | undefined;
}

/** Answers one request once its body is there; what its head alone refuses is not waited for. */
export function respond(request: IncomingMessage, response: ServerResponse, options: RespondOptions): void {
  const { socket } = request;
  const containment = { end: () => socket.destroy(), onFault: options.onFault };
  request.on("error", containment.end);
  response.on("error", containment.end);
  exchanges.set(socket, { newest: response, before: exchanges.get(socket)?.newest });
  contained(containment, respondWithin)(containment, { request, response }, options);
}

function respondWithin(
  containment: FaultContainment,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  options: RespondOptions,
): void {
  const { limits, ownNames, onForeignHost } = options;
  const finish = contained(containment, (answer: Answer | AskedEvents) => {
    if ("status" in answer) send(response, answer, limits);
    else watch(request, response, answer, options);
  });
  const head = headOf(request);
  const admitted = admit(head, limits, ownNames);
  if (isRefusal(admitted)) {
    const foreignHost = admitted.name === "foreign-host" ? foreignHostIn(head, ownNames) : undefined;
    if (foreignHost !== undefined) onForeignHost?.(foreignHost);
    finish(refusalAnswer(admitted));
    return;
  }
  const answer = (body: Uint8Array) => answerTo(questionOf(request, admitted, body), options, finish);
  readBody(
    request,
    limits.bodyBytes,
    contained(containment, (body) => {
      if (body === "too-large") finish(refusalAnswer(new Refusal("body-too-large")));
      else
        TURNS.take(
          turnOf(request),
          contained(containment, () => answer(body)),
        );
    }),
  );
}

const TURNS = new Turns();

const turnOf = ({ socket, method }: IncomingMessage) => ({ connection: socket, isWrite: method !== "GET" });

/** Many writes may be stored in one go. */
const STORED = new InSlices(16);

/** Reads are answered at once, writes once they are stored. */
function answerTo(
  question: Question,
  { answers, onFault }: RespondOptions,
  finish: (answer: Answer | AskedEvents) => void,
): void {
  const fail = (fault: unknown) => {
    onFault(fault);
    finish(refusalAnswer(new Refusal("fault")));
  };
  try {
    const answer = answers.to(question);
    if (answer instanceof Promise) answer.then((stored) => STORED.add(() => finish(stored)), fail);
    else finish(answer);
  } catch (fault) {
    fail(fault);
  }
}

/** Events from now on, for as long as the client listens; HEAD gets no more than the refusal or success of it. */
function watch(
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedEvents,
  { streams, limits }: RespondOptions,
): void {
  if (request.method === "HEAD") response.writeHead(200, EVENT_STREAM_HEADERS).end();
  else if (streams.open(response, asked) === "too-many") {
    send(response, refusalAnswer(new Refusal("too-many-streams")), limits);
  }
}

const questionOf = (request: IncomingMessage, admitted: Admitted, body: Uint8Array): Question => ({
  method: request.method ?? "",
  clientAddress: plainAddress(request.socket.remoteAddress),
  ownAddress: plainAddress(request.socket.localAddress),
  body,
  ...admitted,
});

const headOf = ({ method = "", httpVersion, url, rawHeaders, socket }: IncomingMessage) => ({
  method,
  httpVersion,
  target: url ?? "",
  rawHeaders,
  localAuthority: authorityOf(socket),
});

function send(response: ServerResponse, answer: Answer, limits: HttpLimits): void {
  response.writeHead(answer.status, headersOf(answer));
  response.cork();
  // By itself: before bytes, Node puts the head of an answer that has to wait ahead of a "100 Continue" that waits with it.
  response.flushHeaders();
  for (const piece of answer.body) response.write(piece);
  response.end();
  // What the system takes at once has left by then, which is nearly always.
  process.nextTick(endIfStuck, response, limits.sendMillis, UNDER_WAY.begin());
}

function endIfStuck(response: ServerResponse, millis: number, over: () => void): void {
  if (response.writableLength === 0) {
    over();
    forgetIfOver(response);
    return;
  }
  // Of several answers that wait on a connection that breaks, only the first is told so: the others are over in time.
  const deadline = setTimeout(() => {
    response.req.socket.destroy();
    over();
  }, millis);
  response.once("close", () => {
    clearTimeout(deadline);
    over();
  });
}

/** The two newest requests on a connection, by what answers them. */
interface Exchange {
  readonly newest: ServerResponse;
  readonly before: ServerResponse | undefined;
}

const exchanges = new WeakMap<object, Exchange>();

/** One of which nothing is left to come or to go changes nothing for what follows on its connection. */
function forgetIfOver({ req, shouldKeepAlive }: ServerResponse): void {
  const isOver = req.complete && shouldKeepAlive;
  if (isOver && exchanges.get(req.socket)?.newest.req === req) exchanges.delete(req.socket);
}

export const exchangeOn = (socket: object): Exchange | undefined => exchanges.get(socket);
