import type { WireType } from "../../core/contract/events.ts";
import { contentOf } from "./answer.ts";
import type { Connection } from "./connection.ts";
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

interface CachedList {
  readonly tag: string;
  readonly list: unknown;
}

/** Polls all lists; a list with an ETag that has not changed is not sent again. */
export class Poll {
  readonly #connection: Connection;
  readonly #cache = new Map<string, CachedList>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All resources, by type. */
  async read(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const lists = Object.entries(READS).map(async ([type, [name, parameters]]) => {
      const { method, path, query } = OPERATION_TABLE[name];
      return [type, await this.#list({ method, target: path + queryText(query, parameters), signal })];
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  async #list(request: { readonly method: string; readonly target: string; readonly signal: AbortSignal }) {
    const url = this.#connection.base + request.target;
    const cached = this.#cache.get(url);
    const headers = cached ? { "if-none-match": cached.tag } : {};
    try {
      return await this.#connection.request({ ...request, headers }, async (response) => {
        if (cached && response.status === 304) return cached.list;
        const list = await contentOf(response, "list");
        const tag = response.headers.get("etag");
        if (tag !== null) this.#cache.set(url, { tag, list });
        return list;
      });
    } catch (error) {
      // A gateway without sync boxes, or one that does not know rooms as lights, may not have this path.
      if (error instanceof LuxgateError && error.code === "not-found") return [];
      throw error;
    }
  }
}
