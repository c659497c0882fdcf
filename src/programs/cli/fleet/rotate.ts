import { createOperator } from "@nats-io/nkeys";
import {
  accountSignersIn,
  newSignerSeed,
  operatorJwt,
  publicKeyOf,
  seedOf,
} from "../../../edges/fleet/authority/authority.ts";
import { writeOwnCredentials, writeSharedConfiguration } from "../../../edges/fleet/authority/make-fleet.ts";
import type { Role } from "../../../edges/fleet/authority/permissions.ts";
import { publishAccounts } from "../../../edges/fleet/authority/set-up.ts";
import { CommandFault } from "../command-fault.ts";
import { type OperatedFleet, serversOf } from "./operated-fleet.ts";

/**
 * Makes a new key that signs credentials of a role; those that its predecessor signed stay valid. The folder has the key
 * before the servers do: a command that fails half-way is completed by `luxgate fleet setup`.
 */
export async function rotateRole(fleet: OperatedFleet, role: Role): Promise<void> {
  const seed = newSignerSeed();
  const [former] = fleet.file.authority.signers[role].slice(-1);
  await giveSigners(fleet, role, [...(former === undefined ? [] : [former]), publicKeyOf(seed)], async (authority) => {
    fleet.folder.writeSeed(role, seed);
    if (role === "command" || role === "system") await writeOwnCredentials(fleet.folder, role, { authority, seed });
  });
}

/** Ends the validity of all credentials that were signed by former keys of a role. */
export async function endFormerKeys(fleet: OperatedFleet, role: Role): Promise<void> {
  const keys = fleet.file.authority.signers[role];
  mustHaveFormer(role, keys.length);
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

async function giveSigners(
  fleet: OperatedFleet,
  role: Role,
  keys: readonly string[],
  keep: (authority: OperatedFleet["file"]["authority"]) => Promise<void>,
): Promise<void> {
  const { folder, file } = fleet;
  const signer = folder.seed("accounts");
  // Its credentials are valid until the accounts are published.
  const system = await fleet.connect("system");
  const authority = { ...file.authority, signers: { ...file.authority.signers, [role]: [...keys] } };
  folder.writeFleet({ ...file, authority });
  await keep(authority);
  await writeSharedConfiguration(folder, authority, signer);
  await publishAccounts({ ...serversOf(fleet), system: async () => system }, { ...file, authority }, signer);
}

/**
 * Makes a new key that signs accounts. Servers take what it signs once they were started again with the new configuration:
 * until then, the former one is needed.
 */
export async function rotateAccounts({ folder, file }: OperatedFleet): Promise<void> {
  const next = seedOf(createOperator());
  await giveOperatorKeys({ folder, file }, [publicKeyOf(folder.seed("accounts")), publicKeyOf(next)], next);
  folder.writeSeed("accounts", next);
}

/** Ends the validity of accounts that former keys signed. */
export async function endFormerAccountKeys({ folder, file }: OperatedFleet): Promise<void> {
  mustHaveFormer("accounts", accountSignersIn(file.authority));
  const present = folder.seed("accounts");
  await giveOperatorKeys({ folder, file }, [publicKeyOf(present)], present);
}

async function giveOperatorKeys(
  { folder, file }: Pick<OperatedFleet, "folder" | "file">,
  signers: readonly string[],
  signer: string,
): Promise<void> {
  const systemAccount = file.authority.accounts.SYS;
  const authority = {
    ...file.authority,
    operatorJwt: await operatorJwt(folder.seed("operator"), { systemAccount, signers }),
  };
  folder.writeFleet({ ...file, authority });
  await writeSharedConfiguration(folder, authority, signer);
}
