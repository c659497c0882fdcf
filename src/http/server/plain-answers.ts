import { type Body, doneBody, emptyBody } from "../../present/pages/body.ts";
import type { Refusal } from "../refusal.ts";
import type { Answer } from "../request.ts";

export const success = (body: Body): Answer => ({ status: 200, mediaType: "application/json", body });

/** A write that was done. */
export const DONE: Answer = success(doneBody());

export function refusalAnswer(refusal: Refusal): Answer {
  const { status, code, message, retryAfterSeconds } = refusal.parts();
  const body = emptyBody(code, message);
  return { status, mediaType: "application/json", body, allow: refusal.allow, retryAfterSeconds };
}
