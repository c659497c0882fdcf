import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FairTurns } from "../../../shared/fair-turns.ts";
import type { HttpLimits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { EVERY_METHOD } from "../route.ts";
import { type ParserError, refusalForBroken } from "./broken-request.ts";
import { OrdinaryConnection } from "./ordinary-connection.ts";
import type { RefuseConnection } from "./refuse.ts";

interface OrdinaryLaneOptions {
  readonly limits: HttpLimits;
  readonly turns: FairTurns;
  readonly refuse: RefuseConnection;
  readonly respond: (exchange: NodeExchange) => void;
  readonly onLeft: (connection: OrdinaryConnection) => void;
  readonly onFault: (fault: unknown) => void;
}

/** A request that Node's own server parsed, and where its response goes. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: OrdinaryConnection;
}

/** Takes whatever is no plain read: Node's own server parses it. Times are kept by each connection itself. */
export class OrdinaryLane {
  readonly #options: OrdinaryLaneOptions;
  readonly #server: Server;
  readonly #connections = new WeakMap<object, OrdinaryConnection>();

  constructor(options: OrdinaryLaneOptions) {
    const { limits } = options;
    this.#options = options;
    const respond = (request: IncomingMessage, response: ServerResponse) => this.#respond(request, response);
    this.#server = createServer({
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: limits.keepAliveMillis,
      headersTimeout: 0,
      requestTimeout: 0,
      requireHostHeader: false,
    });
    this.#server.on("request", respond).on("checkContinue", respond).on("checkExpectation", respond);
    this.#server.on("clientError", (error: ParserError & Error, stream) => this.#refuseBroken(error, stream));
    this.#server.on("connect", (_request, stream) =>
      this.#refuse(stream, new Refusal("method-not-allowed", { allow: EVERY_METHOD })),
    );
  }

  /** Takes over a connection for good, with bytes that were read from it and not answered. */
  take(socket: Socket, unanswered?: Buffer): OrdinaryConnection {
    const { limits, turns, onLeft, onFault } = this.#options;
    const connection = new OrdinaryConnection(socket, unanswered, {
      limits,
      turns,
      onTimedOut: () => this.#refuse(connection.stream, new Refusal("timed-out")),
      onLeft: () => onLeft(connection),
      onFault,
    });
    this.#connections.set(connection.stream, connection);
    this.#server.emit("connection", connection.stream);
    return connection;
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket);
    if (!connection) return;
    connection.begin({ request, response });
    this.#options.respond({ request, response, connection });
  }

  /** What comes after a broken request is broken as well, and dropped. */
  #refuseBroken(error: ParserError, stream: Duplex): void {
    if (stream.writable) this.#refuse(stream, refusalForBroken(error, this.#options.limits.targetBytes));
    else if (!stream.writableEnded) stream.destroy();
  }

  /** A request that breaks off behind its own response gets no second one. */
  #refuse(stream: Duplex, refusal: Refusal): void {
    if (this.#connections.get(stream)?.isAnswered) stream.end();
    else this.#options.refuse(stream, refusal);
  }
}
