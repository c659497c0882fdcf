import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** 256 random bits, in 43 characters. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** Secrets are 256 random bits, so a plain digest cannot be guessed back. */
export const hashOfSecret = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Whose secret it is. All are compared, each in the same time, so that time tells nothing about a secret. */
export function ownerOf<Owner extends { readonly hash: string }>(
  owners: readonly Owner[],
  secret: string,
): Owner | undefined {
  const hash = Buffer.from(hashOfSecret(secret), "hex");
  return owners.filter((owner) => timingSafeEqual(Buffer.from(owner.hash, "hex"), hash))[0];
}
