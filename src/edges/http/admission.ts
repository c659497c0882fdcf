import type { HttpLimits } from "./limits.ts";
import { sessionSecretsIn } from "./operator/session-cookie.ts";
import {
  allowedOriginOf,
  isByForeignSite,
  isByOtherPage,
  isByOwnPage,
  isOurHost,
  SAFE_METHODS,
} from "./origin-rules.ts";
import { isRefusal, malformed, Refusal } from "./refusal.ts";
import type { GatewayRequest } from "./request.ts";
import { onlyValueOf, partsOf, type RequestHead, valuesOf } from "./request-head.ts";

/** What every request is held to. */
export interface AdmissionRules {
  readonly limits: Pick<HttpLimits, "targetBytes">;
  /** Our own host names that have a dot. */
  readonly ownNames: readonly string[];
  /** Other origins whose pages may use the interface of clients. */
  readonly allowedOrigins: readonly string[];
}

/** What of a request stands in its head, once the head is found right. */
export type AdmittedHead = Omit<GatewayRequest, "method" | "scheme" | "body" | "clientAddress" | "ownAddress"> & {
  /** Whether it is by a page of another origin that is allowed: such a page has to be told so. */
  readonly isByAllowedOrigin: boolean;
};

/** The host that a request names, and its target there. */
type Addressee = Pick<AdmittedHead, "authority" | "target">;

const NO_SECRETS: readonly string[] = [];

/** The rules that every request has to keep before anything is looked up. */
export function admit(head: RequestHead, rules: AdmissionRules): AdmittedHead | Refusal {
  if (head.target.length > rules.limits.targetBytes) return new Refusal("target-too-long");
  const admitted = addressee(head, rules.ownNames);
  if (isRefusal(admitted)) return admitted;
  const { rawHeaders } = head;
  const isByAllowedOrigin = allowedOriginOf(head, rules.allowedOrigins) !== undefined;
  const isByOther = isByAllowedOrigin || isByOtherPage(head, admitted.authority);
  const isSafe = SAFE_METHODS.includes(head.method);
  const isForeign = isSafe ? isByForeignSite(head, rules.ownNames) : isByOther;
  if (isForeign && !isByAllowedOrigin) return new Refusal("foreign-origin");
  const sessionSecrets = isByOther ? NO_SECRETS : sessionSecretsIn(rawHeaders);
  if (!isSafe && sessionSecrets.length > 0 && !isByOwnPage(head)) return new Refusal("foreign-origin");
  return {
    authority: admitted.authority,
    target: admitted.target,
    key: onlyValueOf("application-key", rawHeaders),
    sessionSecrets,
    lastEventId: onlyValueOf("last-event-id", rawHeaders),
    ifNoneMatch: onlyValueOf("if-none-match", rawHeaders),
    accept: onlyValueOf("accept", rawHeaders),
    acceptEncoding: onlyValueOf("accept-encoding", rawHeaders),
    userAgent: onlyValueOf("user-agent", rawHeaders),
    isByAllowedOrigin,
  };
}

/** How many bytes of body a head announces. */
export const announcedBytes = ({ rawHeaders }: Pick<RequestHead, "rawHeaders">): number =>
  Number(valuesOf("content-length", rawHeaders)[0] ?? 0);

/** The host stands in the header `Host` and, where the target is a whole address, in the target too. */
function addressee(head: RequestHead, ownNames: readonly string[]): Addressee | Refusal {
  const hosts = valuesOf("host", head.rawHeaders);
  if (hosts.length === 0 && head.httpVersion !== "1.0") return malformed("the Host header is missing");
  if (foreignHostIn(head, ownNames) !== undefined) return new Refusal("foreign-host");
  if (hosts.length > 1) return new Refusal("foreign-host", { detail: "the request has several Host headers" });
  const { authority = hosts[0], pathAndQuery: target } = partsOf(head.target);
  if (!target.startsWith("/") && target !== "*") return malformed("the request target is neither a path nor a URL");
  // RFC 9112, 3.2.2: the host of a whole address counts, whatever the header says.
  return { authority: authority ?? head.localAuthority, target };
}

/** The first host in a request that is not one of ours, as it was sent. */
export function foreignHostIn({ target, rawHeaders }: RequestHead, ownNames: readonly string[]): string | undefined {
  const { authority } = partsOf(target);
  const hosts = valuesOf("host", rawHeaders);
  const named = authority === undefined ? hosts : [...hosts, authority];
  return named.find((host) => !isOurHost(host, ownNames));
}
