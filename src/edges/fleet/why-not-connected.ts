import { AuthorizationError, TimeoutError, UserAuthenticationExpiredError } from "@nats-io/transport-node";
import { errorCode, reasonOf } from "../../shared/error-code.ts";
import { whyRefused } from "./refused-server.ts";

/** By the system's codes. */
const OF_NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server runs at this address",
  ECONNRESET: "the server closed the connection",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up",
  EHOSTUNREACH: "there is no route to the server",
  ENETUNREACH: "there is no route to the server",
};

/** The library has no code for it. */
const NO_NATS = "unexpected response from server";

/** Whether a server is there, and does not let this client in. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError;

/** Why no server could be connected to, in words for a person. */
export function whyNotConnected(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (isRefusal(error)) return "the server refuses the credentials: they were revoked, or belong to another fleet";
  if (cause instanceof TimeoutError) return "the server does not answer";
  const code = errorCode(cause);
  const ofNetwork = code === undefined ? undefined : OF_NETWORK[code];
  if (ofNetwork !== undefined) return `${ofNetwork} (${code})`;
  if (cause instanceof Error && cause.message === NO_NATS) return "the server is not a NATS server";
  return whyRefused(cause) ?? reasonOf(cause);
}
