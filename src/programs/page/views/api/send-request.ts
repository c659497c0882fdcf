import { operatorFetch } from "../../access/operator-fetch.ts";
import { answerIn, type OperationAnswer } from "./operation-answer.ts";

/** What a request is. */
export interface OperationRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly key: string | undefined;
}

/** Sends a request to this gateway. */
export async function answerTo({ method, target, body, key }: OperationRequest): Promise<OperationAnswer> {
  try {
    const began = performance.now();
    const response = await operatorFetch(target, {
      method,
      ...(method === "GET" ? {} : { body }),
      headers: {
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "application-key": key }),
      },
    });
    return answerIn(response.status, await response.text(), Math.round(performance.now() - began));
  } catch {
    return { outcome: "The gateway did not answer.", isRefused: true, text: "" };
  }
}
