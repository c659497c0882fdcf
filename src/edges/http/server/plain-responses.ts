import { type Body, doneBody, emptyBody } from "../../../core/present/pages/body.ts";
import type { Refusal } from "../refusal.ts";
import type { GatewayResponse } from "../request.ts";

export const success = (body: Body): GatewayResponse => ({ status: 200, mediaType: "application/json", body });

/** The response to a write that was done. */
export const DONE: GatewayResponse = success(doneBody());

export function refusalResponse(refusal: Refusal): GatewayResponse {
  const { status, code, message, retryAfterSeconds } = refusal.parts();
  const body = emptyBody(code, message);
  return { status, mediaType: "application/json", body, allow: refusal.allow, retryAfterSeconds, refusal };
}
