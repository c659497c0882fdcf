import { type Static, Type } from "typebox";

/** In which accounts members' credentials are revoked. */
export const MEMBER_ACCOUNTS = { gateway: "GATEWAYS", front: "HUB" } as const;
export type MemberRole = keyof typeof MEMBER_ACCOUNTS;

const PublicKeys = Type.Array(Type.String());

/** Which credentials were made, by their public keys: each is in one of the two, before the servers know of it. */
export const IssuedKeys = Type.Object({
  /**
   * By the id of a gateway or a front: those that may be valid, the newest last. A folder of an earlier version does not have
   * them all.
   */
  issued: Type.Optional(Type.Record(Type.String(), PublicKeys)),
  /** By account: those that are revoked, also for servers that lost their disk. */
  revoked: Type.Object({ HUB: PublicKeys, GATEWAYS: PublicKeys }),
});
export type IssuedKeys = Static<typeof IssuedKeys>;

/** A member, and the key of its credentials. */
interface KeyHolder {
  readonly id: string;
  readonly publicKey: string;
}

/** Servers refuse an account that revokes anything else. */
const USER_KEY = /^U[A-Z2-7]{55}$/;

export const keysOf = ({ issued = {} }: Pick<IssuedKeys, "issued">, id: string): readonly string[] =>
  Object.hasOwn(issued, id) ? (issued[id] ?? []) : [];

/** Adds keys of which only the fleet's data or a backup tells: folders of earlier versions have none. */
export function withKnown<Keys extends IssuedKeys>(file: Keys, role: MemberRole, holders: readonly KeyHolder[]): Keys {
  const revoked = new Set(file.revoked[MEMBER_ACCOUNTS[role]]);
  const news = holders.filter(
    ({ id, publicKey }) => USER_KEY.test(publicKey) && !revoked.has(publicKey) && !keysOf(file, id).includes(publicKey),
  );
  if (news.length === 0) return file;
  const known = news.map(({ id, publicKey }) => [id, [publicKey, ...keysOf(file, id)]] as const);
  return { ...file, issued: { ...file.issued, ...Object.fromEntries(known) } };
}

/** Adds the key of credentials that are about to be made. */
export const withIssued = <Keys extends IssuedKeys>(file: Keys, { id, publicKey }: KeyHolder): Keys => ({
  ...file,
  issued: { ...file.issued, [id]: [...keysOf(file, id), publicKey] },
});

/** Revokes all keys of a member. */
export function withoutKeys<Keys extends IssuedKeys>(file: Keys, role: MemberRole, id: string): Keys {
  const { [id]: _, ...issued } = file.issued ?? {};
  const account = MEMBER_ACCOUNTS[role];
  const revoked = [...new Set([...file.revoked[account], ...keysOf(file, id)])];
  return { ...file, issued, revoked: { ...file.revoked, [account]: revoked } };
}
