import type { NatsConnection } from "@nats-io/transport-node";
import type { TrailPiece } from "../../../core/home/trail-entry.ts";
import type { ReadTrail } from "../../../edges/fleet/member/trail-answerer.ts";
import { commandSubject } from "../../../edges/fleet/subjects.ts";
import { type TrailRequest, trailAnswerFrom } from "../../../edges/fleet/trail-request.ts";
import { pause } from "../../../shared/pause.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";

/** A gateway that does not give its audit trail, in words. */
export class AwayFault extends Error {
  override readonly name = "AwayFault";
}

const ANSWER_MILLIS = 3_000;
const BUSY_MILLIS = 200;
const MOST_ATTEMPTS = 10;

/** More than a whole trail has, however it is cut. */
const MOST_PIECES = 2_000;

/** Reads the audit trail of a gateway, a piece at a time. A gateway is no more trusted than any other peer. */
export function readTrailOf(connection: NatsConnection, gatewayId: string, most: number): ReadTrail {
  let pieces = 0;
  return async (query, older) => {
    const request: TrailRequest = { trail: { query, older, most: Math.max(1, most) } };
    const piece = await asked(connection, gatewayId, request);
    pieces += 1;
    const isOnward = piece.older === undefined || piece.older < (older ?? Number.POSITIVE_INFINITY);
    if (isOnward && pieces <= MOST_PIECES) return piece;
    throw new AwayFault("its history does not end");
  };
}

async function asked(connection: NatsConnection, gatewayId: string, request: TrailRequest): Promise<TrailPiece> {
  const forever = new AbortController().signal;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const answer = await connection
      .request(commandSubject(gatewayId), JSON.stringify(request), { timeout: ANSWER_MILLIS })
      .catch(() => undefined);
    if (!answer) throw new AwayFault("not connected");
    const read = trailAnswerFrom(answer.string());
    if (!read) throw new AwayFault("its answer is not understood: it runs another version");
    if ("piece" in read) return read.piece;
    if ("problem" in read) throw new AwayFault(`it cannot read its history (${read.problem})`);
    await pause(SYSTEM_CLOCK, BUSY_MILLIS, forever);
  }
  throw new AwayFault("it is busy");
}
