import { decode, encodeOperator, type Operator } from "@nats-io/jwt";
import { createAccount, createOperator, fromSeed, type KeyPair } from "@nats-io/nkeys";
import { type Static, Type } from "typebox";
import { ROLES, type Role } from "./permissions.ts";

const PublicKey = Type.String({ pattern: "^[OA][A-Z2-7]{55}$" });
/** How many keys of a role may be valid at once. */
export const MOST_SIGNERS = 16;
const PublicKeys = Type.Array(PublicKey, { minItems: 1, maxItems: MOST_SIGNERS });

/** Who decides in a fleet: nothing of this is secret. The keys of a role that sign credentials: the newest is last. */
export const Authority = Type.Object({
  operatorJwt: Type.String(),
  operator: PublicKey,
  accounts: Type.Object({ SYS: PublicKey, HUB: PublicKey, GATEWAYS: PublicKey }),
  signers: Type.Object({
    gateway: PublicKeys,
    leaf: PublicKeys,
    front: PublicKeys,
    command: PublicKeys,
    system: PublicKeys,
  }),
});
export type Authority = Static<typeof Authority>;

export type AccountName = keyof Authority["accounts"];

/** In which account the holders of credentials are. */
export const ACCOUNT_OF: Readonly<Record<Role, AccountName>> = {
  gateway: "GATEWAYS",
  leaf: "GATEWAYS",
  front: "HUB",
  command: "HUB",
  system: "SYS",
};

/** What must be kept secret: the operator's own key, the one that signs accounts for it, and one for each role. */
export type SeedName = "operator" | "accounts" | Role;
export type Seeds = Readonly<Record<SeedName, string>>;

/**
 * Makes all keys of a fleet. The accounts' own keys are not kept: accounts are signed by the operator's second key, and
 * credentials by the key of their role.
 */
export async function makeAuthority(): Promise<{ readonly authority: Authority; readonly seeds: Seeds }> {
  const [operator, accounts] = [createOperator(), createOperator()];
  const SYS = createAccount().getPublicKey();
  const seeds = {
    operator: seedOf(operator),
    accounts: seedOf(accounts),
    gateway: newSignerSeed(),
    leaf: newSignerSeed(),
    front: newSignerSeed(),
    command: newSignerSeed(),
    system: newSignerSeed(),
  };
  const authority = {
    operatorJwt: await operatorJwt(seeds.operator, { systemAccount: SYS, signers: [accounts.getPublicKey()] }),
    operator: operator.getPublicKey(),
    accounts: { SYS, HUB: createAccount().getPublicKey(), GATEWAYS: createAccount().getPublicKey() },
    signers: Object.fromEntries(ROLES.map((role) => [role, [publicKeyOf(seeds[role])]])) as Authority["signers"],
  };
  return { authority, seeds };
}

/** What all servers have in their configuration: whom they trust, and to whom the rest is left. */
export const operatorJwt = (
  seed: string,
  { systemAccount, signers }: { readonly systemAccount: string; readonly signers: readonly string[] },
): Promise<string> =>
  encodeOperator("luxgate-fleet", keyFrom(seed), { system_account: systemAccount, signing_keys: [...signers] });

/** The keys that may sign accounts: the newest is last. */
export const accountSignersIn = ({ operatorJwt: jwt }: Authority): readonly string[] =>
  (decode<Operator>(jwt).nats.signing_keys ?? []).filter((key) => typeof key === "string");

export const newSignerSeed = (): string => seedOf(createAccount());

export const keyFrom = (seed: string): KeyPair => fromSeed(new TextEncoder().encode(seed.trim()));

export const publicKeyOf = (seed: string): string => keyFrom(seed).getPublicKey();

export const seedOf = (key: KeyPair): string => new TextDecoder().decode(key.getSeed());

const USER_JWT = /-----BEGIN NATS USER JWT-----\s+(\S+)\s/;

/** The public key that signed credentials; undefined for another text. */
export function issuerIn(credentials: string): string | undefined {
  const [, jwt = ""] = USER_JWT.exec(credentials) ?? [];
  try {
    return decode(jwt).iss;
  } catch {
    return undefined;
  }
}
