import { curlLine } from "../traffic/curl.ts";
import { SET_KEY } from "../traffic/curl-notes.ts";
import { isEndless, type ReferenceOperation } from "./openapi.ts";
import type { OperationRequest } from "./send-request.ts";

/** The request that would be sent, for a shell; a session of this page is replaced by a key. */
export function operationCurl(
  operation: ReferenceOperation,
  { method, target, body, key }: OperationRequest,
  origin = location.origin,
): string {
  const hasKey = operation.key === "needed" || (operation.key === "optional" && key !== undefined);
  const line = curlLine({ method, url: origin + target, body: method === "GET" ? "" : body, hasKey });
  const endless = isEndless(operation) ? line.replace("curl -s", "curl -N -s") : line;
  return hasKey ? `# ${SET_KEY}\n${endless}` : endless;
}
