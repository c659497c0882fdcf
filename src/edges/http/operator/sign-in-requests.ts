import type { Clock } from "../../../shared/clock.ts";
import type { SignInRequest } from "../../../shared/sign-in-request.ts";
import { hashOfSecret, newSecret, ownerOf } from "../secrets.ts";
import type { Asker, MadeRequest, OnRequestLapsed, RequestKeeper, RequestState } from "./request-keeper.ts";
import { REQUEST_MILLIS, roomFor } from "./request-limits.ts";
import { newCode } from "./sign-in-code.ts";

interface HeldRequest extends SignInRequest {
  readonly hash: string;
  state: "waiting" | "allowed" | "denied";
  endsAt: Date;
  endsAtMillis: number;
  cancelExpiry: () => void;
}

export interface SignInRequestsOptions {
  readonly clock: Clock;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
}

/**
 * Requests to sign in of a gateway on its own. In memory alone, few, and each for some minutes: a code is worth nothing but
 * to whoever is an operator already, and what it lets in has to prove that it is the one that asked.
 */
export class SignInRequests implements RequestKeeper {
  readonly #options: SignInRequestsOptions;
  /** By code, in the order in which they were made. */
  readonly #held = new Map<string, HeldRequest>();
  #listener: OnRequestLapsed = () => undefined;

  constructor(options: SignInRequestsOptions) {
    this.#options = options;
  }

  onLapsed(listener: OnRequestLapsed): void {
    this.#listener = listener;
  }

  get waiting(): readonly SignInRequest[] {
    return this.#current().filter(({ state }) => state === "waiting");
  }

  ask(asker: Asker): MadeRequest | undefined {
    const { hasRoom, givesWay } = roomFor([...this.#held.values()], asker.address);
    if (!hasRoom) return undefined;
    if (givesWay) this.#lapse(givesWay, "crowded");
    const secret = newSecret();
    const since = this.#options.today();
    const request: HeldRequest = {
      ...asker,
      code: this.#unusedCode(),
      hash: hashOfSecret(secret),
      state: "waiting",
      since,
      endsAt: since,
      endsAtMillis: 0,
      cancelExpiry: () => undefined,
    };
    this.#held.set(request.code, request);
    this.#lastFromNow(request);
    return { secret, request };
  }

  allow(code: string): SignInRequest | undefined {
    const request = this.#heldAs(code);
    if (request?.state !== "waiting") return undefined;
    request.state = "allowed";
    this.#lastFromNow(request);
    return request;
  }

  deny(code: string): SignInRequest | undefined {
    const request = this.#heldAs(code);
    if (!request || request.state === "denied") return undefined;
    request.state = "denied";
    return request;
  }

  take(secret: string): RequestState {
    const request = ownerOf(this.#current(), secret);
    if (!request) return { state: "over" };
    if (request.state === "denied") return { state: "denied" };
    if (request.state === "allowed") this.#drop(request);
    return { state: request.state, request };
  }

  withdraw(secret: string): void {
    const request = ownerOf(this.#current(), secret);
    if (request && request.state !== "denied") this.#drop(request);
  }

  stop(): void {
    for (const request of this.#current()) this.#drop(request);
  }

  #heldAs(code: string): HeldRequest | undefined {
    return this.#current().find((held) => held.code === code);
  }

  /** Also while timers are late. */
  #current(): readonly HeldRequest[] {
    const nowMillis = this.#options.clock.now();
    return [...this.#held.values()].filter(({ endsAtMillis }) => nowMillis < endsAtMillis);
  }

  #unusedCode(): string {
    let code = newCode();
    while (this.#held.has(code)) code = newCode();
    return code;
  }

  #lastFromNow(request: HeldRequest): void {
    const { clock, today } = this.#options;
    request.cancelExpiry();
    request.endsAt = new Date(today().getTime() + REQUEST_MILLIS);
    request.endsAtMillis = clock.now() + REQUEST_MILLIS;
    request.cancelExpiry = clock.after(REQUEST_MILLIS, () => this.#lapse(request, "late"));
  }

  #lapse(request: HeldRequest, why: "late" | "crowded"): void {
    this.#drop(request);
    if (request.state === "waiting") this.#listener(request, why);
  }

  #drop(request: HeldRequest): void {
    request.cancelExpiry();
    this.#held.delete(request.code);
  }
}
