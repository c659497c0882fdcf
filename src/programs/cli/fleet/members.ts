import type { NatsConnection } from "@nats-io/transport-node";
import { publishAccount, revocationsOf } from "../../../edges/fleet/authority/claims.ts";
import { type Credentials, makeCredentials } from "../../../edges/fleet/authority/credentials.ts";
import {
  MEMBER_ACCOUNTS,
  type MemberRole,
  withIssued,
  withKnown,
  withoutKeys,
} from "../../../edges/fleet/authority/issued-keys.ts";
import {
  type EnrolledMember,
  enrol,
  enrolledMembers,
  forget,
  reenrol,
} from "../../../edges/fleet/authority/members.ts";
import { CommandFault } from "../command-fault.ts";
import { memberCalled, memberIn } from "./find-member.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

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

/** Enrols a gateway or a front under a name that no other has. The folder has its key before anybody has its credentials. */
export async function addMember(
  fleet: OperatedFleet,
  role: MemberRole,
  { name, isBehindLeaf = false }: Wanted,
): Promise<AddedMember> {
  const { file, folder, servers } = fleet;
  const kind = isBehindLeaf ? "leaf" : role;
  const signer = folder.seed(kind);
  const connection = await fleet.connect("command");
  const members = await enrolledMembers(connection, role);
  if (memberIn(members, name)) {
    throw new CommandFault([`There is already a ${role} called "${name}". Choose another name.`]);
  }
  const made = await makeCredentials(file.authority, kind, { signer });
  await folder.change((now) => withIssued(withKnown(now, role, members), made));
  const credentials = keptIn(fleet, name, made);
  const { id, publicKey } = made;
  await enrol(connection, role, { id, name, publicKey, addedAt: new Date().toISOString() });
  return { id, name, credentials, servers };
}

/**
 * Gives a member new credentials and revokes all that it had. What this needs is looked for first; from then on the folder
 * says what is revoked, so that the same command completes what was interrupted.
 */
export async function renewMember(
  fleet: OperatedFleet,
  role: MemberRole,
  { name: words, isBehindLeaf = false }: Wanted,
): Promise<AddedMember> {
  const { file, folder, servers } = fleet;
  const kind = isBehindLeaf ? "leaf" : role;
  const signer = folder.seed(kind);
  const revoking = await revokingAt(fleet);
  const connection = await fleet.connect("command");
  const member = await memberCalled(connection, role, words);
  const { id, name } = member;
  const made = await makeCredentials(file.authority, kind, { signer, id });
  await folder.change((now) => {
    const issued = withIssued(withoutKeys(withKnown(now, role, [member]), role, id), made);
    // A removal that was interrupted is taken back.
    return { ...issued, removed: (now.removed ?? []).filter((gone) => gone !== id) };
  });
  const credentials = keptIn(fleet, name, made);
  await publishRevoked(fleet, role, revoking);
  await reenrol(connection, role, { ...member, publicKey: made.publicKey });
  return { id, name, credentials, servers };
}

/** Revokes all credentials of a member, which cuts it off, then removes what is left of it. Safe to be repeated. */
export async function removeMember(
  fleet: OperatedFleet,
  role: MemberRole,
  member: EnrolledMember,
): Promise<{ readonly entries: number }> {
  const { folder } = fleet;
  const { id } = member;
  const revoking = await revokingAt(fleet);
  const connection = await fleet.connect("command");
  await folder.change((now) => {
    const revoked = withoutKeys(withKnown(now, role, [member]), role, id);
    return { ...revoked, removed: [...new Set([...(now.removed ?? []), id])] };
  });
  await publishRevoked(fleet, role, revoking);
  folder.removeCredentials(id);
  return { entries: await forget(connection, role, id) };
}

/** What revoking needs. */
interface Revoking {
  /** The seed of the key for accounts. */
  readonly signer: string;
  readonly system: NatsConnection;
}

const revokingAt = async ({ folder, connect }: OperatedFleet): Promise<Revoking> => ({
  signer: folder.seed("accounts"),
  system: await connect("system"),
});

/** Has the servers refuse all credentials that are revoked in the folder, also by commands that were interrupted. */
async function publishRevoked(
  { folder }: OperatedFleet,
  role: MemberRole,
  { signer, system }: Revoking,
): Promise<void> {
  const { authority, revoked } = folder.fleet();
  const account = MEMBER_ACCOUNTS[role];
  await publishAccount(system, account, { authority, signer, revocations: revocationsOf(revoked[account]) });
}

/** Under a name by which a person knows it, and an id that no other has. */
function keptIn({ folder }: OperatedFleet, name: string, { id, text }: Credentials): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return folder.writeCredentials(`${[...(slug === "" ? [] : [slug]), id].join("-")}.creds`, text);
}
