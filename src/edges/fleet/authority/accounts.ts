import { type Account, decode, encodeAccount, newScopedSigner, type RevocationList } from "@nats-io/jwt";
import { ALL_PUTS, commandSubject, entrySubject, FLEET_BUCKET } from "../subjects.ts";
import { ACCOUNT_OF, type AccountName, type Authority, keyFrom } from "./authority.ts";
import { ROLES, TEMPLATES } from "./permissions.ts";

const UNLIMITED = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
const JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

const ENTRIES = entrySubject(FLEET_BUCKET, ">");
const COMMANDS = commandSubject("*");

/**
 * Only the account HUB has buckets. Gateways reach one of them under another name, which leaf nodes carry; what the server
 * answers there is not passed on into another import, wherever a gateway asks for it.
 */
const SHARED: Readonly<Record<AccountName, (accounts: Authority["accounts"]) => Pick<Account, "imports" | "exports">>> =
  {
    SYS: () => ({ imports: [], exports: [] }),
    HUB: ({ GATEWAYS }) => ({
      exports: [{ name: "entries", subject: ENTRIES, type: "service" }],
      imports: [{ name: "commands", subject: COMMANDS, account: GATEWAYS, type: "service" }],
    }),
    GATEWAYS: ({ HUB }) => ({
      exports: [{ name: "commands", subject: COMMANDS, type: "service" }],
      imports: [{ name: "entries", subject: ENTRIES, account: HUB, type: "service", local_subject: ALL_PUTS }],
    }),
  };

/** What an account is. Signed by the operator's key for accounts, it is a JWT that the servers take. */
function accountClaims(authority: Authority, name: AccountName, revocations: RevocationList): Partial<Account> {
  const roles = ROLES.filter((role) => ACCOUNT_OF[role] === name);
  return {
    ...SHARED[name](authority.accounts),
    limits: name === "HUB" ? { ...UNLIMITED, ...JETSTREAM } : UNLIMITED,
    signing_keys: roles.flatMap((role) =>
      authority.signers[role].map((key) => newScopedSigner(key, role, TEMPLATES[role])),
    ),
    revocations,
  };
}

/** An account as servers take it. */
export function accountJwt(
  authority: Authority,
  name: AccountName,
  { signer, revocations = {} }: { readonly signer: string; readonly revocations?: RevocationList },
): Promise<string> {
  const claims = accountClaims(authority, name, revocations);
  return encodeAccount(name, authority.accounts[name], claims, { signer: keyFrom(signer) });
}

/** Whose credentials an account no longer takes, as a server has it. */
export const revocationsIn = (jwt: string): RevocationList => decode<Account>(jwt).nats.revocations ?? {};

/** Since when an account is as it is, in seconds. */
export const issuedAtSeconds = (jwt: string): number => decode(jwt).iat;
