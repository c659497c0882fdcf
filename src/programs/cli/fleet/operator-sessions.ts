import type { NatsConnection } from "@nats-io/transport-node";
import { type SessionView, viewOfSession } from "../../../edges/control/views/access-view.ts";
import { findSession } from "../../../edges/control/words/find-access.ts";
import { entriesOf, putKeysEntry, removeEntry, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import {
  FleetSession,
  keysEntryFrom,
  linkEntryKey,
  sessionEntryKey,
  sessionOf,
} from "../../../edges/fleet/keys-entries.ts";
import { KEYS_BUCKET } from "../../../edges/fleet/subjects.ts";
import { LINK_MILLIS } from "../../../edges/http/operator/one-time-links.ts";
import { hashOfSecret, newSecret } from "../../../edges/http/secrets.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

type Connected = Pick<OperatedFleet, "connect">;

/** Where the link's secret stands in an address: browsers do not send that part. */
const fragmentOf = (secret: string): string => `/#open=${secret}`;

/** A link that makes a browser the operator's, once, at any front. Only its digest is stored, for a minute. */
export async function makeLink(
  { connect }: Connected,
  fronts: readonly string[],
): Promise<{ readonly urls: readonly string[]; readonly path: string; readonly seconds: number }> {
  const connection = await connect("command");
  const secret = newSecret();
  const endsAt = new Date((await serverTime(connection)).getTime() + LINK_MILLIS).toISOString();
  const seconds = LINK_MILLIS / 1_000;
  await putKeysEntry(connection, linkEntryKey(hashOfSecret(secret)), { value: { endsAt }, ttl: `${seconds}s` });
  const path = fragmentOf(secret);
  return { urls: fronts.map((front) => `${front.replace(/\/+$/, "")}${path}`), path, seconds };
}

/** In the order in which they were opened. */
export const operatorSessions = async ({ connect }: Connected): Promise<readonly SessionView[]> =>
  (await stored(await connect("command"))).map(({ session }) => viewOfSession(session, undefined));

/** Every front that follows the fleet signs the browser out then. */
export async function endSession({ connect }: Connected, words: string): Promise<SessionView> {
  const connection = await connect("command");
  const all = await stored(connection);
  const meant = findSession(
    all.map(({ session }) => session),
    words,
    "luxgate fleet sessions",
  );
  if ("refused" in meant) throw new CommandFault([...meant.refused]);
  const ended = all.find(({ session }) => session === meant.found);
  if (ended) await removeEntry(connection, KEYS_BUCKET, ended.key);
  return viewOfSession(meant.found, undefined);
}

interface StoredSession {
  readonly key: string;
  readonly session: OperatorSession;
}

async function stored(connection: NatsConnection): Promise<readonly StoredSession[]> {
  const entries = await entriesOf(connection, KEYS_BUCKET, sessionEntryKey("*"));
  return entries
    .flatMap(({ key, text }): readonly StoredSession[] => {
      const entry = keysEntryFrom(FleetSession, text);
      const session = entry && sessionOf(entry);
      return session ? [{ key, session }] : [];
    })
    .toSorted((one, other) => one.session.since.getTime() - other.session.since.getTime());
}
