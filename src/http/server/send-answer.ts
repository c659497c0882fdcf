import type { ServerResponse } from "node:http";
import type { HttpLimits } from "../limits.ts";
import type { Answer } from "../request.ts";
import { headersOf } from "./headers.ts";
import type { InFlight, Sending } from "./in-flight.ts";
import { plainAddress } from "./plain-address.ts";

export interface SendOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
}

/** Sends an answer. One that its client does not take in time ends with its connection. */
export function sendAnswer(response: ServerResponse, answer: Answer, options: SendOptions): void {
  const { socket } = response.req;
  if (socket.destroyed) return;
  const address = plainAddress(socket.remoteAddress);
  // From now on, and not only once the answer is found stuck: what follows in the same turn must find its bytes held.
  const sending = options.inFlight.begin({ connection: socket, address, answer, pieces: answer.body });
  response.writeHead(answer.status, headersOf(answer));
  response.cork();
  // By itself: before bytes, Node puts the head of an answer that has to wait ahead of a "100 Continue" that waits with it.
  response.flushHeaders();
  for (const piece of answer.body) response.write(piece);
  response.end();
  // What the system takes at once has left by then, which is nearly always.
  process.nextTick(endUnlessStuck, response, sending, options);
}

function endUnlessStuck(response: ServerResponse, sending: Sending, { limits }: SendOptions): void {
  if (response.writableLength === 0) {
    sending.end();
    forgetIfOver(response);
    return;
  }
  const { socket } = response.req;
  if (sending.isOneTooMany) socket.destroy();
  const deadline = setTimeout(() => socket.destroy(), limits.sendMillis);
  sending.onEnd = () => clearTimeout(deadline);
  response.once("close", () => sending.end());
}

/** The two newest requests on a connection, by what answers them. */
interface Exchange {
  readonly newest: ServerResponse;
  readonly before: ServerResponse | undefined;
}

const exchanges = new WeakMap<object, Exchange>();

/** A request has come that is to be answered on its connection. */
export function beginExchange(response: ServerResponse): void {
  const { socket } = response.req;
  exchanges.set(socket, { newest: response, before: exchanges.get(socket)?.newest });
}

/** One of which nothing is left to come or to go changes nothing for what follows on its connection. */
function forgetIfOver({ req, shouldKeepAlive }: ServerResponse): void {
  const isOver = req.complete && shouldKeepAlive;
  if (isOver && exchanges.get(req.socket)?.newest.req === req) exchanges.delete(req.socket);
}

export const exchangeOn = (socket: object): Exchange | undefined => exchanges.get(socket);
