import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastLane } from "../fast-lane/fast-lane.ts";
import type { HttpLimits } from "../limits.ts";
import type { ResponseSender } from "./send-response.ts";

interface LastBytes {
  readonly bytes: Uint8Array;
  readonly limits: HttpLimits;
  readonly sender: ResponseSender;
}

/**
 * Ends a connection with its last bytes, once the responses to earlier requests on it have left. A request that broke off
 * after its response gets no second response, and nothing follows the last response of a connection.
 */
export function endInTurn(socket: Duplex, { bytes, limits, sender }: LastBytes): void {
  const exchange = sender.exchangeOn(socket);
  const isBroken = exchange !== undefined && !exchange.newest.req.complete;
  const isAnswered = isBroken ? exchange.newest.writableEnded : exchange?.newest.shouldKeepAlive === false;
  const end = () => endAndDrain(socket, isAnswered ? NOTHING : bytes, limits);
  const awaited = isBroken && !isAnswered ? exchange.before : exchange?.newest;
  if (awaited === undefined || awaited.writableFinished) end();
  else awaited.once("close", end);
}

const NOTHING = new Uint8Array();

/**
 * Sends the last bytes and goes on reading until the client has sent everything, for as long as a request may take: bytes
 * that arrive after the socket is closed draw a reset, which destroys responses that the client has not read yet.
 */
function endAndDrain(socket: Duplex, bytes: Uint8Array, { requestMillis }: HttpLimits): void {
  socket.end(bytes);
  socket.resume();
  const deadline = setTimeout(() => socket.destroy(), requestMillis);
  socket.once("close", () => clearTimeout(deadline));
}

/** Stops a server once pending requests are answered, or their time is up. */
export async function drainServer(server: Server, fastLane: FastLane, { stopMillis }: HttpLimits): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  fastLane.end({ atOnce: false });
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    fastLane.end({ atOnce: true });
  }, stopMillis);
  await closed;
  clearTimeout(deadline);
}
