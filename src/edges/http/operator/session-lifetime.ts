import { counted } from "../../../shared/counted.ts";
import type { GatewayRequest } from "../request.ts";

const HOUR_MILLIS = 60 * 60_000;

/** Of a session that anybody who listens on the network could take. */
export const SESSION_MILLIS = 12 * HOUR_MILLIS;

/** Of a session that was opened over HTTPS: its cookie is never sent in the open. */
export const SECURE_SESSION_MILLIS = 90 * 24 * HOUR_MILLIS;

export const sessionMillis = ({ scheme }: Pick<GatewayRequest, "scheme">): number =>
  scheme === "https" ? SECURE_SESSION_MILLIS : SESSION_MILLIS;

/** "12 hours", "90 days". */
export function lifetimeWords(millis: number): string {
  const hours = Math.round(millis / HOUR_MILLIS);
  return hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour");
}
