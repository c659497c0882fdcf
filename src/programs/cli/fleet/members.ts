import { rmSync } from "node:fs";
import type { NatsConnection } from "@nats-io/transport-node";
import { revoke } from "../../../edges/fleet/authority/claims.ts";
import { type Credentials, isGatewayId } from "../../../edges/fleet/authority/credentials.ts";
import {
  type EnrolledMember,
  enrol,
  enrolledMembers,
  forget,
  type MemberRole,
  renew,
} from "../../../edges/fleet/authority/members.ts";
import { entriesOf, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import { PRESENCE_KEY, PRESENCE_MILLIS } from "../../../edges/fleet/presence.ts";
import { FLEET_BUCKET } from "../../../edges/fleet/subjects.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

const ACCOUNTS = { gateway: "GATEWAYS", front: "HUB" } as const;

/** A member of the fleet with new credentials, and where these are. */
export interface AddedMember {
  readonly id: string;
  readonly name: string;
  readonly credentials: string;
  readonly servers: readonly string[];
}

/** Whose credentials are wanted. */
interface Wanted {
  readonly name: string;
  /** Whether it is a gateway that connects through a leaf node. */
  readonly isBehindLeaf?: boolean;
}

/** Enrols a gateway or a front under a name that no other has. */
export async function addMember(
  fleet: OperatedFleet,
  role: MemberRole,
  { name, isBehindLeaf = false }: Wanted,
): Promise<AddedMember> {
  const { file, folder, servers } = fleet;
  const signer = folder.seed(isBehindLeaf ? "leaf" : role);
  const connection = await fleet.connect("command");
  if ((await enrolledMembers(connection, role)).some((member) => folded(member.name) === folded(name))) {
    throw new CommandFault([`There is already a ${role} called "${name}". Choose another name.`]);
  }
  let credentials = "";
  const keep = (made: Credentials) => {
    credentials = keptIn(fleet, name, made);
  };
  const { authority } = file;
  const addedAt = new Date();
  const { id } = await enrol(connection, role, { name, authority, isBehindLeaf, signer, addedAt, keep });
  return { id, name, credentials, servers };
}

/** Gives a member new credentials; those that it had are revoked. */
export async function renewMember(
  fleet: OperatedFleet,
  role: MemberRole,
  { name: words, isBehindLeaf = false }: Wanted,
): Promise<AddedMember> {
  const { file, folder, servers } = fleet;
  const signer = folder.seed(isBehindLeaf ? "leaf" : role);
  const connection = await fleet.connect("command");
  const member = await memberCalled(connection, role, words);
  let credentials = "";
  const keep = (made: Credentials) => {
    credentials = keptIn(fleet, member.name, made);
  };
  try {
    await renew(connection, role, { member, authority: file.authority, isBehindLeaf, signer, keep });
  } catch (fault) {
    // The former credentials stay valid, and the fleet does not know of these.
    if (credentials !== "") rmSync(credentials, { force: true });
    throw fault;
  }
  await revokeKey(fleet, role, member.publicKey);
  return { id: member.id, name: member.name, credentials, servers };
}

/** Who is meant, by name or by id. An id of a gateway that is not enrolled any more may have left something behind. */
export async function memberToRemove(fleet: OperatedFleet, role: MemberRole, words: string): Promise<EnrolledMember> {
  const connection = await fleet.connect("command");
  if (role === "gateway" && isGatewayId(words) && !(await isEnrolled(connection, words))) {
    if (!(fleet.file.removed ?? []).includes(words)) await mustBeGone(connection, words);
    return { id: words, name: words, publicKey: "", addedAt: "" };
  }
  return memberCalled(connection, role, words);
}

/** Revokes a member's credentials, which cuts it off, then removes what is left of it. */
export async function removeMember(
  fleet: OperatedFleet,
  role: MemberRole,
  { id, publicKey }: EnrolledMember,
): Promise<{ readonly entries: number }> {
  if (publicKey !== "") await revokeKey(fleet, role, publicKey);
  const { removed = [], ...present } = fleet.folder.fleet();
  fleet.folder.writeFleet({ ...present, removed: [...new Set([...removed, id])] });
  fleet.folder.removeCredentials(id);
  return { entries: await forget(await fleet.connect("command"), role, id) };
}

/** In the folder as well, for a server that has lost its disk. */
async function revokeKey({ file, folder, connect }: OperatedFleet, role: MemberRole, publicKey: string): Promise<void> {
  const signer = folder.seed("accounts");
  const account = ACCOUNTS[role];
  await revoke(await connect("system"), account, { authority: file.authority, signer, publicKeys: [publicKey] });
  const { revoked, ...present } = folder.fleet();
  folder.writeFleet({ ...present, revoked: { ...revoked, [account]: [...revoked[account], publicKey] } });
}

/**
 * A gateway that is not enrolled and was not removed here is one that the servers have lost. It must not be removed by
 * mistake: a restore would leave it out, and its credentials, which nobody knows here, would stay valid.
 */
async function mustBeGone(connection: NatsConnection, id: string): Promise<void> {
  const rows = await enrolledMembers(connection, "gateway");
  const [presence] = await entriesOf(connection, FLEET_BUCKET, `${id}.${PRESENCE_KEY}`);
  const silentMillis = (await serverTime(connection)).getTime() - (presence?.writtenAt.getTime() ?? 0);
  if (rows.length > 0 && silentMillis > PRESENCE_MILLIS.lease) return;
  const why = rows.length === 0 ? "No gateway is registered." : `${id} is connected, but not registered.`;
  throw new CommandFault([
    `${why} The servers may have lost their data. Nothing was removed.`,
    "Restore a backup that has the gateway first: luxgate fleet restore <file>",
  ]);
}

const isEnrolled = async (connection: NatsConnection, id: string): Promise<boolean> =>
  (await enrolledMembers(connection, "gateway")).some((member) => member.id === id);

/** By name or id, whatever the case of the name. */
export async function memberCalled(
  connection: NatsConnection,
  role: MemberRole,
  words: string,
): Promise<EnrolledMember> {
  const members = await enrolledMembers(connection, role);
  const member = members.find(({ id, name }) => id === words || folded(name) === folded(words));
  if (member) return member;
  const meant = nearestWord(
    words,
    members.map(({ name }) => name),
  );
  const hint = meant === undefined ? `. List them with: luxgate fleet ${role}s` : `; did you mean "${meant}"?`;
  throw new CommandFault([`No ${role} is called "${words}"${hint}`]);
}

/** Under a name by which a person knows it, and an id that no other has. */
function keptIn({ folder }: OperatedFleet, name: string, { id, text }: Credentials): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return folder.writeCredentials(`${[...(slug === "" ? [] : [slug]), id].join("-")}.creds`, text);
}

const folded = (name: string): string => name.trim().toLowerCase();
