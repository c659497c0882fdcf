import { hash } from "node:crypto";

/** The first 16 bytes of the SHA-256 of a text in UTF-8, as one number. */
export const digestOf = (text: string): bigint => BigInt(`0x${hash("sha256", text, "hex").slice(0, 32)}`);
