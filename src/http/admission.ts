import { isOurHost } from "./host-rule.ts";
import type { HttpLimits } from "./limits.ts";
import { isRefusal, malformed, Refusal } from "./refusal.ts";
import type { Question } from "./request.ts";

/** The head of a request as it came. */
export interface Head {
  readonly method: string;
  readonly httpVersion: string;
  readonly target: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Our own address on this connection, for a client that names no host. */
  readonly localAuthority: string;
}

/** Whom a request was meant for, once its head is found right. */
export type Admitted = Pick<
  Question,
  "authority" | "target" | "key" | "lastEventId" | "ifNoneMatch" | "acceptEncoding"
>;

/** Whom a request names. */
type Addressee = Pick<Admitted, "authority" | "target">;

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/** The rules every request has to keep before anything is looked up. */
export function admit(head: Head, limits: HttpLimits, ownNames: readonly string[]): Admitted | Refusal {
  if (head.target.length > limits.targetBytes) return new Refusal("target-too-long");
  const admitted = addressee(head, ownNames);
  if (isRefusal(admitted)) return admitted;
  const isForeign = SAFE_METHODS.includes(head.method)
    ? isOfForeignSite(head, ownNames)
    : isOfOtherPage(head, admitted);
  if (isForeign) return new Refusal("foreign-origin");
  const [length = "0"] = valuesOf("content-length", head.rawHeaders);
  if (Number(length) > limits.bodyBytes) return new Refusal("body-too-large");
  return {
    authority: admitted.authority,
    target: admitted.target,
    key: onlyValueOf("application-key", head.rawHeaders),
    lastEventId: onlyValueOf("last-event-id", head.rawHeaders),
    ifNoneMatch: onlyValueOf("if-none-match", head.rawHeaders),
    acceptEncoding: onlyValueOf("accept-encoding", head.rawHeaders),
  };
}

/** Whom a request names in its Host and, should it be a whole address, in its target. */
function addressee(head: Head, ownNames: readonly string[]): Addressee | Refusal {
  const hosts = valuesOf("host", head.rawHeaders);
  if (hosts.length === 0 && head.httpVersion !== "1.0") return malformed("the Host header is missing");
  if (foreignHostIn(head, ownNames) !== undefined) return new Refusal("foreign-host");
  if (hosts.length > 1) return new Refusal("foreign-host", { detail: "the request names several hosts" });
  const [, authority, path = ""] = ABSOLUTE.exec(head.target) ?? [];
  const target = authority === undefined ? head.target : rooted(path);
  if (!target.startsWith("/") && target !== "*") return malformed("the request target is no path and no address");
  return { authority: hosts[0] ?? head.localAuthority, target };
}

/** The first host that a request names and under which we do not answer, as it was sent. */
export function foreignHostIn({ target, rawHeaders }: Head, ownNames: readonly string[]): string | undefined {
  const [, authority] = ABSOLUTE.exec(target) ?? [];
  const hosts = valuesOf("host", rawHeaders);
  const named = authority === undefined ? hosts : [...hosts, authority];
  return named.find((host) => !isOurHost(host, ownNames));
}

/** Whether a page that another web site served asks. */
const isOfForeignSite = ({ rawHeaders }: Head, ownNames: readonly string[]): boolean =>
  valuesOf("origin", rawHeaders).some((origin) => {
    const authority = /^https?:\/\/(.*)$/i.exec(origin)?.[1];
    return authority !== undefined && !isOurHost(authority, ownNames);
  });

/** What a browser says of a request that a page of the same origin, or a person at the address bar, made. */
const OWN_FETCH_SITES = ["same-origin", "none"];

/**
 * Whether a page that is not our own asks, be it one that hides where it is from. Browsers name the origin of whatever
 * may change something, so no origin at all means that no page asks.
 */
const isOfOtherPage = ({ rawHeaders }: Head, { authority }: Addressee): boolean =>
  valuesOf("origin", rawHeaders).some((origin) => canonicalOrigin(origin) !== canonicalOrigin(`http://${authority}`)) ||
  valuesOf("sec-fetch-site", rawHeaders).some((site) => !OWN_FETCH_SITES.includes(site.toLowerCase()));

/** One spelling for one origin: case does not matter, and browsers leave out the usual port (RFC 6454 §6). */
const canonicalOrigin = (origin: string): string => origin.toLowerCase().replace(/:80$/, "");

/** Several headers of one name are one that lists what each of them says. */
const onlyValueOf = (name: string, rawHeaders: readonly string[]): string | undefined => {
  const values = valuesOf(name, rawHeaders);
  return values.length > 0 ? values.join(", ") : undefined;
};

const rooted = (pathAndQuery: string): string => (pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`);

const NO_VALUES: readonly string[] = [];

/** Looks at lengths first: a name in small letters is another string, and mostly it is another name. */
function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const its = rawHeaders[index] ?? "";
    if (its.length !== name.length || its.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    if (values) values.push(value);
    else values = [value];
  }
  return values ?? NO_VALUES;
}
