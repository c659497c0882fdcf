import type { SignInRequest } from "../../../shared/sign-in-request.ts";

/** By whom a request is made. */
export type Asker = Pick<SignInRequest, "name" | "address" | "browser">;

/** A request that was just made. Its browser keeps the secret: without it, the code is of no use to anybody. */
export interface MadeRequest {
  readonly secret: string;
  readonly request: SignInRequest;
}

/** What a browser that asked is told. */
export type RequestState =
  | { readonly state: "waiting"; readonly request: SignInRequest }
  | { readonly state: "allowed"; readonly request: SignInRequest }
  /** `over`: too late, taken already, or never made. */
  | { readonly state: "denied" | "over" };

/** Called for each request that nobody decided on: its time was over, or it made room for others. */
export type OnRequestLapsed = (request: SignInRequest, why: "late" | "crowded") => void;

type Soon<Result> = Result | Promise<Result>;

/**
 * What keeps the requests of browsers that ask to be let in as operator (G114): a gateway, or the cluster of a fleet, for
 * all its fronts. Only digests of secrets are kept. What cannot be kept is rejected with a StoreFault.
 */
export interface RequestKeeper {
  /** Those that nobody has decided on, in the order in which they were made. */
  readonly waiting: readonly SignInRequest[];
  /** Undefined where there is no room for it. */
  ask(asker: Asker): Soon<MadeRequest | undefined>;
  /** Lets the browser with this very code in, once; undefined where no such request waits. */
  allow(code: string): Soon<SignInRequest | undefined>;
  /** Its browser is told. One that was allowed and not taken yet is denied too. */
  deny(code: string): Soon<SignInRequest | undefined>;
  /** What became of the request with this secret. One that was allowed is taken by being told so. */
  take(secret: string): Soon<RequestState>;
  /** For a browser that no longer wants to be let in. */
  withdraw(secret: string): Soon<void>;
  onLapsed(listener: OnRequestLapsed): void;
  stop(): void;
}
