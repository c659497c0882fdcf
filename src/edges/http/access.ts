import { OPERATIONS, type Operation, type OperationName } from "../../core/contract/operations.ts";
import type { Gateway } from "../../core/gateway/gateway.ts";
import type { AccessKey } from "../../core/home/model/access-key.ts";
import { type Author, operatorIn } from "../../core/home/trail-entry.ts";
import type { Clock } from "../../shared/clock.ts";
import type { TrafficCaller } from "../../shared/traffic-entry.ts";
import { Attempts } from "./attempts.ts";
import type { SessionKeeper } from "./operator/session-keeper.ts";
import type { Profile } from "./profile.ts";
import { Refusal } from "./refusal.ts";
import type { OnRefused } from "./refused-request.ts";
import type { GatewayRequest } from "./request.ts";
import { ownerOf } from "./secrets.ts";

/** How old the time of a key's last use may get: people read it, and each new time is a write. */
const USE_MILLIS = 60_000;

export interface AccessOptions {
  readonly gateway: Gateway;
  readonly profile: Profile;
  readonly clock: Clock;
  /** Browsers that may do what the operator may; undefined where there is no page. */
  readonly sessions?: Pick<SessionKeeper, "find" | "has"> | undefined;
  /** By the wall clock, for a person who looks at the list of keys. */
  readonly today: () => Date;
  /** Called for each request that gives no right key where it must. */
  readonly onRefused?: OnRefused | undefined;
}

/** Which client may use which operation. */
export class Access {
  readonly #options: AccessOptions;
  readonly #wrongKeys = new Attempts();

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  /** As whom a request is let in, or undefined where that does not matter; or why it is refused (G51, G90). */
  admit(
    name: OperationName,
    { key = "", sessionSecrets, clientAddress }: GatewayRequest,
  ): Author | Refusal | undefined {
    const operation: Operation = OPERATIONS[name];
    if (operation.key === "never") return undefined;
    const isChecked = this.#isNeeded(operation) || (operation.key === "checked" && key !== "");
    if (!isChecked) return undefined;
    const session = key === "" ? this.#options.sessions?.find(sessionSecrets) : undefined;
    return session ? operatorIn(session) : this.admitKey({ key, clientAddress });
  }

  /** As whom a key lets a request in, or why it is refused. */
  admitKey({ key = "", clientAddress }: Pick<GatewayRequest, "key" | "clientAddress">): Author | Refusal {
    const admitted = this.#keyFor(key);
    if (admitted) return { kind: "key", name: admitted.name };
    if (key !== "") noteWrongKey(this.#options.gateway, clientAddress);
    this.#options.onRefused?.({ why: key === "" ? "no-key" : "wrong-key", clientAddress });
    const isGuessed = key !== "" && this.#wrongKeys.isTooMany(clientAddress, this.#options.clock.now());
    return new Refusal(isGuessed ? "too-many-wrong-keys" : "key-needed");
  }

  /** Whether nothing but a session lets a request in. */
  needsSession(name: OperationName, { key = "" }: Pick<GatewayRequest, "key">): boolean {
    const operation: Operation = OPERATIONS[name];
    return key === "" && operation.key !== "never" && this.#isNeeded(operation);
  }

  /**
   * Whether an operation depends on a key that is not known here: at a front, it may have been made at another one a moment
   * ago. Not for an address that has tried too many.
   */
  needsUnknownKey(name: OperationName, request: Pick<GatewayRequest, "key" | "clientAddress">): boolean {
    const operation: Operation = OPERATIONS[name];
    const isChecked = operation.key === "checked" || (operation.key !== "never" && this.#isNeeded(operation));
    return isChecked && this.hasUnknownKey(request);
  }

  hasUnknownKey({ key = "", clientAddress }: Pick<GatewayRequest, "key" | "clientAddress">): boolean {
    const { gateway, clock } = this.#options;
    if (key === "" || ownerOf(gateway.home.keys.all(), key)) return false;
    return !this.#wrongKeys.isExhausted(clientAddress, clock.now());
  }

  #isNeeded({ key }: Operation): boolean {
    return key === "needed" || this.#options.profile === "shared";
  }

  /** Whether a key opens this gateway; the use of a right key is noted. */
  opens(text: string): boolean {
    return this.#keyFor(text) !== undefined;
  }

  /** Who asks, for whoever looks at the traffic: no use is noted. */
  callerOf({ key = "", sessionSecrets }: Pick<GatewayRequest, "key" | "sessionSecrets">): TrafficCaller {
    const { gateway, sessions } = this.#options;
    if (key === "") return { kind: sessions?.has(sessionSecrets) ? "operator" : "no-key" };
    const owner = ownerOf(gateway.home.keys.all(), key);
    return owner ? { kind: "key", name: owner.name } : { kind: "wrong-key" };
  }

  #keyFor(text: string): AccessKey | undefined {
    const key = text === "" ? undefined : ownerOf(this.#options.gateway.home.keys.all(), text);
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
    did: "invalid key used",
    devices: [],
    outcome: "refused",
    why: "the key is invalid or was revoked",
  });
