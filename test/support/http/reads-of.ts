import type { Home } from "../../../src/core/home/home.ts";
import { HTTP_LIMITS } from "../../../src/edges/http/limits.ts";
import { Reads } from "../../../src/edges/http/read/reads.ts";
import { startResponses } from "../../../src/edges/http/read/start-responses.ts";
import type { GatewayResponse } from "../../../src/edges/http/request.ts";

/** Where time stands still no slice ends: whatever is read is there at once. */
const STOPPED_CLOCK = { now: () => 0, after: () => () => undefined };

/** A client as far as reads know it. */
export const ASKED = {
  method: "GET",
  authority: "gate",
  clientAddress: "10.0.0.2",
  ownAddress: "10.0.0.1",
  body: new Uint8Array(),
  ifNoneMatch: undefined,
  acceptEncoding: undefined,
};

export const readsOf = (home: Home): Reads =>
  new Reads({
    home,
    identity: () => home.identity,
    isJoining: () => false,
    advertiseIp: undefined,
    responses: startResponses(HTTP_LIMITS, STOPPED_CLOCK).responses,
  });

export function atOnce(response: GatewayResponse | Promise<GatewayResponse>): GatewayResponse {
  if (response instanceof Promise) throw new Error("a response that should be there at once is not");
  return response;
}
