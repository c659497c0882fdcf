import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { fitsSchema } from "../../../shared/compiled-schema.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";

/** A session as it outlives the process: with the digest of its secret, which nobody can guess back. */
export interface KeptSession extends OperatorSession {
  readonly hash: string;
}

/** What a file of sessions holds. */
export interface KeptSessions {
  /** Whose they are: a gateway that was reset to factory settings is another. */
  readonly gatewayId: string;
  /** By the wall clock: it has been as late as this. */
  readonly at: Date;
  readonly sessions: readonly KeptSession[];
}

const Text = Type.String({ maxLength: 256 });
const Time = Type.String({ maxLength: 64 });

const Sessions = Type.Object({
  format: Type.Literal(1),
  gatewayId: Text,
  at: Time,
  sessions: Type.Array(
    Type.Object({
      id: Text,
      hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      name: Type.Optional(Text),
      address: Text,
      browser: Text,
      since: Time,
      endsAt: Time,
      lastUsedAt: Time,
    }),
    { maxItems: 1_000 },
  ),
});

/** The sessions as a text, whose first line is a digest of the rest: a damaged file must make nobody an operator. */
export function keptText({ gatewayId, at, sessions }: KeptSessions): string {
  const kept = sessions.map(({ id, hash, name, address, browser, since, endsAt, lastUsedAt }) => ({
    id,
    hash,
    name,
    address,
    browser,
    since,
    endsAt,
    lastUsedAt,
  }));
  const json = JSON.stringify({ format: 1, gatewayId, at, sessions: kept });
  return `${digestOf(json)}\n${json}\n`;
}

/** Undefined for a text that is not as it was written. */
export function keptIn(text: string): KeptSessions | undefined {
  const [digest, json = ""] = text.split("\n");
  if (digest !== digestOf(json)) return undefined;
  const value: unknown = JSON.parse(json);
  if (!fitsSchema(Sessions, value)) return undefined;
  const at = new Date(value.at);
  const sessions = value.sessions.map(({ since, endsAt, lastUsedAt, ...session }) => ({
    ...session,
    since: new Date(since),
    endsAt: new Date(endsAt),
    lastUsedAt: new Date(lastUsedAt),
  }));
  const times = [at, ...sessions.flatMap(({ since, endsAt, lastUsedAt }) => [since, endsAt, lastUsedAt])];
  if (times.some((time) => Number.isNaN(time.getTime()))) return undefined;
  return { gatewayId: value.gatewayId, at, sessions };
}

const digestOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");
