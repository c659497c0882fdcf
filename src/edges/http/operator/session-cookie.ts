import { onlyValueOf, valuesOf } from "../request-head.ts";
import type { OpenedSession } from "./session-keeper.ts";

const NAME = "luxgate_session";
const COOKIE = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})\\s*(?=;|$)`, "g");

const KEY_HEADER = "operator-key";
const HALF_LENGTH = 43;
const KEY = new RegExp(`^[\\w-]{${HALF_LENGTH}}$`);

/**
 * Another server of the same host may set cookies of the same name. Browsers send those of longer paths first (RFC 6265
 * §5.4), so ours, whose path is the shortest, is among the last.
 */
const MOST_COOKIES = 4;
const NO_SECRETS: readonly string[] = [];

/**
 * What may be the secret of a session in a request. A cookie is one half of it: cookies know no ports, so other servers
 * of the same host are sent it too. The other half is a header that the page alone can send, as it alone keeps the key.
 */
export function sessionSecretsIn(rawHeaders: readonly string[]): readonly string[] {
  const cookies = valuesOf("cookie", rawHeaders);
  if (cookies.length === 0) return NO_SECRETS;
  const key = onlyValueOf(KEY_HEADER, rawHeaders) ?? "";
  if (!KEY.test(key)) return NO_SECRETS;
  const found = cookies.flatMap((cookie) => [...cookie.matchAll(COOKIE)].map(([, half = ""]) => half));
  return found.slice(-MOST_COOKIES).map((half) => half + key);
}

/** The half of a session's secret that the page keeps. */
export const operatorKeyOf = (secret: string): string => secret.slice(HALF_LENGTH);

/** Gives a browser its session: no script can read it, and no other site can have it sent. */
export const sessionCookie = (
  { secret, session: { since, endsAt } }: OpenedSession,
  scheme: "http" | "https" | undefined,
): string => cookie(secret.slice(0, HALF_LENGTH), Math.round((endsAt.getTime() - since.getTime()) / 1000), scheme);

/** Takes it away. */
export const noSessionCookie = (scheme: "http" | "https" | undefined): string => cookie("", 0, scheme);

const cookie = (value: string, maxAgeSeconds: number, scheme: "http" | "https" | undefined): string =>
  `${NAME}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}${scheme === "https" ? "; Secure" : ""}`;
