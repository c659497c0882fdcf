import type { HttpLimits } from "./limits.ts";
import { isRefusal, malformed, Refusal } from "./refusal.ts";
import type { GatewayRequest } from "./request.ts";

/** The head of a request as it arrived. */
export interface RequestHead {
  readonly method: string;
  readonly httpVersion: string;
  readonly target: string;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  /** Our own address on this connection, for a client that names no host. */
  readonly localAuthority: string;
  /** How the request came; plain HTTP by default. */
  readonly scheme?: "http" | "https" | undefined;
}

/** What of a request stands in its head, once the head is found right. */
export type AdmittedHead = Pick<
  GatewayRequest,
  "authority" | "target" | "key" | "lastEventId" | "ifNoneMatch" | "acceptEncoding"
>;

/** The host that a request names, and its target there. */
type Addressee = Pick<AdmittedHead, "authority" | "target">;

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/** The rules that every request has to keep before anything is looked up. */
export function admit(head: RequestHead, limits: HttpLimits, ownNames: readonly string[]): AdmittedHead | Refusal {
  if (head.target.length > limits.targetBytes) return new Refusal("target-too-long");
  const admitted = addressee(head, ownNames);
  if (isRefusal(admitted)) return admitted;
  const isForeign = SAFE_METHODS.includes(head.method)
    ? isByForeignSite(head, ownNames)
    : isByOtherPage(head, admitted);
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

/** The host stands in the header `Host` and, where the target is a whole address, in the target too. */
function addressee(head: RequestHead, ownNames: readonly string[]): Addressee | Refusal {
  const hosts = valuesOf("host", head.rawHeaders);
  if (hosts.length === 0 && head.httpVersion !== "1.0") return malformed("the Host header is missing");
  if (foreignHostIn(head, ownNames) !== undefined) return new Refusal("foreign-host");
  if (hosts.length > 1) return new Refusal("foreign-host", { detail: "the request names several hosts" });
  const [, authority, path = ""] = ABSOLUTE.exec(head.target) ?? [];
  const target = authority === undefined ? head.target : rooted(path);
  if (!target.startsWith("/") && target !== "*") return malformed("the request target is no path and no address");
  return { authority: hosts[0] ?? head.localAuthority, target };
}

/** The first host in a request that is not one of ours, as it was sent. */
export function foreignHostIn({ target, rawHeaders }: RequestHead, ownNames: readonly string[]): string | undefined {
  const [, authority] = ABSOLUTE.exec(target) ?? [];
  const hosts = valuesOf("host", rawHeaders);
  const named = authority === undefined ? hosts : [...hosts, authority];
  return named.find((host) => !isOurHost(host, ownNames));
}

/** Whether the request is by a page that another web site served. */
const isByForeignSite = ({ rawHeaders }: RequestHead, ownNames: readonly string[]): boolean =>
  valuesOf("origin", rawHeaders).some((origin) => {
    const authority = /^https?:\/\/(.*)$/i.exec(origin)?.[1];
    return authority !== undefined && !isOurHost(authority, ownNames);
  });

/** What a browser says of requests by a page of the same origin, or by a person at the address bar. */
const OWN_FETCH_SITES = ["same-origin", "none"];

/**
 * Whether the request is by a page that is not our own, even one that hides its origin. Browsers name the origin of
 * requests that may change something, so a request without an origin is by no page.
 */
const isByOtherPage = ({ rawHeaders, scheme = "http" }: RequestHead, { authority }: Addressee): boolean =>
  valuesOf("origin", rawHeaders).some(
    (origin) => canonicalOrigin(origin) !== canonicalOrigin(`${scheme}://${authority}`),
  ) || valuesOf("sec-fetch-site", rawHeaders).some((site) => !OWN_FETCH_SITES.includes(site.toLowerCase()));

/** One spelling for one origin: case does not matter, and browsers leave out the usual port (RFC 6454 §6). */
const canonicalOrigin = (origin: string): string =>
  origin.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, "$1$2");

/** Several headers of one name count as one header with all values, separated by commas. */
const onlyValueOf = (name: string, rawHeaders: readonly string[]): string | undefined => {
  const values = valuesOf(name, rawHeaders);
  return values.length > 0 ? values.join(", ") : undefined;
};

const rooted = (pathAndQuery: string): string => (pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`);

const NO_VALUES: readonly string[] = [];

/** Compares lengths first: most names differ by length, and a name in small letters is a new string. */
function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    if (values) values.push(value);
    else values = [value];
  }
  return values ?? NO_VALUES;
}

/** Names that only a local network gives, so no web site can point them at us. */
const LOCAL_SUFFIXES = [".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".test"];

const AUTHORITY = /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?<name>[a-z0-9_.()-]{1,253}))(?::\d{0,5})?$/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/**
 * Whether a host is one of ours. A web site that rebinds its own name to our address (DNS rebinding) needs a public name
 * with a dot: such names are refused, unless the person who runs the gateway allowed them.
 */
function isOurHost(authority: string, ownNames: readonly string[]): boolean {
  const { ipv6, name } = AUTHORITY.exec(authority)?.groups ?? {};
  if (ipv6 !== undefined) return true;
  if (name === undefined) return false;
  const host = name.toLowerCase();
  return (
    !host.includes(".") ||
    IPV4.test(host) ||
    LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix) && host.length > suffix.length) ||
    ownNames.some((own) => own.toLowerCase() === host)
  );
}
