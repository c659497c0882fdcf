import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { contained, type FaultContainment } from "../../shared/connection-faults.ts";
import { type Admitted, admit, foreignHostIn, SAFE_METHODS } from "../admission.ts";
import type { Answers } from "../dispatcher.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { Answer, Question } from "../request.ts";
import type { AskedEvents } from "../sse/event-reader.ts";
import type { EventStreams } from "../sse/event-stream.ts";
import { EVENT_STREAM_HEADERS } from "./headers.ts";
import { InSlices } from "./in-slices.ts";
import { authorityOf, plainAddress } from "./plain-address.ts";
import { refusalAnswer } from "./plain-answers.ts";
import { readBody } from "./read-body.ts";
import { beginExchange, type SendOptions, sendAnswer } from "./send-answer.ts";
import { Turns } from "./write-throttle.ts";

export interface RespondOptions extends SendOptions {
  /** Host names with a dot under which we answer all the same. */
  readonly ownNames: readonly string[];
  readonly answers: Answers;
  readonly streams: EventStreams;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  readonly onFault: (fault: unknown) => void;
  /** Is told of a host under which we do not answer, as it was sent. */
  readonly onForeignHost?: ((host: string) => void) | undefined;
}

/** Answers one request once its body is there; what its head alone refuses is not waited for. */
export function respond(request: IncomingMessage, response: ServerResponse, options: RespondOptions): void {
  const containment = { end: () => request.socket.destroy(), onFault: options.onFault };
  request.on("error", containment.end);
  response.on("error", containment.end);
  beginExchange(response);
  contained(containment, respondWithin)(containment, { request, response }, options);
}

function respondWithin(
  containment: FaultContainment,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  options: RespondOptions,
): void {
  const { limits, ownNames, onForeignHost } = options;
  const finish = contained(containment, (answer: Answer | AskedEvents) => {
    if ("status" in answer) sendAnswer(response, answer, options);
    else watch(response, answer, options);
  });
  const head = headOf(request);
  const admitted = admit(head, limits, ownNames);
  if (isRefusal(admitted)) {
    const foreignHost = admitted.name === "foreign-host" ? foreignHostIn(head, ownNames) : undefined;
    if (foreignHost !== undefined) onForeignHost?.(foreignHost);
    finish(refusalAnswer(admitted));
    return;
  }
  const answer = (body: Uint8Array | "too-large") => {
    options.onProven(request.socket);
    if (body === "too-large") finish(refusalAnswer(new Refusal("body-too-large")));
    else TURNS.take(turnOf(request), answerWithin(body));
  };
  const answerWithin = (body: Uint8Array) =>
    contained(containment, () => answerTo(questionOf(request, admitted, body), options, finish));
  readBody(request, options.limits.bodyBytes, contained(containment, answer));
}

const TURNS = new Turns();

const turnOf = ({ socket, method = "" }: IncomingMessage) => ({
  connection: socket,
  isWrite: !SAFE_METHODS.includes(method),
});

/** Many writes may be stored in one go. */
const STORED = new InSlices(16);

/** Reads are mostly answered at once, writes once they are stored. */
function answerTo(
  question: Question,
  { answers, onFault }: RespondOptions,
  finish: (answer: Answer | AskedEvents) => void,
): void {
  const fail = (fault: unknown) => {
    onFault(fault);
    finish(refusalAnswer(new Refusal("fault")));
  };
  const isWrite = !SAFE_METHODS.includes(question.method);
  try {
    const answer = answers.to(question);
    if (answer instanceof Promise) answer.then(isWrite ? (stored) => STORED.add(() => finish(stored)) : finish, fail);
    else finish(answer);
  } catch (fault) {
    fail(fault);
  }
}

const TOO_MANY_STREAMS = refusalAnswer(
  new Refusal("busy", { detail: "too many clients listen to events already: ask again in a moment" }),
);

/** Events from now on, for as long as the client listens; HEAD gets no more than the refusal or success of it. */
function watch(response: ServerResponse, asked: AskedEvents, options: RespondOptions): void {
  if (response.req.method === "HEAD") response.writeHead(200, EVENT_STREAM_HEADERS).end();
  else if (options.streams.open(response, asked) === "too-many") sendAnswer(response, TOO_MANY_STREAMS, options);
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
