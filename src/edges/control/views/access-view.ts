import { type Static, Type } from "typebox";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import type { SignInRequest } from "../../../shared/sign-in-request.ts";
import { orNull } from "../values.ts";

/** A client's key as an operator sees it, without anything that would help to use it. */
export const KeyView = Type.Object({
  id: Type.String(),
  /** What the client called itself. */
  name: Type.String(),
  /** In ISO 8601. */
  madeAt: Type.String(),
  /** In ISO 8601; null until it was used for the first time. */
  lastUsedAt: orNull(Type.String()),
});
export type KeyView = Static<typeof KeyView>;

export const viewOfKey = ({ id, name, madeAt, lastUsedAt }: AccessKey): KeyView => ({ id, name, madeAt, lastUsedAt });

/** A session of a browser as an operator sees it. */
export const SessionView = Type.Object({
  id: Type.String(),
  /** What its person called it when it asked to be let in; null for one that was let in by a link. */
  name: orNull(Type.String()),
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
  { id, name, since, endsAt, lastUsedAt, address, browser }: OperatorSession,
  askingId: string | undefined,
): SessionView => ({
  id,
  name: name ?? null,
  since: since.toISOString(),
  endsAt: endsAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  address,
  browser,
  isThis: id === askingId,
});

/** A browser that asks to be let in, as an operator sees it. */
export const RequestView = Type.Object({
  /** What the browser shows. */
  code: Type.String(),
  /** What it calls itself: anybody can call itself anything. */
  name: Type.String(),
  address: Type.String(),
  /** In a few words. */
  browser: Type.String(),
  /** Times are in ISO 8601. */
  since: Type.String(),
  endsAt: Type.String(),
});
export type RequestView = Static<typeof RequestView>;

export const viewOfRequest = ({ code, name, address, browser, since, endsAt }: SignInRequest): RequestView => ({
  code,
  name,
  address,
  browser,
  since: since.toISOString(),
  endsAt: endsAt.toISOString(),
});
