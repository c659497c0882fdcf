import { OPERATIONS, type OperationName, type ReadName } from "../contract/operations.ts";
import { emptyBody } from "../present/pages/body.ts";
import type { Access } from "./access.ts";
import type { Reads } from "./read/reads.ts";
import { isRefusal } from "./refusal.ts";
import { type GatewayRequest, type GatewayResponse, originOf } from "./request.ts";
import { type OperationRoute, route } from "./route.ts";
import { refusalResponse, success } from "./server/plain-responses.ts";
import type { EventStreamRequest } from "./sse/event-reader.ts";
import type { Pairing } from "./write/pairing.ts";
import type { Writes } from "./write/writes.ts";

export interface DispatcherOptions {
  readonly access: Access;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly pairing: Pairing;
}

/** Takes each request to what answers it, if its client has access. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** A response, or what the client wants of the event stream. */
  dispatch(request: GatewayRequest): GatewayResponse | EventStreamRequest | Promise<GatewayResponse> {
    const { path, queryText } = split(request.target);
    const found = route(request.method, path);
    if (isRefusal(found)) return refusalResponse(found);
    if (found.to === "options") return { ...success(emptyBody(0, "success")), allow: found.allow };
    const refusal = this.#options.access.refusalFor(found.name, request);
    return refusal ? refusalResponse(refusal) : this.#run(found, request, queryText);
  }

  /** What answers a read, now and whenever the same request comes again; undefined for a request that is no read. */
  reader(request: GatewayRequest): (() => GatewayResponse | Promise<GatewayResponse>) | undefined {
    const { path, queryText } = split(request.target);
    const found = route(request.method, path);
    if (isRefusal(found) || found.to === "options" || !isRead(found.name)) return undefined;
    const { name, id } = found;
    const read = this.#options.reads.reader(name, request, { id, queryText });
    if (isRefusal(read)) return undefined;
    return () => {
      const refusal = this.#options.access.refusalFor(name, request);
      return refusal ? refusalResponse(refusal) : read();
    };
  }

  #run(
    { name, id }: OperationRoute,
    request: GatewayRequest,
    queryText: string,
  ): GatewayResponse | EventStreamRequest | Promise<GatewayResponse> {
    const { reads, writes, pairing } = this.#options;
    if (isRead(name)) {
      const read = reads.reader(name, request, { id, queryText });
      return isRefusal(read) ? refusalResponse(read) : read();
    }
    if (name === "watchEvents") {
      return { origin: originOf(request), lastEventId: request.lastEventId };
    }
    return name === "pair" ? pairing.pair(request.body) : writes.write(name, id, request.body);
  }
}

/** The operation that a request is for; undefined where there is none. */
export function operationOf({ method, target }: Pick<GatewayRequest, "method" | "target">): OperationName | undefined {
  const found = route(method, split(target).path);
  return !isRefusal(found) && found.to === "operation" ? found.name : undefined;
}

const isRead = (name: OperationName): name is ReadName => OPERATIONS[name].method === "GET" && name !== "watchEvents";

function split(target: string): { path: string; queryText: string } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, queryText: "" };
  return { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}
