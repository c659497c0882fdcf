import { StoreConflict } from "../../../core/gateway/store.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { SignInRequest } from "../../../shared/sign-in-request.ts";
import type {
  Asker,
  MadeRequest,
  OnRequestLapsed,
  RequestKeeper,
  RequestState,
} from "../../http/operator/request-keeper.ts";
import { REQUEST_MILLIS, roomFor } from "../../http/operator/request-limits.ts";
import { newCode } from "../../http/operator/sign-in-code.ts";
import { hashOfSecret, newSecret } from "../../http/secrets.ts";
import { type FleetRequest, requestEntryKey, requestOf } from "../keys-entries.ts";
import type { KeptEntry } from "./fleet-keys.ts";
import type { KeysWriter } from "./keys-writer.ts";

const TTL_SECONDS = REQUEST_MILLIS / 1_000;

export interface FleetRequestsOptions {
  readonly writer: Pick<KeysWriter, "put" | "remove">;
  readonly clock: Clock;
  readonly today: () => Date;
  /** Rejects with a StoreFault while the cluster is not heard of. */
  readonly refuseIfSilent: () => void;
  /** Resolves once everything is known that the cluster has now; rejects with a StoreFault. */
  readonly catchUp: () => Promise<void>;
}

interface KnownRequest extends SignInRequest {
  readonly digest: string;
  readonly state: FleetRequest["state"];
  readonly revision: number;
  readonly endsAtMillis: number;
}

/** Requests to sign in of a fleet: a browser may ask at one front, and be let in at another, once, as the cluster decides. */
export class FleetRequests implements RequestKeeper {
  readonly #options: FleetRequestsOptions;
  /** By the digest of the secret. */
  readonly #known = new Map<string, KnownRequest>();
  /** Requests that are being written. */
  readonly #coming = new Set<{ readonly address: string; readonly state: "waiting" }>();
  readonly #timers = new Set<() => void>();
  #listener: OnRequestLapsed = () => undefined;

  constructor(options: FleetRequestsOptions) {
    this.#options = options;
  }

  onLapsed(listener: OnRequestLapsed): void {
    this.#listener = listener;
  }

  get waiting(): readonly SignInRequest[] {
    return this.#current().filter(({ state }) => state === "waiting");
  }

  async ask(asker: Asker): Promise<MadeRequest | undefined> {
    const { writer, today, refuseIfSilent } = this.#options;
    refuseIfSilent();
    const { hasRoom, givesWay } = roomFor([...this.#current(), ...this.#coming], asker.address);
    if (!hasRoom) return undefined;
    const coming = { address: asker.address, state: "waiting" } as const;
    this.#coming.add(coming);
    try {
      if (givesWay && "digest" in givesWay) await this.#crowdOut(givesWay);
      const secret = newSecret();
      const digest = hashOfSecret(secret);
      const since = today().toISOString();
      const value = { ...asker, code: newCode(), state: "waiting", since, endsAt: this.#fiveMinutesOn() } as const;
      const revision = await writer.put(requestEntryKey(digest), value, { revision: 0, ttlSeconds: TTL_SECONDS });
      const request = this.#keep(digest, { value, revision });
      if (request) this.#watch(request);
      return request && { secret, request };
    } finally {
      this.#coming.delete(coming);
    }
  }

  allow(code: string): Promise<SignInRequest | undefined> {
    return this.#decide(code, { state: "allowed", from: ["waiting"], endsAt: this.#fiveMinutesOn() });
  }

  deny(code: string): Promise<SignInRequest | undefined> {
    return this.#decide(code, { state: "denied", from: ["waiting", "allowed"] });
  }

  /** One front only takes what was allowed, and only as it was then: what was denied meanwhile stays so. */
  async take(secret: string): Promise<RequestState> {
    const digest = hashOfSecret(secret);
    const request = await this.#find((one) => one.digest === digest);
    if (!request) return { state: "over" };
    if (request.state !== "allowed")
      return request.state === "denied" ? { state: "denied" } : { state: "waiting", request };
    this.#options.refuseIfSilent();
    return (await this.#remove(request)) ? { state: "allowed", request } : { state: "over" };
  }

  async withdraw(secret: string): Promise<void> {
    const digest = hashOfSecret(secret);
    const request = await this.#find((one) => one.digest === digest);
    if (request && request.state !== "denied") await this.#remove(request);
  }

  /** The cluster has a request, or has it no more; what is over it removes and tells nobody. */
  hear(digest: string, entry: KeptEntry<FleetRequest> | undefined): void {
    for (const { digest: known } of [...this.#known.values()].filter((one) => this.#isOver(one)))
      this.#known.delete(known);
    if (entry) this.#keep(digest, entry);
    else this.#known.delete(digest);
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#known.clear();
  }

  /** Of two requests with one code, which nobody can tell apart, none is decided on. */
  async #decide(
    code: string,
    { from, ...change }: Partial<FleetRequest> & { readonly from: readonly string[] },
  ): Promise<SignInRequest | undefined> {
    this.#options.refuseIfSilent();
    const request = await this.#find((one) => one.code === code);
    if (!request || !from.includes(request.state)) return undefined;
    const { name, address, browser, digest, revision } = request;
    const times = { since: request.since.toISOString(), endsAt: request.endsAt.toISOString() };
    const value = { code, name, address, browser, state: request.state, ...times, ...change };
    const endsAtMillis = Date.parse(value.endsAt) - this.#options.today().getTime();
    const ttlSeconds = Math.max(1, Math.ceil(endsAtMillis / 1_000));
    try {
      const next = await this.#options.writer.put(requestEntryKey(digest), value, { revision, ttlSeconds });
      return this.#keep(digest, { value, revision: next });
    } catch (fault) {
      if (fault instanceof StoreConflict) return undefined;
      throw fault;
    }
  }

  /** Asks the cluster if none is known. */
  async #find(isMeant: (request: KnownRequest) => boolean): Promise<KnownRequest | undefined> {
    const meant = () => {
      const found = this.#current().filter(isMeant);
      return found.length === 1 ? found[0] : undefined;
    };
    const known = meant();
    if (known) return known;
    await this.#options.catchUp();
    return meant();
  }

  /** Whether it was there, as it is known here. */
  async #remove({ digest, revision }: KnownRequest): Promise<boolean> {
    try {
      await this.#options.writer.remove(requestEntryKey(digest), { revision });
      this.#known.delete(digest);
      return true;
    } catch (fault) {
      if (fault instanceof StoreConflict) return false;
      throw fault;
    }
  }

  async #crowdOut(request: KnownRequest): Promise<void> {
    if ((await this.#remove(request)) && request.state === "waiting") this.#listener(request, "crowded");
  }

  #keep(digest: string, { value, revision }: KeptEntry<FleetRequest>): KnownRequest | undefined {
    const known = this.#known.get(digest);
    if (known && known.revision >= revision) return known;
    const read = requestOf(value);
    if (!read) return undefined;
    const { clock, today } = this.#options;
    const leftMillis = Math.min(read.endsAt.getTime() - today().getTime(), REQUEST_MILLIS);
    const request = { ...read, state: value.state, digest, revision, endsAtMillis: clock.now() + leftMillis };
    this.#known.set(digest, request);
    return request;
  }

  /** The front at which a browser asked tells that nobody decided. */
  #watch({ digest }: KnownRequest): void {
    const cancel = this.#options.clock.after(REQUEST_MILLIS, () => {
      this.#timers.delete(cancel);
      const request = this.#known.get(digest);
      if (request?.state === "waiting") this.#listener(request, "late");
      if (request && this.#isOver(request)) this.#known.delete(digest);
    });
    this.#timers.add(cancel);
  }

  #fiveMinutesOn(): string {
    return new Date(this.#options.today().getTime() + REQUEST_MILLIS).toISOString();
  }

  #isOver({ endsAtMillis }: KnownRequest): boolean {
    return this.#options.clock.now() >= endsAtMillis;
  }

  /** In the order in which they were made. */
  #current(): readonly KnownRequest[] {
    return [...this.#known.values()]
      .filter((request) => !this.#isOver(request))
      .toSorted((one, other) => one.since.getTime() - other.since.getTime());
  }
}
