import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { createKeysEntry } from "../bucket-entries.ts";
import { makeBuckets } from "../buckets.ts";
import { FleetFault } from "../connect-once.ts";
import type { FleetIdentity } from "../keys-entries.ts";
import { publishAccount, revocationsOf } from "./claims.ts";
import type { FleetFile } from "./fleet-folder.ts";

/** SYS is in the servers' configuration as well, and may be newer here. */
const ACCOUNTS = ["SYS", "HUB", "GATEWAYS"] as const;

/** What a set-up changed. */
export interface SetUp {
  readonly accounts: "published" | "unchanged";
  /** How many servers have each entry. */
  readonly copies: 1 | 3;
  readonly identity: "created" | "unchanged";
}

/** How a set-up reaches the servers: all of them for the system's account, or one of them for the operator's commands. */
interface Servers {
  readonly urls: readonly string[];
  system(): Promise<NatsConnection>;
  command(url: string): Promise<NatsConnection>;
}

/** How long a server of a cluster may take to learn an account from another. */
const TAKEN_MILLIS = 30_000;
const AGAIN_MILLIS = 250;

/** Gives running servers the fleet's accounts: when it resolves, every server that answers takes credentials. */
export async function publishAccounts(
  { urls, system, command }: Servers,
  { authority, revoked }: Pick<FleetFile, "authority" | "revoked">,
  signer: string,
): Promise<SetUp["accounts"]> {
  const connection = await system();
  let outcome: SetUp["accounts"] = "unchanged";
  for (const name of ACCOUNTS) {
    const revocations = name === "SYS" ? {} : revocationsOf(revoked[name]);
    const result = await publishAccount(connection, name, { authority, signer, revocations });
    if (result === "published") outcome = "published";
  }
  const endsAt = Date.now() + TAKEN_MILLIS;
  await Promise.all(urls.map((url) => untilTaken(() => command(url), endsAt)));
  return outcome;
}

/** A server that is away learns the accounts when it is back. */
async function untilTaken(connect: () => Promise<NatsConnection>, endsAt: number): Promise<void> {
  try {
    await (await connect()).close();
  } catch (fault) {
    if (!(fault instanceof FleetFault)) throw fault;
    if (!fault.isRefusal) return;
    if (Date.now() > endsAt) throw fault;
    await delay(AGAIN_MILLIS);
    await untilTaken(connect, endsAt);
  }
}

/** Makes the buckets and the fleet's identity, where they are missing; the identity that it had, where that is known. */
export async function makeFleetData(
  connection: NatsConnection,
  { name, identity = newIdentity(name) }: Pick<FleetFile, "name" | "identity">,
): Promise<Omit<SetUp, "accounts">> {
  const { copies } = await makeBuckets(connection);
  const isNew = await createKeysEntry(connection, "identity", identity);
  return { copies, identity: isNew ? "created" : "unchanged" };
}

const newIdentity = (name: string): FleetIdentity => ({
  mac: newMac(),
  resetId: randomUUID().toUpperCase(),
  name,
});

/** Of no network card: locally administered, and of one station. */
const newMac = (): string => ["02", ...Array.from(randomBytes(5), hexadecimal)].join(":").toUpperCase();

const hexadecimal = (byte: number): string => byte.toString(16).padStart(2, "0");
