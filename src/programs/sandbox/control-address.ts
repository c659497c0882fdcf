import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Testbed } from "../../libraries/testing/testbed.ts";
import { endOnError } from "../../shared/connection-faults.ts";
import { openServer, portOf } from "../../shared/open-server.ts";
import { UnprovenConnections } from "../../shared/unproven-connections.ts";
import { type AdmissionRules, allowedOrigin, isPreflight, refusalOf } from "./admission.ts";
import { answerTo, type ControlAnswer } from "./control-answer.ts";
import { bodyOf } from "./read-body.ts";

export interface ControlOptions extends AdmissionRules {
  readonly testbed: Testbed;
  readonly host: string;
  readonly port: number;
}

export interface ControlAddress {
  readonly port: number;
  stop(): Promise<void>;
}

const MOST_CONNECTIONS = 256;
/** Connections that have not sent the token. The oldest gives way, so that they never take the places of tests. */
const MOST_STRANGERS = 64;
const HEADERS_MILLIS = 5_000;
const REQUEST_MILLIS = 30_000;
const CHECK_MILLIS = 1_000;
const MOST_HEADER_BYTES = 8 * 1024;

/** Listens for the commands of tests, in JSON over HTTP. */
export async function openControlAddress(options: ControlOptions): Promise<ControlAddress> {
  const strangers = new UnprovenConnections(MOST_STRANGERS);
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void respond(request, response, { ...options, onAdmitted: () => strangers.prove(request.socket) });
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: HEADERS_MILLIS,
      requestTimeout: REQUEST_MILLIS,
      keepAliveTimeout: REQUEST_MILLIS,
      connectionsCheckingInterval: CHECK_MILLIS,
    },
    answer,
  );
  // Otherwise Node asks for the body of a request that has no token.
  server.on("checkContinue", answer);
  server.on("connection", (socket) => strangers.add(endOnError(socket)));
  server.maxConnections = MOST_CONNECTIONS;
  await openServer(server, { port: options.port, host: options.host }, () => undefined);
  return {
    port: portOf(server),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface RespondOptions extends ControlOptions {
  readonly onAdmitted: () => void;
}

async function respond(request: IncomingMessage, response: ServerResponse, options: RespondOptions): Promise<void> {
  const origin = allowedOrigin(request, options);
  const send = (answer: ControlAnswer) => sendAnswer(response, answer, origin);
  const refusal = refusalOf(request, options);
  if (refusal) {
    // Not a byte of its body is read.
    response.setHeader("Connection", "close");
    return send({ status: refusal.status, body: { error: refusal.error } });
  }
  if (isPreflight(request)) return send({ status: 204, body: undefined });
  options.onAdmitted();
  if (request.headers.expect !== undefined) response.writeContinue();
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  const body = await bodyOf(request);
  if (typeof body === "object") {
    response.setHeader("Connection", "close");
    return send(body.refused);
  }
  send(await answerTo({ method: request.method ?? "", path: request.url ?? "", body }, options, ended.signal));
}

const CROSS_ORIGIN = {
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "authorization, content-type",
  "Access-Control-Max-Age": "600",
};

function sendAnswer(response: ServerResponse, { status, body }: ControlAnswer, origin: string | undefined): void {
  if (response.destroyed) return;
  const headers = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(origin === undefined ? {} : { "Access-Control-Allow-Origin": origin, Vary: "Origin", ...CROSS_ORIGIN }),
  };
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...headers, "Content-Type": "application/json", "Content-Length": bytes.length });
  response.end(bytes);
}
