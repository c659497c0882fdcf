import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { UnprovenConnections } from "../../shared/unproven-connections.ts";
import { FastLane } from "../fast-lane/fast-lane.ts";
import type { HttpLimits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { EVERY_METHOD } from "../route.ts";
import { acceptConnections, ordinaryLane } from "./accept.ts";
import { type ParserError, refusalForBroken } from "./broken-request.ts";
import { rawAnswer } from "./headers.ts";
import { InSlices } from "./in-slices.ts";
import { refusalAnswer } from "./plain-answers.ts";
import { type RespondOptions, respond } from "./respond.ts";
import { exchangeOn } from "./send-answer.ts";

export interface HttpOptions extends Omit<RespondOptions, "onProven"> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** A connection was let in: Node lets in one in each turn of the event loop, so others may wait for short turns. */
  readonly onAccepted: () => void;
}

/** Clients that come at the same moment wait to be let in; from one that finds no place there, nothing arrives for 200 ms and more. */
const BACKLOG = 4_096;
/**
 * A thousand clients that came together are too late together, and come back together: so five hundred are
 * refused in a second, which leaves most of the time to others.
 */
const LATE_IN_A_ROW = 2;
const LATE_PAUSE_MILLIS = 4;

export interface HttpListener {
  readonly port: number;
  /** Ends once the requests under way are answered, or their time is up. */
  stop(): Promise<void>;
}

/** Serves the interface over HTTP. Every refusal is the envelope, also where Node would send its own. */
export async function listenForHttp(options: HttpOptions): Promise<HttpListener> {
  const { limits } = options;
  const unproven = new UnprovenConnections(limits.unprovenConnections);
  const onProven = (socket: Socket) => unproven.prove(socket);
  const responding = { ...options, onProven };
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      connectionsCheckingInterval: limits.checkIntervalMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      requireHostHeader: false,
    },
    (request, response) => respond(request, response, responding),
  );
  answerHalfClosed(server);
  server.on("checkExpectation", (request, response) => respond(request, response, responding));
  const refuse = answerWhatNodeRefuses(server, limits);
  const ordinary = ordinaryLane(server);
  const fastLane = new FastLane({
    ...responding,
    reader: (question) => options.answers.reader(question),
    handOver: ordinary,
    refuse,
  });
  acceptConnections(
    server,
    { limits, unproven, onAccepted: options.onAccepted },
    { fast: (socket) => fastLane.take(socket), ordinary },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: options.port, host: options.host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      server.on("error", options.onFault);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server, fastLane, limits) };
}

/**
 * A client may say that nothing more will come and still read: what it asked for before is answered. Node answers such
 * a client only if this property of its server is set, which its documents do not name (decision 29).
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Gives what refuses everything else on a connection. */
function answerWhatNodeRefuses(server: Server, limits: HttpLimits): (socket: Duplex, refusal: Refusal) => void {
  const ended = new WeakSet<Duplex>();
  const late = new InSlices(LATE_IN_A_ROW, { pauseMillis: LATE_PAUSE_MILLIS });
  const refuse = (socket: Duplex, refusal: Refusal) => {
    if (ended.has(socket)) return;
    ended.add(socket);
    const end = () => endInTurn(socket, rawAnswer(refusalAnswer(refusal)), limits);
    if (refusal.name !== "timed-out") {
      end();
      return;
    }
    // What comes until its turn is there is too late as well.
    socket.pause();
    late.add(() => (socket.writable ? end() : socket.destroy()));
  };
  server.on("clientError", (error: ParserError & Error, socket) => {
    // What comes after a broken request is broken as well: it is read and dropped.
    if (ended.has(socket)) return;
    if (socket.writable) refuse(socket, refusalForBroken(error, limits.targetBytes));
    else socket.destroy();
  });
  server.on("connect", (_request, socket) =>
    refuse(socket, new Refusal("method-not-allowed", { allow: EVERY_METHOD })),
  );
  return refuse;
}

/**
 * Ends a connection once what came before on it is answered and has left.
 * A request that broke off after it was answered gets no second answer, and nothing follows the last one of a connection.
 */
function endInTurn(socket: Duplex, bytes: Uint8Array, limits: HttpLimits): void {
  const exchange = exchangeOn(socket);
  const isBroken = exchange !== undefined && !exchange.newest.req.complete;
  const isAnswered = isBroken ? exchange.newest.writableEnded : exchange?.newest.shouldKeepAlive === false;
  const end = () => endAndDrain(socket, isAnswered ? NOTHING : bytes, limits);
  const awaited = isBroken && !isAnswered ? exchange.before : exchange?.newest;
  if (awaited === undefined || awaited.writableFinished) end();
  else awaited.once("close", end);
}

const NOTHING = new Uint8Array();

/**
 * Sends the last bytes and goes on reading until the client has sent all that it wanted to, for as long as a request may
 * take: what comes after the end would draw a reset, which takes with it the answers that the client has not read yet.
 */
function endAndDrain(socket: Duplex, bytes: Uint8Array, { requestMillis }: HttpLimits): void {
  socket.end(bytes);
  socket.resume();
  const deadline = setTimeout(() => socket.destroy(), requestMillis);
  socket.once("close", () => clearTimeout(deadline));
}

async function stop(server: Server, fastLane: FastLane, limits: HttpLimits): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  fastLane.end({ atOnce: false });
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    fastLane.end({ atOnce: true });
  }, limits.stopMillis);
  await closed;
  clearTimeout(deadline);
}
