import { type Static, Type } from "typebox";
import type { BrowserSession } from "../sessions-control.ts";

/** A session of a browser as an operator sees it. */
export const SessionView = Type.Object({
  id: Type.String(),
  /** Times are in ISO 8601. */
  since: Type.String(),
  endsAt: Type.String(),
  lastUsedAt: Type.String(),
  /** From where it was opened. */
  address: Type.String(),
  /** In a few words. */
  browser: Type.String(),
  /** Whether it is the one that asks. */
  isThis: Type.Boolean(),
});
export type SessionView = Static<typeof SessionView>;

export const viewOfSession = (
  { id, since, endsAt, lastUsedAt, address, browser }: BrowserSession,
  askingId: string | undefined,
): SessionView => ({
  id,
  since: since.toISOString(),
  endsAt: endsAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  address,
  browser,
  isThis: id === askingId,
});
