import type { NatsConnection } from "@nats-io/transport-node";
import { keysOf, type MemberRole } from "../../../edges/fleet/authority/issued-keys.ts";
import { type EnrolledMember, enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { entriesOf, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import { holderOf } from "../../../edges/fleet/credentials-name.ts";
import { PRESENCE_KEY, PRESENCE_MILLIS } from "../../../edges/fleet/presence.ts";
import { FLEET_BUCKET } from "../../../edges/fleet/subjects.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** By name or id, whatever the case of the name. */
export async function memberCalled(
  connection: NatsConnection,
  role: MemberRole,
  words: string,
): Promise<EnrolledMember> {
  const members = await enrolledMembers(connection, role);
  const member = memberIn(members, words);
  if (member) return member;
  throw noneCalled(role, words, members);
}

/** Who is meant, by name or by id. One that is not enrolled may have left something behind, or have credentials. */
export async function memberToRemove(fleet: OperatedFleet, role: MemberRole, words: string): Promise<EnrolledMember> {
  const connection = await fleet.connect("command");
  const members = await enrolledMembers(connection, role);
  const member = memberIn(members, words);
  if (member) return member;
  const isFormer = holderOf(words) === role && (await isKnown(fleet, connection, { role, members, id: words }));
  if (isFormer) return { id: words, name: words, publicKey: "", addedAt: "" };
  throw noneCalled(role, words, members);
}

interface Unenrolled {
  readonly role: MemberRole;
  /** Who is enrolled. */
  readonly members: readonly EnrolledMember[];
  readonly id: string;
}

async function isKnown(
  { file }: OperatedFleet,
  connection: NatsConnection,
  { role, members, id }: Unenrolled,
): Promise<boolean> {
  if ((file.removed ?? []).includes(id)) return true;
  const isLeft = role === "gateway" && (await isLeftOver(connection, members, id));
  // Whoever was interrupted while a member was added has made its credentials.
  return isLeft || keysOf(file, id).length > 0;
}

/**
 * Whether there are entries of a gateway that is not enrolled. One that was not removed here is one that the servers have
 * lost. It must not be removed by mistake: a restore would leave it out.
 */
async function isLeftOver(
  connection: NatsConnection,
  members: readonly EnrolledMember[],
  id: string,
): Promise<boolean> {
  const entries = await entriesOf(connection, FLEET_BUCKET, `${id}.>`);
  const presence = entries.find(({ key }) => key === `${id}.${PRESENCE_KEY}`);
  const silentMillis = (await serverTime(connection)).getTime() - (presence?.writtenAt.getTime() ?? 0);
  if (members.length > 0 && silentMillis > PRESENCE_MILLIS.lease) return entries.length > 0;
  const why = members.length === 0 ? "No gateway is registered." : `${id} is connected, but not registered.`;
  throw new CommandFault([
    `${why} The servers may have lost their data. Nothing was removed.`,
    "Restore a backup that has the gateway first: luxgate fleet restore <file>",
  ]);
}

export const memberIn = <Named extends Pick<EnrolledMember, "id" | "name">>(
  members: readonly Named[],
  words: string,
): Named | undefined => members.find(({ id, name }) => id === words || folded(name) === folded(words));

const folded = (name: string): string => name.trim().toLowerCase();

function noneCalled(role: MemberRole, words: string, members: readonly EnrolledMember[]): CommandFault {
  const meant = nearestWord(
    words,
    members.flatMap(({ name, id }) => [name, id]),
  );
  const name = members.find(({ id }) => id === meant)?.name;
  const id = name === undefined ? "" : ` (${name})`;
  const hint = meant === undefined ? `. List them with: luxgate fleet ${role}s` : `; did you mean "${meant}"${id}?`;
  return new CommandFault([`No ${role} is called "${words}"${hint}`]);
}
