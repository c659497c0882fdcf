import { originOf } from "./request.ts";
import { onlyValueOf, pathOf, type RequestHead, valuesOf } from "./request-head.ts";

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** What of a request tells which page it is by. */
type PageHead = Pick<RequestHead, "method" | "target" | "rawHeaders" | "scheme">;

/** The origin that a request names, as it was sent; empty for a page that hides its origin. */
export const originIn = ({ rawHeaders }: Pick<RequestHead, "rawHeaders">): string =>
  onlyValueOf("origin", rawHeaders) ?? "";

/** Whether the request is by a page that another web site served. */
export const isByForeignSite = ({ rawHeaders }: PageHead, ownNames: readonly string[]): boolean =>
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
export const isByOtherPage = ({ rawHeaders, scheme }: PageHead, authority: string): boolean =>
  valuesOf("origin", rawHeaders).some(
    (origin) => canonicalOrigin(origin) !== canonicalOrigin(originOf({ scheme, authority })),
  ) || valuesOf("sec-fetch-site", rawHeaders).some((site) => !OWN_FETCH_SITES.includes(site.toLowerCase()));

/**
 * Whether a request that is by no other page is by our own for certain. Cookies go with whatever a browser sends, so a
 * cookie lets nothing change unless the browser says that our own page wants it.
 */
export const isByOwnPage = ({ rawHeaders }: PageHead): boolean =>
  valuesOf("origin", rawHeaders).length > 0 &&
  valuesOf("sec-fetch-site", rawHeaders).every((site) => site.toLowerCase() === "same-origin");

/** One spelling for one origin: case does not matter, and browsers leave out the usual port (RFC 6454 §6). */
const canonicalOrigin = (origin: string): string =>
  origin.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, "$1$2");

/** The paths of the interface that clients use; the gateway's own page and the operator's paths are for no other origin. */
const FOR_CLIENTS = /^\/(?:clip\/v2\/|eventstream\/|pictures\/|api$|openapi\.json$)/;

/** The origin of a page that may use the interface of clients, as it was sent (G92); undefined for any other request. */
export function allowedOriginOf(
  { target, rawHeaders }: PageHead,
  allowedOrigins: readonly string[],
): string | undefined {
  if (allowedOrigins.length === 0 || !FOR_CLIENTS.test(pathOf(target) ?? "")) return undefined;
  const [origin, ...others] = valuesOf("origin", rawHeaders);
  if (origin === undefined || others.length > 0) return undefined;
  const asked = canonicalOrigin(origin);
  return allowedOrigins.some((allowed) => canonicalOrigin(allowed) === asked) ? origin : undefined;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s*]+$/i;

/** Why a text is no origin, with the one that was probably meant; undefined for one that is. */
export function originProblem(text: string): string | undefined {
  const meant = canonicalOrigin(text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?([^/?#]*).*$/i, wholeOrigin));
  if (ORIGIN.test(text) && URL.canParse(text) && canonicalOrigin(text) === meant) return undefined;
  const hint = ORIGIN.test(meant) && URL.canParse(meant) ? ` Did you mean ${meant}?` : "";
  return `Expected one exact origin, such as https://app.example or http://192.168.1.5:5173, without a path.${hint}`;
}

const wholeOrigin = (_text: string, scheme: string | undefined, host: string): string =>
  `${scheme ?? "https://"}${host}`;

/** Names that only a local network gives, so no web site can point them at us. */
const LOCAL_SUFFIXES = [".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".test"];

/** An address may name its zone, and a name may end with a dot, as names in full do. */
const AUTHORITY =
  /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})(?:%[a-z0-9_.~%-]{1,40})?\]|(?<name>[a-z0-9_.()-]{1,253}?)\.?)(?::\d{0,5})?$/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/**
 * Whether a host is one of ours. A web site that rebinds its own name to our address (DNS rebinding) needs a public name
 * with a dot: such names are refused, unless the person who runs the gateway allowed them.
 */
export function isOurHost(authority: string, ownNames: readonly string[]): boolean {
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
