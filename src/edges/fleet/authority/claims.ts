import { setTimeout as delay } from "node:timers/promises";
import { equivalent, type RevocationList } from "@nats-io/jwt";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { FleetFault } from "../connect-once.ts";
import { accountJwt, issuedAtSeconds, revocationsIn } from "./accounts.ts";
import type { AccountName, Authority } from "./authority.ts";

/** A year in which nobody uses these keys: a key that was revoked is never used again. */
const FOR_EVER_SECONDS = Date.UTC(3000, 0) / 1000;

/** How long the servers' answers may take, and for how long after one another may come. */
const ANSWERS = { strategy: "stall", maxWait: 3_000, stall: 250 } as const;
const UPDATE_MILLIS = 5_000;

interface Signing {
  readonly authority: Authority;
  /** The seed of the operator's key for accounts. */
  readonly signer: string;
}

/** Has all servers take an account as it is meant to be; gives whether they had another. What they revoked stays revoked. */
export async function publishAccount(
  system: NatsConnection,
  name: AccountName,
  { authority, signer, revocations }: Signing & { readonly revocations: RevocationList },
): Promise<"published" | "unchanged"> {
  const present = await presentAccount(system, authority.accounts[name]);
  const all = { ...(present === undefined ? {} : revocationsIn(present)), ...revocations };
  if (present !== undefined) {
    if (await equivalent(present, await accountJwt(authority, name, { signer, revocations: all }))) return "unchanged";
    await untilLaterThan(issuedAtSeconds(present));
  }
  await update(system, await accountJwt(authority, name, { signer, revocations: all }));
  return "published";
}

/** Servers refuse credentials with these keys, and cut connections that have them. */
export const revocationsOf = (publicKeys: readonly string[]): RevocationList =>
  Object.fromEntries(publicKeys.map((key) => [key, FOR_EVER_SECONDS]));

/** The newest that a server has: one of them may have been away. */
async function presentAccount(system: NatsConnection, key: string): Promise<string | undefined> {
  const texts: string[] = [];
  for await (const answer of await system.requestMany(`$SYS.REQ.ACCOUNT.${key}.CLAIMS.LOOKUP`, undefined, ANSWERS)) {
    if (answer.data.length > 0) texts.push(answer.string());
  }
  return texts.toSorted((one, other) => issuedAtSeconds(other) - issuedAtSeconds(one))[0];
}

/** Servers that were away take the account that was signed in the latest second. */
async function untilLaterThan(seconds: number): Promise<void> {
  const millis = (seconds + 1) * 1000 - Date.now();
  if (millis > 2_000) {
    throw new FleetFault(
      "The clock of this computer is behind that of the one that changed the fleet last. Set it right.",
    );
  }
  if (millis > 0) await delay(millis);
}

async function update(system: NatsConnection, jwt: string): Promise<void> {
  const answer = await system.request("$SYS.REQ.CLAIMS.UPDATE", jwt, { timeout: UPDATE_MILLIS });
  const problem = problemIn(answer);
  if (problem !== undefined) throw new FleetFault(`The server refused the account: ${problem}.`);
}

function problemIn(answer: Msg): string | undefined {
  const { error } = answer.json<{ readonly error?: { readonly description?: string } }>();
  return error && (error.description ?? "no reason given");
}
