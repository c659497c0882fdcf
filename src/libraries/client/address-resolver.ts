import { isObject, type JsonObject } from "../../shared/is-object.ts";
import { jsonOf } from "./answer.ts";
import { eitherOf } from "./clock.ts";
import type { DiscoveredGateway, DiscoverOptions } from "./discovered-gateway.ts";
import { exchange, type Line } from "./exchange.ts";
import { OPERATION_TABLE } from "./operation-table.ts";

/** Looks for gateways on the local networks: `discover`, outside of browsers. */
export type Find = (options: DiscoverOptions) => Promise<unknown>;

export interface AddressResolverOptions {
  readonly base: string;
  /** The gateway's id, if known from the beginning. */
  readonly resetId: string | undefined;
  readonly line: Line;
  /** Undefined where discovery is impossible. */
  readonly find: Find | undefined;
  readonly discoveryPort: number;
}

const DISCOVERY_MILLIS = 1_000;

/** The address of a gateway. A gateway that does not answer there is looked for by its `reset_id`. */
export class AddressResolver {
  readonly #options: AddressResolverOptions;
  #base: string;
  #resetId: string | undefined;
  #rediscovering: Promise<boolean> | undefined;

  constructor(options: AddressResolverOptions) {
    this.#options = options;
    this.#base = options.base;
    this.#resetId = options.resetId;
  }

  /** The address, without a slash at its end. */
  get base(): string {
    return this.#base;
  }

  /** Whether the gateway's id is missing and would be of use. */
  get needsIdentity(): boolean {
    return this.#resetId === undefined && this.#options.find !== undefined;
  }

  /** Stores the gateway's id from a response to `listBridges`. */
  learnIdentity(bridges: unknown): void {
    this.#resetId ??= idIn(bridges);
  }

  /** Looks for the gateway, one search for all callers; returns whether it was found at another address. */
  rediscover(): Promise<boolean> {
    this.#rediscovering ??= this.#rediscover().finally(() => {
      this.#rediscovering = undefined;
    });
    return this.#rediscovering;
  }

  async #rediscover(): Promise<boolean> {
    const { find, discoveryPort, line } = this.#options;
    if (!find || this.#resetId === undefined) return false;
    const before = this.#base;
    const found = new AbortController();
    const tries = new Map<string, Promise<void>>();
    const tryAt = async (base: string) => {
      if (!(await this.#isAt(base)) || found.signal.aborted) return;
      this.#base = base;
      found.abort();
    };
    const onFound = (gateway: DiscoveredGateway) => {
      const base = movedTo(gateway, before);
      if (isSameId(gateway.reset_id, this.#resetId) && base !== before && !tries.has(base))
        tries.set(base, tryAt(base));
    };
    // The only possible fault is that no socket can be opened: then no gateway is found.
    const { clock } = line;
    await find({ port: discoveryPort, timeoutMillis: DISCOVERY_MILLIS, clock, signal: found.signal, onFound }).catch(
      ignore,
    );
    await Promise.all(tries.values());
    return found.signal.aborted;
  }

  /**
   * Whether the gateway answers at an address. Another id is rejected, and so is a server that does not answer as
   * gateways do. An answer without an id is accepted, as this read may be missing or need a key. No key is sent to an
   * address that is not verified yet.
   */
  async #isAt(base: string): Promise<boolean> {
    const { listBridges, getDevice } = OPERATION_TABLE;
    try {
      // Every gateway says of an unknown device that it is not found; the list of bridges is not in the document.
      const answer =
        (await this.#envelopeAt(base + listBridges.path)) ??
        (await this.#envelopeAt(base + getDevice.path.replace(":id", NOBODY)));
      const id = idIn(bridgesIn(answer));
      return answer !== undefined && (id === undefined || isSameId(id, this.#resetId));
    } catch {
      return false;
    }
  }

  /** What is answered there; undefined if it is no gateway's answer. */
  async #envelopeAt(url: string): Promise<JsonObject | undefined> {
    const outgoing = { method: "GET", url, headers: {}, signal: eitherOf() };
    const answer = await exchange(this.#options.line, outgoing, jsonOf);
    const { code } = isObject(answer) ? answer : {};
    return isObject(answer) && typeof code === "number" ? answer : undefined;
  }
}

const ignore = () => undefined;

/** The id of no device. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * The address in a discovery reply, with the port of before unless the reply names one. What mDNS announces is the port of
 * HTTP, which is no use over HTTPS.
 */
function movedTo({ ip, httpPort }: DiscoveredGateway, base: string): string {
  const url = new URL(base);
  url.hostname = ip;
  if (httpPort !== undefined && url.protocol === "http:") url.port = `${httpPort}`;
  return url.href.replace(/\/$/, "");
}

const isSameId = (one: string, other: string | undefined): boolean => one.toUpperCase() === other?.toUpperCase();

/** The list in an answer to `listBridges`. */
export function bridgesIn(answer: unknown): unknown {
  const { data } = isObject(answer) ? answer : {};
  const { arr } = isObject(data) ? data : {};
  return arr;
}

/** The id of the gateway in such a list. */
export function idIn(bridges: unknown): string | undefined {
  const [first]: readonly unknown[] = Array.isArray(bridges) ? bridges : [];
  const { id } = isObject(first) ? first : {};
  return typeof id === "string" && id !== "" ? id : undefined;
}
