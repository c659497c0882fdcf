import { rmSync } from "node:fs";
import { revoke } from "../../../edges/fleet/authority/claims.ts";
import type { Credentials } from "../../../edges/fleet/authority/credentials.ts";
import {
  type EnrolledMember,
  enrol,
  enrolledMembers,
  forget,
  type MemberRole,
  renew,
} from "../../../edges/fleet/authority/members.ts";
import { CommandFault } from "../command-fault.ts";
import { memberCalled, memberIn } from "./find-member.ts";
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
  if (memberIn(await enrolledMembers(connection, role), name)) {
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

/** Under a name by which a person knows it, and an id that no other has. */
function keptIn({ folder }: OperatedFleet, name: string, { id, text }: Credentials): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return folder.writeCredentials(`${[...(slug === "" ? [] : [slug]), id].join("-")}.creds`, text);
}
