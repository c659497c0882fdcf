import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HttpLimits } from "../limits.ts";
import type { ObservedRequests } from "../observed-requests.ts";
import { Refusal } from "../refusal.ts";
import { plainAddress } from "../request.ts";
import { EVERY_METHOD } from "../route.ts";
import { type ParserError, refusalForBroken } from "./broken-request.ts";
import { endInTurn } from "./drain.ts";
import { PacedQueue } from "./paced-queue.ts";
import { refusalResponse } from "./plain-responses.ts";
import type { ResponseSender } from "./send-response.ts";
import { lastResponseBytes } from "./serialize-response.ts";

/**
 * A thousand clients that came together time out together, and come back together: so five hundred are refused in a
 * second, which leaves most of the time to others.
 */
const TIMED_OUT_PER_PAUSE = 2;
const TIMED_OUT_PAUSE_MILLIS = 4;

interface RefusingOptions {
  readonly limits: HttpLimits;
  readonly sender: ResponseSender;
  readonly observers: ObservedRequests;
}

/** Refuses a connection with the envelope, and ends the connection. */
export type RefuseConnection = (socket: Duplex, refusal: Refusal) => void;

/** Answers with the envelope what Node's own server would refuse in its own words. */
export function refuseInEnvelope(server: Server, { limits, sender, observers }: RefusingOptions): RefuseConnection {
  const refused = new WeakSet<Duplex>();
  const timedOut = new PacedQueue(TIMED_OUT_PER_PAUSE, { pauseMillis: TIMED_OUT_PAUSE_MILLIS });
  const refuse = (socket: Duplex, refusal: Refusal) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = refusalResponse(refusal);
    const bytes = lastResponseBytes(response);
    observers.refused(addressOf(socket), refusal, response);
    const end = () => endInTurn(socket, { bytes, limits, sender });
    if (refusal.name !== "timed-out") {
      end();
      return;
    }
    // What arrives before the refusal has its turn is too late as well.
    socket.pause();
    timedOut.add(() => (socket.writable ? end() : socket.destroy()));
  };
  server.on("clientError", (error: ParserError & Error, socket) => {
    // What comes after a broken request is broken as well: it is read and dropped.
    if (refused.has(socket)) return;
    if (socket.writable) refuse(socket, refusalForBroken(error, limits.targetBytes));
    else socket.destroy();
  });
  server.on("connect", (_request, socket) =>
    refuse(socket, new Refusal("method-not-allowed", { allow: EVERY_METHOD })),
  );
  return refuse;
}

const addressOf = (socket: Duplex): string => plainAddress(socket instanceof Socket ? socket.remoteAddress : undefined);
