import type { Home } from "../../../src/home/home.ts";
import { HTTP_LIMITS } from "../../../src/http/limits.ts";
import { Reads } from "../../../src/http/read/reads.ts";
import { startResponses } from "../../../src/http/read/start-responses.ts";
import type { GatewayResponse } from "../../../src/http/request.ts";

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
