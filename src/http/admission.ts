import { isOurHost } from "./host-rule.ts";
import type { HttpLimits } from "./limits.ts";
import { isRefusal, malformed, Refusal } from "./refusal.ts";

/** The head of a request as it came. */
export interface Head {
  readonly httpVersion: string;
  readonly target: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Our own address on this connection, for a client that names no host. */
  readonly localAuthority: string;
}

/** Whom a request was meant for, once its head is found right. */
export interface Admitted {
  readonly authority: string;
  readonly target: string;
}

const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/** The rules every request has to keep before anything is looked up. */
export function admit(head: Head, limits: HttpLimits, ownNames: readonly string[]): Admitted | Refusal {
  if (head.target.length > limits.targetBytes) return new Refusal("target-too-long");
  const admitted = addressee(head, ownNames);
  if (isRefusal(admitted)) return admitted;
  if (valuesOf("origin", head.rawHeaders).some((origin) => isForeign(origin, ownNames)))
    return new Refusal("foreign-origin");
  const [length = "0"] = valuesOf("content-length", head.rawHeaders);
  return Number(length) > limits.bodyBytes ? new Refusal("body-too-large") : admitted;
}

/** Whom a request names in its Host and, should it be a whole address, in its target. */
function addressee(head: Head, ownNames: readonly string[]): Admitted | Refusal {
  const hosts = valuesOf("host", head.rawHeaders);
  if (hosts.length === 0 && head.httpVersion !== "1.0") return malformed("the Host header is missing");
  const [, authority, path = ""] = ABSOLUTE.exec(head.target) ?? [];
  const named = authority === undefined ? hosts : [...hosts, authority];
  if (hosts.length > 1 || !named.every((host) => isOurHost(host, ownNames))) return new Refusal("foreign-host");
  const target = authority === undefined ? head.target : rooted(path);
  if (!target.startsWith("/") && target !== "*") return malformed("the request target is no path and no address");
  return { authority: hosts[0] ?? head.localAuthority, target };
}

/** A page that another web site served. */
const isForeign = (origin: string, ownNames: readonly string[]): boolean => {
  const authority = /^https?:\/\/(.*)$/i.exec(origin)?.[1];
  return authority !== undefined && !isOurHost(authority, ownNames);
};

const rooted = (pathAndQuery: string): string => (pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`);

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
