import type { WireType } from "../../core/contract/events.ts";
import { REFUSALS } from "../../core/contract/refusals.ts";
import { contentOf } from "./answer.ts";
import type { Connection, GatewayRequest } from "./connection.ts";
import { LuxgateError } from "./luxgate-error.ts";
import { OPERATION_TABLE } from "./operation-table.ts";
import { queryText } from "./query-text.ts";

/** The reads that together are what a snapshot of the event stream holds. */
const READS = {
  device: ["listDevices", {}],
  light: ["listLights", {}],
  sync: ["listSyncBoxes", {}],
  room: ["listRooms", { include_all_room: true, include_no_room: true }],
  scene: ["listScenes", {}],
  group_light: ["listGroupLights", {}],
} as const satisfies Record<WireType, readonly [keyof typeof OPERATION_TABLE, object]>;

/** Kinds whose path a gateway may lack: one without sync boxes, or one that does not know rooms as lights. */
const OPTIONAL: readonly string[] = ["sync", "group_light"] satisfies readonly WireType[];

interface CachedList {
  readonly tag: string;
  readonly list: unknown;
}

/** Polls all lists; a list with an ETag that has not changed is not sent again. */
export class Poll {
  readonly #connection: Connection;
  readonly #cache = new Map<string, CachedList>();
  /** The types that the gateway has listed. */
  readonly #listed = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All resources, by type. */
  async read(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const lists = Object.entries(READS).map(async ([type, [name, parameters]]) => {
      const { method, path, query } = OPERATION_TABLE[name];
      const request = { method, target: path + queryText(query, parameters), signal };
      try {
        const list = await this.#list(request);
        this.#listed.add(type);
        return [type, list];
      } catch (error) {
        if (OPTIONAL.includes(type) && this.#hasNone(type, error)) return [type, []];
        throw error;
      }
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  async #list(request: GatewayRequest): Promise<unknown> {
    const url = this.#connection.base + request.target;
    const cached = this.#cache.get(url);
    const headers = cached ? { "if-none-match": cached.tag } : {};
    return this.#connection.request({ ...request, headers }, async (response) => {
      if (cached && response.status === 304) return cached.list;
      const list = await contentOf(response, "list");
      const tag = response.headers.get("etag");
      if (tag !== null) this.#cache.set(url, { tag, list });
      return list;
    });
  }

  /** A 404 that is not the gateway's own, such as a proxy's, does not take away what the gateway has listed before. */
  #hasNone(type: string, error: unknown): boolean {
    const isNotFound = error instanceof LuxgateError && error.code === "not-found";
    return isNotFound && (error.gatewayCode === REFUSALS["not-found"].code || !this.#listed.has(type));
  }
}
