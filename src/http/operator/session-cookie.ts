import { valuesOf } from "../raw-headers.ts";
import { SESSION_MILLIS } from "./sessions.ts";

const NAME = "luxgate_session";
const COOKIE = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})\\s*(?=;|$)`, "g");

/** Another server of the same host may set a cookie of the same name; more than a few are nobody's mistake. */
const MOST_COOKIES = 4;
const NO_SECRETS: readonly string[] = [];

/** What may be the secret of a session in the cookies of a request. */
export function sessionSecretsIn(rawHeaders: readonly string[]): readonly string[] {
  const cookies = valuesOf("cookie", rawHeaders);
  if (cookies.length === 0) return NO_SECRETS;
  const found = cookies.flatMap((cookie) => [...cookie.matchAll(COOKIE)].map(([, secret = ""]) => secret));
  return found.slice(0, MOST_COOKIES);
}

/** Gives a browser its session: no script can read it, and no other site can have it sent. */
export const sessionCookie = (secret: string, scheme: "http" | "https" | undefined): string =>
  cookie(secret, SESSION_MILLIS / 1000, scheme);

/** Takes it away. */
export const noSessionCookie = (scheme: "http" | "https" | undefined): string => cookie("", 0, scheme);

const cookie = (value: string, maxAgeSeconds: number, scheme: "http" | "https" | undefined): string =>
  `${NAME}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}${scheme === "https" ? "; Secure" : ""}`;
