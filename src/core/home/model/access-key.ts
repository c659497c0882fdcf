import type { AccessKeyId } from "./ids.ts";

/** What lets one client change things. The key itself is known to the client alone. */
export interface AccessKey {
  readonly id: AccessKeyId;
  /** What the client called itself when it paired. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly hash: string;
  /** By the wall clock, in ISO 8601. */
  readonly madeAt: string;
  /** Null until the key is used for the first time. */
  readonly lastUsedAt: string | null;
}
