import { createHash, timingSafeEqual } from "node:crypto";
import { OPERATIONS, type Operation, type OperationName } from "../contract/operations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { AccessKey } from "../home/model/access-key.ts";
import type { Clock } from "../shared/clock.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import type { Profile } from "./profile.ts";
import { Refusal } from "./refusal.ts";
import type { OnRefused } from "./refused-request.ts";
import type { GatewayRequest } from "./request.ts";

/** How old the time of a key's last use may get: people read it, and each new time is a write. */
const USE_MILLIS = 60_000;

export interface AccessOptions {
  readonly gateway: Gateway;
  readonly profile: Profile;
  readonly clock: Clock;
  /** By the wall clock, for a person who looks at the list of keys. */
  readonly today: () => Date;
  /** Called for each request that gives no right key where it must. */
  readonly onRefused?: OnRefused | undefined;
}

/** Which client may use which operation. */
export class Access {
  readonly #options: AccessOptions;
  readonly #wrongKeys = new WrongKeys();

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /** The key with which a request is let in, or undefined where it needs none; or why it is refused (G51). */
  admit(name: OperationName, { key = "", clientAddress }: GatewayRequest): AccessKey | Refusal | undefined {
    const operation: Operation = OPERATIONS[name];
    if (operation.key === "never") return undefined;
    const isNeeded = operation.key === "needed" || this.#options.profile === "shared";
    const isChecked = isNeeded || (operation.key === "checked" && key !== "");
    if (!isChecked) return undefined;
    const admitted = this.#keyFor(key);
    if (admitted) return admitted;
    if (key !== "") noteWrongKey(this.#options.gateway, clientAddress);
    this.#options.onRefused?.({ why: key === "" ? "no-key" : "wrong-key", clientAddress });
    const isGuessed = key !== "" && this.#wrongKeys.isTooMany(clientAddress, this.#options.clock.now());
    return new Refusal(isGuessed ? "too-many-wrong-keys" : "key-needed");
  }

  /** Whether a key opens this gateway; the use of a right key is noted. */
  opens(text: string): boolean {
    return this.#keyFor(text) !== undefined;
  }

  #keyFor(text: string): AccessKey | undefined {
    const key = text === "" ? undefined : keyAmong(this.#options.gateway.home.keys.all(), text);
    if (key) this.#use(key);
    return key;
  }

  #use({ id, lastUsedAt }: AccessKey): void {
    const now = this.#options.today();
    if (lastUsedAt !== null && Math.abs(now.getTime() - Date.parse(lastUsedAt)) < USE_MILLIS) return;
    this.#options.gateway.submit({ kind: "keyUsed", keyId: id, at: now.toISOString() });
  }
}

/** The trail names the address; what was tried as a key may be one, of another gateway. */
export const noteWrongKey = ({ trail }: Gateway, address: string): void =>
  trail.noteSparingly(`wrong key ${address}`, {
    by: { kind: "address", name: address },
    did: "a wrong key tried",
    devices: [],
    outcome: "refused",
    why: "the key was revoked, or is none of ours",
  });

/** Keys are 256 random bits, so a plain digest cannot be guessed back. */
export const hashOfKey = (text: string): string => createHash("sha256").update(text).digest("hex");

/** All keys are compared, each in the same time, so that time tells nothing about a key. */
function keyAmong(keys: readonly AccessKey[], text: string): AccessKey | undefined {
  const hash = Buffer.from(hashOfKey(text), "hex");
  return keys.filter((key) => timingSafeEqual(Buffer.from(key.hash, "hex"), hash))[0];
}

/** A client whose key was revoked sends it now and then; only a client that tries keys sends more. */
const WRONG_KEY_RATE = { perSecond: 1, burst: 20 };
const MOST_ADDRESSES = 1_000;

/** A token bucket of wrong keys for each address. */
export class WrongKeys {
  readonly #buckets = new Map<string, TokenBucket>();

  /** Counts one wrong key more; whether that is too many. */
  isTooMany(address: string, nowMillis: number): boolean {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(WRONG_KEY_RATE, nowMillis);
    if (bucket.levelAt(nowMillis) < 1) return true;
    bucket.take(nowMillis);
    this.#buckets.delete(address);
    this.#buckets.set(address, bucket);
    this.#forgetOldest();
    return false;
  }

  get addresses(): number {
    return this.#buckets.size;
  }

  #forgetOldest(): void {
    for (const [oldest] of this.#buckets) {
      if (this.#buckets.size <= MOST_ADDRESSES) return;
      this.#buckets.delete(oldest);
    }
  }
}
