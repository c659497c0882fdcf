import { emptyBody } from "../../core/present/pages/body.ts";
import { Refusal } from "./refusal.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";
import { refusalResponse, success } from "./server/plain-responses.ts";

/** What answers the methods of one path; HEAD goes where GET goes. */
type ByMethod<Outcome> = { readonly [Method in "GET" | "POST"]?: () => Outcome };

/** Answers a request for a path that is not in the table of operations: OPTIONS and 405 are as there (G31). */
export function answerByMethod<Outcome>(
  { method }: Pick<GatewayRequest, "method">,
  answers: ByMethod<Outcome>,
): Outcome | GatewayResponse {
  const allow = [...(answers.GET ? ["GET", "HEAD"] : []), ...(answers.POST ? ["POST"] : []), "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { ...success(emptyBody(0, "success")), allow };
  const answer = method === "GET" || method === "HEAD" ? answers.GET : method === "POST" ? answers.POST : undefined;
  return answer ? answer() : refusalResponse(new Refusal("method-not-allowed", { allow }));
}
