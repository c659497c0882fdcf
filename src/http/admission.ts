import { isOurHost } from "./host-rule.ts";
import type { HttpLimits } from "./limits.ts";
import { malformed, type Refusal } from "./refusal.ts";

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
  if (head.target.length > limits.targetBytes) return { refused: "target-too-long" };
  const hosts = valuesOf("host", head.rawHeaders);
  if (hosts.length === 0 && head.httpVersion !== "1.0") return malformed("the Host header is missing");
  const [authority = head.localAuthority] = hosts;
  const absolute = ABSOLUTE.exec(head.target);
  const named = absolute ? [...hosts, absolute[1] ?? ""] : hosts;
  if (hosts.length > 1 || !named.every((host) => isOurHost(host, ownNames))) return { refused: "foreign-host" };
  const target = absolute ? rooted(absolute[2] ?? "") : head.target;
  if (!target.startsWith("/") && target !== "*")
    return malformed("the request target is neither a path nor an address");
  const [length = "0"] = valuesOf("content-length", head.rawHeaders);
  if (Number(length) > limits.bodyBytes) return { refused: "body-too-large" };
  return { authority, target };
}

const rooted = (pathAndQuery: string): string => (pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`);

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
