import { StoreFault } from "../../../core/gateway/store.ts";
import { oneBody } from "../../../core/present/pages/body.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { Refusal } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { success } from "../server/plain-responses.ts";
import { operatorKeyOf, sessionCookie } from "./session-cookie.ts";
import type { OpenedSession } from "./session-keeper.ts";

/** Nothing of what an operator is told stays in a cache. */
export const NO_STORE = { "Cache-Control": "no-store" };

/** One object in the envelope. */
export const objectAnswer = (object: object): GatewayResponse => ({
  ...success(oneBody("obj", JSON.stringify(object))),
  headers: NO_STORE,
});

export const viewOfSession = ({ endsAt }: OperatorSession) => ({ is_operator: 1, ends_at: endsAt.toISOString() });

/** Gives a browser its session, each half of the secret to where it is kept. */
export function openedAnswer(opened: OpenedSession, { scheme }: Pick<GatewayRequest, "scheme">): GatewayResponse {
  const { session, secret } = opened;
  const answer = objectAnswer({ ...viewOfSession(session), operator_key: operatorKeyOf(secret) });
  return { ...answer, headers: { ...NO_STORE, "Set-Cookie": sessionCookie(opened, scheme) } };
}

/** What cannot be kept at the moment is refused, in words. */
export async function orRefusal<Result>(work: () => Result | Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreFault) return new Refusal("busy", { detail: fault.message });
    throw fault;
  }
}
