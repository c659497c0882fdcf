import type { Duplex } from "node:stream";
import type { MonotonicClock } from "../../../shared/clock.ts";
import { FairTurns } from "../../../shared/fair-turns.ts";
import type { HttpLimits } from "../limits.ts";
import type { RequestObservers } from "../observed-requests.ts";
import type { Refusal } from "../refusal.ts";
import { plainAddress } from "../request.ts";
import { refusalResponse } from "./plain-responses.ts";
import type { ResponseSender } from "./send-response.ts";

/**
 * A thousand clients that came together time out together, and come back together: refusing them takes a quarter of the
 * time at most.
 */
const TIMED_OUT_SLICE_MILLIS = 1;
const TIMED_OUT_PAUSE_MILLIS = 3;

interface RefusingOptions {
  readonly limits: HttpLimits;
  readonly sender: ResponseSender;
  readonly observers: RequestObservers;
  readonly now: MonotonicClock;
}

/** A connection as far as it matters to refuse it. */
type Refused = Duplex & { readonly remoteAddress?: string | undefined };

/** Refuses a connection with the envelope, and ends the connection. */
export type RefuseConnection = (connection: Refused, refusal: Refusal) => void;

/** Answers with the envelope what is no request, or did not come in time. */
export function refuseInEnvelope({ limits, sender, observers, now }: RefusingOptions): RefuseConnection {
  const later = (run: () => void) => {
    const timer = setTimeout(run, TIMED_OUT_PAUSE_MILLIS);
    return () => clearTimeout(timer);
  };
  const timedOut = new FairTurns({ now, sliceMillis: TIMED_OUT_SLICE_MILLIS, later });
  return (connection, refusal) => {
    const response = refusalResponse(refusal);
    const clientAddress = plainAddress(connection.remoteAddress);
    observers.refused(clientAddress, refusal, response);
    const end = () => {
      if (!connection.writable) return void connection.destroy();
      sender.sendLast(connection, response);
      dropRest(connection, limits);
    };
    if (refusal.name !== "timed-out") {
      end();
      return;
    }
    // What arrives before the refusal has its turn is too late as well.
    connection.pause();
    timedOut.run(clientAddress, end);
  };
}

/**
 * Goes on reading until the client has sent everything, for as long as a request may take and as much as one may have: bytes that arrive after the
 * socket is closed draw a reset, which destroys responses that the client has not read yet.
 */
function dropRest(connection: Duplex, { requestMillis, droppedBytes }: HttpLimits): void {
  let dropped = 0;
  connection.on("data", (bytes: Uint8Array) => {
    dropped += bytes.byteLength;
    if (dropped > droppedBytes) connection.destroy();
  });
  connection.resume();
  const deadline = setTimeout(() => connection.destroy(), requestMillis);
  connection.once("close", () => clearTimeout(deadline));
}
