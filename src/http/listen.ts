import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ParserError, refusalForBroken } from "./broken-request.ts";
import { ConnectionCount } from "./connection-count.ts";
import { rawAnswer } from "./headers.ts";
import type { HttpLimits } from "./limits.ts";
import { refusalAnswer } from "./plain-answers.ts";
import { Refusal } from "./refusal.ts";
import { exchangeOn, type RespondOptions, respond } from "./respond.ts";
import { EVERY_METHOD } from "./route.ts";

export interface HttpOptions extends RespondOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface HttpListener {
  readonly port: number;
  /** Ends once the requests under way are answered, or their time is up. */
  stop(): Promise<void>;
}

/** Serves the interface over HTTP. Every refusal is the envelope, also where Node would send its own. */
export async function listenForHttp(options: HttpOptions): Promise<HttpListener> {
  const { limits } = options;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      connectionsCheckingInterval: limits.checkIntervalMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      requireHostHeader: false,
    },
    (request, response) => respond(request, response, options),
  );
  server.on("checkExpectation", (request, response) => respond(request, response, options));
  answerWhatNodeRefuses(server, limits);
  limitConnections(server, limits);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      server.on("error", options.onFault);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server, limits) };
}

function answerWhatNodeRefuses(server: Server, limits: HttpLimits): void {
  const ended = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, refusal: Refusal) => {
    if (ended.has(socket)) return;
    ended.add(socket);
    endInTurn(socket, rawAnswer(refusalAnswer(refusal)), limits);
  };
  server.on("clientError", (error: ParserError & Error, socket) => {
    if (socket.writable) refuse(socket, refusalForBroken(error, limits.targetBytes));
    else socket.destroy();
  });
  server.on("connect", (_request, socket) =>
    refuse(socket, new Refusal("method-not-allowed", { allow: EVERY_METHOD })),
  );
}

/**
 * Ends a connection once what came before on it is answered and has left.
 * A request that broke off after it was answered gets no second answer.
 */
function endInTurn(socket: Duplex, bytes: Uint8Array, limits: HttpLimits): void {
  const exchange = exchangeOn(socket);
  const isBroken = exchange !== undefined && !exchange.newest.req.complete;
  const isAnswered = isBroken && exchange.newest.writableEnded;
  const end = () => endAndDrain(socket, isAnswered ? NOTHING : bytes, limits);
  const awaited = isBroken && !isAnswered ? exchange.before : exchange?.newest;
  if (awaited === undefined || awaited.writableFinished) end();
  else awaited.once("close", end);
}

const NOTHING = new Uint8Array();

/** Sends the last bytes and goes on reading for a moment, so that they are not lost in a reset. */
function endAndDrain(socket: Duplex, bytes: Uint8Array, { checkIntervalMillis }: HttpLimits): void {
  socket.on("error", () => socket.destroy());
  socket.end(bytes);
  socket.resume();
  const deadline = setTimeout(() => socket.destroy(), checkIntervalMillis);
  socket.once("close", () => clearTimeout(deadline));
}

function limitConnections(server: Server, limits: HttpLimits): void {
  server.maxConnections = limits.connections;
  const count = new ConnectionCount(limits.connectionsPerAddress);
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (!count.enter(remoteAddress)) socket.destroy();
    else socket.once("close", () => count.leave(remoteAddress));
  });
}

async function stop(server: Server, limits: HttpLimits): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = setTimeout(() => server.closeAllConnections(), limits.stopMillis);
  await closed;
  clearTimeout(deadline);
}
