import { randomBytes } from "node:crypto";
import { encodeUser, fmtCreds } from "@nats-io/jwt";
import { createUser } from "@nats-io/nkeys";
import { holderOf } from "../credentials-name.ts";
import { ACCOUNT_OF, type Authority, keyFrom } from "./authority.ts";
import type { Role } from "./permissions.ts";

/** The secret of a member of a fleet, and what it is known by. */
export interface Credentials {
  readonly id: string;
  /** By which the servers know it, and by which it is revoked. */
  readonly publicKey: string;
  /** The text of a credentials file. */
  readonly text: string;
}

const LETTERS: Readonly<Record<Role, string>> = { gateway: "g", leaf: "g", front: "f", command: "c", system: "s" };

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_LENGTH = 12;

/** Made here, not by a person: a name could be a wildcard in a subject. */
const newId = (role: Role): string =>
  LETTERS[role] + Array.from(randomBytes(ID_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

export const isGatewayId = (text: string): boolean => holderOf(text) === "gateway";

/** Makes credentials: signed by the key of their role, whose template says what they may do. No server need know of it. */
export async function makeCredentials(
  { accounts }: Pick<Authority, "accounts">,
  role: Role,
  { signer, id = newId(role) }: { readonly signer: string; readonly id?: string },
): Promise<Credentials> {
  const user = createUser();
  const account = accounts[ACCOUNT_OF[role]];
  const jwt = await encodeUser(id, user, account, {}, { signer: keyFrom(signer), scopedUser: true });
  return { id, publicKey: user.getPublicKey(), text: new TextDecoder().decode(fmtCreds(jwt, user)) };
}
