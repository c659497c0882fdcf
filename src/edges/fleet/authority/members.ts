import { setTimeout as delay } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import {
  createKeysEntry,
  entriesOf,
  purgeEntries,
  putKeysEntry,
  removeEntry,
  removeKeysEntry,
} from "../bucket-entries.ts";
import { keysEntryFrom, Member } from "../keys-entries.ts";
import { CONFLICT_KEY, PRESENCE_KEY } from "../presence.ts";
import { FLEET_BUCKET, KEYS_BUCKET } from "../subjects.ts";
import type { MemberRole } from "./issued-keys.ts";

/** A gateway or a front of the fleet, as it was enrolled. */
export interface EnrolledMember extends Member {
  readonly id: string;
}

/** Servers cut a connection off within this time after its credentials were revoked. */
const CUT_OFF_MILLIS = 1_000;

const memberKey = (role: MemberRole, id: string): string => `${role}.${id}`;

/** Sorted by name. */
export async function enrolledMembers(
  connection: NatsConnection,
  role: MemberRole,
): Promise<readonly EnrolledMember[]> {
  const entries = await entriesOf(connection, KEYS_BUCKET, memberKey(role, "*"));
  return entries
    .flatMap(({ key, text }) => {
      const member = keysEntryFrom(Member, text);
      return member ? [{ ...member, id: key.slice(memberKey(role, "").length) }] : [];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

/** Enrols a member whose credentials were made. */
export const enrol = (
  connection: NatsConnection,
  role: MemberRole,
  { id, ...member }: EnrolledMember,
): Promise<boolean> => createKeysEntry(connection, memberKey(role, id), member satisfies Member);

/** A member stays what it is, with new credentials; those that it had were revoked. */
export async function reenrol(
  connection: NatsConnection,
  role: MemberRole,
  { id, ...member }: EnrolledMember,
): Promise<void> {
  await putKeysEntry(connection, memberKey(role, id), { value: member satisfies Member });
  // A second gateway that had the former credentials is refused from now on.
  if (role === "gateway") await removeEntry(connection, FLEET_BUCKET, `${id}.${CONFLICT_KEY}`);
}

/**
 * Forgets a member whose credentials were revoked: first says that it is gone, as fronts hear of that, then removes what it
 * had put into the fleet. Gives how many entries that were.
 */
export async function forget(connection: NatsConnection, role: MemberRole, id: string): Promise<number> {
  await removeKeysEntry(connection, memberKey(role, id));
  return role === "gateway" ? removeEntries(connection, id) : 0;
}

async function removeEntries(connection: NatsConnection, id: string): Promise<number> {
  const purge = () => purgeEntries(connection, FLEET_BUCKET, `${id}.>`);
  const removed = await purge();
  // The gateway may have put more until it was cut off.
  await delay(CUT_OFF_MILLIS);
  const late = await purge();
  // Fronts hear nothing of a purge. The removal of a presence tells them.
  await removeEntry(connection, FLEET_BUCKET, `${id}.${PRESENCE_KEY}`);
  return removed + late;
}
