import { BackOff } from "../../shared/back-off.ts";
import type { Clock } from "../../shared/clock.ts";
import type { AddressResolver } from "./address-resolver.ts";
import { contentOf } from "./answer.ts";
import { eitherOf, pause, unlessAborted } from "./clock.ts";
import { exchange, type Line } from "./exchange.ts";
import { hasNeverLeft, isPassing, mayHaveMoved } from "./luxgate-error.ts";
import { OPERATION_TABLE } from "./operation-table.ts";

const MOST_TRIES = 3;
const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 30_000;

export interface ConnectionOptions {
  readonly line: Line;
  readonly resolver: AddressResolver;
  readonly random: () => number;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface GatewayRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborts the request; combined with the client's own signal. */
  readonly signal: AbortSignal;
}

type Take<Taken> = (response: Response) => Promise<Taken>;

/** All requests to one gateway. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #signal: AbortSignal;
  /** The application key, once the client has one. */
  key: string | undefined;
  #isIdentityRequested = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#signal = eitherOf(options.signal);
    this.key = options.key;
  }

  get clock(): Clock {
    return this.#options.line.clock;
  }

  get random(): () => number {
    return this.#options.random;
  }

  /** The address at the moment. */
  get base(): string {
    return this.#options.resolver.base;
  }

  /** The client's signal combined with one of a call. */
  endOf(signal: AbortSignal | undefined): AbortSignal {
    return eitherOf(this.#options.signal, signal);
  }

  /** Sends a request; retries a few times where that is safe: reads, and requests that certainly never left. */
  async request<Taken>(request: GatewayRequest, take: Take<Taken>): Promise<Taken> {
    const backOff = new BackOff({
      random: this.random,
      firstMillis: FIRST_PAUSE_MILLIS,
      longestMillis: LONGEST_PAUSE_MILLIS,
    });
    const isSafe = request.method === "GET" ? isPassing : hasNeverLeft;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.requestOnce(request, take);
      } catch (error) {
        if (tries === MOST_TRIES || !isSafe(error)) throw error;
        if (await this.rediscover(error, request.signal)) continue;
      }
      await pause({ clock: this.clock, millis: backOff.nextMillis(), signal: request.signal });
    }
  }

  async requestOnce<Taken>(request: GatewayRequest, take: Take<Taken>): Promise<Taken> {
    const { method, target, headers = {}, body, signal } = request;
    const outgoing = {
      method,
      url: this.base + target,
      headers: {
        ...headers,
        ...(this.key === undefined ? {} : { "application-key": this.key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body,
      signal,
    };
    const taken = await exchange(this.#options.line, outgoing, take);
    this.#requestIdentity();
    return taken;
  }

  /** After a fault: whether the gateway was found at another address. */
  async rediscover(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!mayHaveMoved(error)) return false;
    return unlessAborted(this.#options.resolver.rediscover(), signal);
  }

  /**
   * Requests the gateway's identity once, after its first response; without an identity a moved gateway cannot be
   * found.
   */
  #requestIdentity(): void {
    const { resolver, line } = this.#options;
    if (!resolver.needsIdentity || this.#isIdentityRequested) return;
    this.#isIdentityRequested = true;
    const { method, path, answer } = OPERATION_TABLE.listBridges;
    const headers = this.key === undefined ? {} : { "application-key": this.key };
    const outgoing = { method, url: this.base + path, headers, signal: this.#signal };
    void exchange(line, outgoing, (response) => contentOf(response, answer)).then(
      (bridges) => resolver.learnIdentity(bridges),
      (error) => {
        this.#isIdentityRequested = !isPassing(error);
      },
    );
  }
}
