import type { TSchema } from "typebox";
import type { MirroredResource } from "../../../core/home/changes/change.ts";
import { AccessKeyShape } from "../../store/sqlite/shapes.ts";
import type { BucketEntry } from "../bucket-consumer.ts";
import {
  FleetIdentity,
  FleetLink,
  FleetPress,
  FleetRequest,
  FleetSession,
  keysEntryFrom,
  Member,
} from "../keys-entries.ts";

/** What the bucket of keys has: `key.<id>`, `gateway.<id>`, sessions, links, requests to sign in, the identity and the press of the button. */
export const PRESS_KEY = "press";
export const keyEntryKey = (id: string): string => `key.${id}`;

export interface FleetKeysOptions {
  /** A key was made, used or revoked, here or at another front. */
  readonly onKeys: (keys: readonly MirroredResource[]) => void;
  /** A gateway was added under a name, or was removed. */
  readonly onGateway: (id: string, name: string | undefined) => void;
  /** Somebody pressed the fleet's button: clients can pair until then; undefined when one has. */
  readonly onPress: (endsAt: Date | undefined) => void;
  readonly onIdentity: (identity: FleetIdentity) => void;
  /** A session was opened, used or ended, here or at another front; undefined when it is gone. */
  readonly onSession: (digest: string, session: KeptEntry<FleetSession> | undefined) => void;
  /** A link to sign in was made, or was used. */
  readonly onLink: (digest: string, link: KeptEntry<FleetLink> | undefined) => void;
  /** A browser asked to be let in as operator, or was, or was not. */
  readonly onRequest: (digest: string, request: KeptEntry<FleetRequest> | undefined) => void;
}

/** An entry that is there. */
export interface KnownEntry {
  readonly value: string;
  readonly revision: number;
}

/** What an entry says, and the revision that says it. */
export interface KeptEntry<Value> {
  readonly value: Value;
  readonly revision: number;
}

/** What the fleet has in common: who may come in, which gateways belong to it, and who it is itself. */
export class FleetKeys {
  readonly #options: FleetKeysOptions;
  readonly #known = new Map<string, KnownEntry>();
  #seen: Set<string> | undefined;

  constructor(options: FleetKeysOptions) {
    this.#options = options;
  }

  /** An entry as it was heard of last. */
  known(key: string): KnownEntry | undefined {
    return this.#known.get(key);
  }

  beginSnapshot(): void {
    this.#seen = new Set();
  }

  /** Drops what did not come. */
  endSnapshot(): void {
    const seen = this.#seen;
    this.#seen = undefined;
    for (const key of [...this.#known.keys()]) if (seen && !seen.has(key)) this.#apply(key, undefined);
  }

  take({ key, value, revision }: BucketEntry): void {
    this.#seen?.add(key);
    const known = this.#known.get(key);
    if (known && known.revision > revision && !this.#seen) return;
    this.#apply(key, value === undefined ? undefined : { value, revision });
  }

  /** Says once more what is there. */
  tellAgain(): void {
    for (const [key, entry] of this.#known) this.#apply(key, entry);
  }

  /** What this front itself put is known before it is heard of. */
  put(key: string, entry: KnownEntry | undefined): void {
    if (entry) this.#known.set(key, entry);
    else this.#known.delete(key);
  }

  #apply(key: string, entry: KnownEntry | undefined): void {
    this.put(key, entry);
    const [kind, id = ""] = key.split(".");
    const read = <Shape extends TSchema>(shape: Shape) => entry && keysEntryFrom(shape, entry.value);
    const kept = <Shape extends TSchema>(shape: Shape) => {
      const value = read(shape);
      return entry && value !== undefined ? { value, revision: entry.revision } : undefined;
    };
    const { onKeys, onGateway, onPress, onIdentity, onSession, onLink, onRequest } = this.#options;
    if (kind === "key") onKeys([{ in: "keys", id, after: keyUnder(id, read(AccessKeyShape)) } as MirroredResource]);
    else if (kind === "gateway") onGateway(id, read(Member)?.name);
    else if (kind === "session") onSession(id, kept(FleetSession));
    else if (kind === "link") onLink(id, kept(FleetLink));
    else if (kind === "request") onRequest(id, kept(FleetRequest));
    const press = read(FleetPress);
    if (kind === PRESS_KEY) onPress(press && new Date(press.endsAt));
    const identity = kind === "identity" ? read(FleetIdentity) : undefined;
    if (identity) onIdentity(identity);
  }
}

const keyUnder = (id: string, key: { readonly id: string } | undefined): { readonly id: string } | undefined =>
  key?.id === id ? key : undefined;
