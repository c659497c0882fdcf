import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Admitted, admit } from "./admission.ts";
import { type Answer, type Answers, refusalAnswer } from "./answer.ts";
import { headersOf } from "./headers.ts";
import type { HttpLimits } from "./limits.ts";
import { isRefusal, Refusal } from "./refusal.ts";

export interface RespondOptions {
  readonly limits: HttpLimits;
  /** Host names with a dot under which we answer all the same. */
  readonly ownNames: readonly string[];
  readonly answers: Answers;
  readonly onFault: (fault: unknown) => void;
}

const NO_BODY = new Uint8Array();

/** Answers one request once its body is there; what its head alone refuses is not waited for. */
export function respond(request: IncomingMessage, response: ServerResponse, options: RespondOptions): void {
  const { limits, ownNames } = options;
  const finish = (answer: Answer) => {
    try {
      send(request, response, answer, limits);
    } catch (fault) {
      options.onFault(fault);
      request.socket.destroy();
    }
  };
  exchanges.set(request.socket, { newest: response, before: exchanges.get(request.socket)?.newest });
  const admitted = admit(headOf(request), limits, ownNames);
  if (isRefusal(admitted)) {
    finish(refusalAnswer(admitted));
    return;
  }
  readBody(request, limits.bodyBytes, (body) =>
    finish(
      body === "too-large" ? refusalAnswer(new Refusal("body-too-large")) : answerTo(request, admitted, body, options),
    ),
  );
}

function answerTo(request: IncomingMessage, admitted: Admitted, body: Uint8Array, options: RespondOptions): Answer {
  try {
    return options.answers.to({ method: request.method ?? "", ...admitted, body });
  } catch (fault) {
    options.onFault(fault);
    return refusalAnswer(new Refusal("fault"));
  }
}

const headOf = ({ httpVersion, url, rawHeaders, socket }: IncomingMessage) => ({
  httpVersion,
  target: url ?? "",
  rawHeaders,
  localAuthority: authorityOf(socket),
});

const authorityOf = ({ localAddress = "", localPort }: Socket): string =>
  localAddress.includes(":") ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`;

function readBody(request: IncomingMessage, maximum: number, done: (body: Uint8Array | "too-large") => void): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) {
    done(NO_BODY);
    return;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  request.on("data", (chunk: Uint8Array) => {
    if (bytes > maximum) return;
    bytes += chunk.byteLength;
    if (bytes > maximum) done("too-large");
    else chunks.push(chunk);
  });
  request.on("end", () => {
    if (bytes <= maximum) done(Buffer.concat(chunks));
  });
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer, limits: HttpLimits): void {
  response.writeHead(answer.status, headersOf(answer));
  response.end(answer.body);
  if (response.writableLength === 0) return;
  const deadline = setTimeout(() => request.socket.destroy(), limits.sendMillis);
  response.once("close", () => clearTimeout(deadline));
}

/** The two newest requests on a connection, by what answers them. */
interface Exchange {
  readonly newest: ServerResponse;
  readonly before: ServerResponse | undefined;
}

const exchanges = new WeakMap<object, Exchange>();

export const exchangeOn = (socket: object): Exchange | undefined => exchanges.get(socket);
