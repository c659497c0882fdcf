import { DISCOVERY_PORT, HTTP_PORT } from "../../core/contract/ports.ts";
import type { Clock } from "../../shared/clock.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { AddressResolver, type Find } from "./address-resolver.ts";
import { Connection } from "./connection.ts";
import type { DiscoveredGateway } from "./discovered-gateway.ts";
import type { HomeChange } from "./home-view.ts";
import { type OperationMethods, operationMethods } from "./operation-methods.ts";
import { type PairOptions, pair } from "./pair.ts";
import { Watch, type WatchOptions } from "./watch.ts";

export interface ConnectOptions {
  /** The key of an earlier `pair`, for whatever changes something. */
  readonly key?: string;
  /** Where a discovered gateway serves HTTP; where it says that it does, or else 8080, unless told otherwise. */
  readonly httpPort?: number;
  /**
   * Who it is, so that it is found again should its address change. Gateways that were discovered, or can be asked, say
   * so themselves.
   */
  readonly resetId?: string;
  /** Whether to look for it when it cannot be reached any more; in browsers nobody can. */
  readonly findAgain?: boolean;
  readonly discoveryPort?: number;
  /** How long an answer may take; ten seconds unless told otherwise. */
  readonly timeoutMillis?: number;
  /** Ends everything that is under way, and all that comes after. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** A number from 0 up to, and without, 1: waiting times are taken from it. */
  readonly random?: () => number;
}

/** One gateway: a method for each of its operations, and two that take longer. */
export interface LuxgateClient extends OperationMethods {
  /** Where it is at the moment. */
  readonly address: string;
  /** The key in use. */
  readonly key: string | undefined;
  /** Waits for the button, then gives the key and uses it from now on. */
  pair(options: PairOptions): Promise<string>;
  /** The home, then everything that becomes other in it; heals by itself whatever breaks in between. */
  watch(options?: WatchOptions): AsyncGenerator<HomeChange, void>;
}

/**
 * Speaks with the gateway at an address, or with one that was discovered. Nothing is sent before something is asked. An
 * address that is not one of HTTP or HTTPS is a TypeError.
 */
export function connectWith(
  find: Find | undefined,
  where: string | DiscoveredGateway,
  options: ConnectOptions,
): LuxgateClient {
  const { clock = SYSTEM_CLOCK, timeoutMillis = 10_000, random = Math.random, signal, key } = options;
  // A browser's fetch must be called with the window as `this`.
  const line = { fetch: options.fetch ?? ((...given) => fetch(...given)), clock, timeoutMillis };
  const resolver = new AddressResolver({
    base: baseOf(where, options.httpPort),
    resetId: options.resetId ?? (typeof where === "string" ? undefined : where.reset_id),
    line,
    find: options.findAgain === false ? undefined : find,
    discoveryPort: options.discoveryPort ?? DISCOVERY_PORT,
  });
  const connection = new Connection({ line, resolver, random, key, signal });
  return {
    ...operationMethods(connection),
    get address() {
      return connection.base;
    },
    get key() {
      return connection.key;
    },
    pair: (options) => pair(connection, options),
    watch: (options = {}) => new Watch(connection, options).changes(),
  };
}

function baseOf(where: string | DiscoveredGateway, httpPort: number | undefined): string {
  const address = typeof where === "string" ? where : `http://${where.ip}:${httpPort ?? where.httpPort ?? HTTP_PORT}`;
  const { protocol, origin, pathname } = new URL(address);
  // `localhost:8080` is a URL too, of the scheme localhost.
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`${address} is not an address of a gateway. Use one such as http://192.168.1.20:8080.`);
  return origin + pathname.replace(/\/+$/, "");
}
