import { createOperator } from "@nats-io/nkeys";
import {
  type Authority,
  accountSignersIn,
  issuerIn,
  MOST_SIGNERS,
  newSignerSeed,
  operatorJwt,
  publicKeyOf,
  seedOf,
} from "../../../edges/fleet/authority/authority.ts";
import type { FleetFolder } from "../../../edges/fleet/authority/fleet-folder.ts";
import { writeOwnCredentials, writeSharedConfiguration } from "../../../edges/fleet/authority/make-fleet.ts";
import type { Role } from "../../../edges/fleet/authority/permissions.ts";
import { publishAccounts } from "../../../edges/fleet/authority/set-up.ts";
import { CommandFault } from "../command-fault.ts";
import { type OperatedFleet, serversOf } from "./operated-fleet.ts";

/**
 * Makes a new key that signs credentials of a role; those that all former keys signed stay valid. The folder has the key
 * before the servers do: a command that fails half-way is completed by `luxgate fleet setup`, or by the same command again.
 */
export async function rotateRole(fleet: OperatedFleet, role: Role): Promise<void> {
  const { folder, file } = fleet;
  const seed = newSignerSeed();
  const former = file.authority.signers[role];
  mustHaveRoom(role, former.length);
  const authority = await giveSigners(fleet, role, [...former, publicKeyOf(seed)], async (next) => {
    folder.writeSeed(role, seed);
    if (role === "command") await writeOwnCredentials(folder, role, { authority: next, seed });
  });
  // Without credentials that the servers take already, nobody could give them the accounts.
  if (role === "system") await writeOwnCredentials(folder, role, { authority, seed });
}

/** Ends the validity of all credentials that were signed by former keys of a role. */
export async function endFormerKeys(fleet: OperatedFleet, role: Role): Promise<void> {
  const keys = fleet.file.authority.signers[role];
  mustHaveFormer(role, keys.length);
  mustBeNewest(role, signerInUse(fleet.folder, role), keys);
  await giveSigners(fleet, role, keys.slice(-1), async () => undefined);
}

function mustHaveFormer(key: Role | "accounts", count: number): void {
  if (count > 1) return;
  throw new CommandFault([
    `There is no former "${key}" key, so nothing was changed. The only key is still valid.`,
    `Make a new one first: luxgate fleet rotate ${key}`,
    "If an earlier --end-old failed, complete it with: luxgate fleet setup",
  ]);
}

function mustHaveRoom(key: Role | "accounts", count: number): void {
  if (count < MOST_SIGNERS) return;
  throw new CommandFault([
    `There are already ${count} valid "${key}" keys, so nothing was changed.`,
    `End the former ones first: luxgate fleet rotate ${key} --end-old`,
  ]);
}

/** A rotation that was interrupted leaves a newest key that nobody has: if it were the only one, all would be refused. */
function mustBeNewest(key: Role | "accounts", inUse: string | undefined, keys: readonly string[]): void {
  if (inUse === keys.at(-1)) return;
  throw new CommandFault([
    `The fleet's folder does not have the newest "${key}" key, so nothing was changed. A rotation was interrupted.`,
    `Make another one first: luxgate fleet rotate ${key}`,
  ]);
}

/** The public key with which the folder makes credentials of a role; its own may be there without the seed. */
const signerInUse = (folder: FleetFolder, role: Role): string | undefined =>
  role === "command" || role === "system" ? issuerIn(folder.credentials(role)) : publicKeyOf(folder.seed(role));

async function giveSigners(
  fleet: OperatedFleet,
  role: Role,
  keys: readonly string[],
  keep: (authority: Authority) => Promise<void>,
): Promise<Authority> {
  const { folder } = fleet;
  const signer = folder.seed("accounts");
  // Its credentials are valid until the accounts are published.
  const system = await fleet.connect("system");
  const present = await folder.change((now) => {
    const signers = { ...now.authority.signers, [role]: [...keys] };
    return { ...now, authority: { ...now.authority, signers } };
  });
  const { authority } = present;
  await keep(authority);
  await writeSharedConfiguration(folder, authority, signer);
  await publishAccounts({ ...serversOf(fleet), system: async () => system }, present, signer);
  return authority;
}

/**
 * Makes a new key that signs accounts. Servers take what it signs once they were started again with the new configuration:
 * until then, the former ones are needed.
 */
export async function rotateAccounts({ folder, file }: OperatedFleet): Promise<void> {
  const next = seedOf(createOperator());
  const former = accountSignersIn(file.authority);
  mustHaveRoom("accounts", former.length);
  await giveOperatorKeys({ folder, file }, [...former, publicKeyOf(next)], next);
  folder.writeSeed("accounts", next);
}

/** Ends the validity of accounts that former keys signed. */
export async function endFormerAccountKeys({ folder, file }: OperatedFleet): Promise<void> {
  const keys = accountSignersIn(file.authority);
  mustHaveFormer("accounts", keys.length);
  const present = folder.seed("accounts");
  mustBeNewest("accounts", publicKeyOf(present), keys);
  await giveOperatorKeys({ folder, file }, [publicKeyOf(present)], present);
}

async function giveOperatorKeys(
  { folder, file }: Pick<OperatedFleet, "folder" | "file">,
  signers: readonly string[],
  signer: string,
): Promise<void> {
  const systemAccount = file.authority.accounts.SYS;
  const jwt = await operatorJwt(folder.seed("operator"), { systemAccount, signers });
  const { authority } = await folder.change((now) => ({
    ...now,
    authority: { ...now.authority, operatorJwt: jwt },
  }));
  await writeSharedConfiguration(folder, authority, signer);
}
