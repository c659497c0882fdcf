import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isOurHost } from "../../edges/http/origin-rules.ts";

export interface AdmissionRules {
  readonly token: string;
  /** The exact origins whose pages may use the control address. */
  readonly allowedOrigins: readonly string[];
}

/** Why a request is not let in. */
export interface Refused {
  readonly status: 401 | 403;
  readonly error: string;
}

/** What a browser asks before it sends a request of an allowed page; it has no token. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers.origin !== undefined;

/** The origin of a page that may use the control address. */
export const allowedOrigin = (
  { headers: { origin } }: IncomingMessage,
  { allowedOrigins }: AdmissionRules,
): string | undefined => (origin !== undefined && allowedOrigins.includes(origin) ? origin : undefined);

/**
 * Nobody is let in without the token, nor under a name that a web site could point at this machine (DNS rebinding), nor a
 * page of an origin that was not named.
 */
export function refusalOf(request: IncomingMessage, rules: AdmissionRules): Refused | undefined {
  const { rawHeaders, headers } = request;
  const hosts = valuesOf("host", rawHeaders);
  const [host] = hosts;
  if (host === undefined || hosts.length > 1 || !isOurHost(host, []))
    return { status: 403, error: "The Host header names no host of a local network." };
  const isByPage = headers.origin !== undefined || isByBrowser(headers["sec-fetch-site"]);
  if (isByPage && allowedOrigin(request, rules) === undefined)
    return { status: 403, error: "Web pages of this origin are not allowed. Start the sandbox with --control-origin." };
  if (isPreflight(request) || hasToken(headers.authorization, rules.token)) return undefined;
  return { status: 401, error: "The token is missing or wrong. Send it as Authorization: Bearer <token>." };
}

/** Browsers name no origin with some requests; what a person types into the address bar is by no page. */
const isByBrowser = (site: string | string[] | undefined): boolean => site !== undefined && site !== "none";

const valuesOf = (name: string, rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders.flatMap((value, index) => (index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name ? value : []));

/** In the same time for every wrong token, whatever its length. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ""] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
