import { OPERATIONS, type OperationName, type ReadName } from "../contract/operations.ts";
import type { Author } from "../home/trail-entry.ts";
import { emptyBody } from "../present/pages/body.ts";
import type { Access } from "./access.ts";
import type { CommandRequest } from "./operator/command-streams.ts";
import type { OperatorDoor } from "./operator/operator-door.ts";
import type { OwnPage } from "./page/own-page.ts";
import type { Reads } from "./read/reads.ts";
import { isRefusal, NOT_FOUND, Refusal } from "./refusal.ts";
import { type GatewayRequest, type GatewayResponse, originOf } from "./request.ts";
import { type OperationRoute, route } from "./route.ts";
import { DONE, refusalResponse, success } from "./server/plain-responses.ts";
import type { EventStreamRequest } from "./sse/event-reader.ts";
import type { Pairing } from "./write/pairing.ts";
import type { Writes } from "./write/writes.ts";

export interface DispatcherOptions {
  readonly access: Access;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly pairing: Pairing;
  /** The gateway's own page, and how the operator comes in by it; undefined where there is none. */
  readonly page?: { readonly own: OwnPage; readonly door: OperatorDoor } | undefined;
  /** Why the gateway cannot do all its work at the moment; none when it can. */
  readonly notReady: () => readonly string[];
}

/** What comes of a request: a response, what a client wants of the event stream, or a command of the operator's. */
export type Outcome = GatewayResponse | EventStreamRequest | CommandRequest;

/** A request whose client has access, and who that is where it matters. */
interface Admitted {
  readonly request: GatewayRequest;
  readonly queryText: string;
  readonly by: Author | undefined;
}

/** Takes each request to what answers it, if its client has access. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  dispatch(request: GatewayRequest): Outcome | Promise<GatewayResponse> {
    const { path, queryText } = split(request.target);
    const found = route(request.method, path);
    if (found === NOT_FOUND) return this.#beyondOperations(request, path);
    if (isRefusal(found)) return refusalResponse(found);
    if (found.to === "options") return { ...success(emptyBody(0, "success")), allow: found.allow };
    const admitted = this.#options.access.admit(found.name, request);
    return isRefusal(admitted) ? refusalResponse(admitted) : this.#run(found, { request, queryText, by: admitted });
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
      const admitted = this.#options.access.admit(name, request);
      return isRefusal(admitted) ? refusalResponse(admitted) : read();
    };
  }

  /** Whether a request is a command of an operator who has proven to be one: it may bring more than others. */
  isCommand(request: Pick<GatewayRequest, "target" | "sessionSecrets">): boolean {
    return this.#options.page?.door.isCommand(request) ?? false;
  }

  /** The page and the operator's paths are not in the table of operations: they are no part of the interface. */
  #beyondOperations(request: GatewayRequest, path: string): Outcome | Promise<GatewayResponse> {
    const { page } = this.#options;
    if (!page) return refusalResponse(NOT_FOUND);
    return page.door.dispatch(request, path) ?? page.own.dispatch(request, path);
  }

  #run(
    { name, id }: OperationRoute,
    { request, queryText, by }: Admitted,
  ): GatewayResponse | EventStreamRequest | Promise<GatewayResponse> {
    const { reads, writes, pairing, notReady } = this.#options;
    if (isRead(name)) {
      const read = reads.reader(name, request, { id, queryText });
      return isRefusal(read) ? refusalResponse(read) : read();
    }
    if (name === "watchEvents") {
      const { clientAddress, lastEventId } = request;
      return { clientAddress, origin: originOf(request), lastEventId };
    }
    if (name === "getHealth") return DONE;
    if (name === "getReadiness") return readiness(notReady());
    if (name === "pair") return pairing.pair(request.body);
    return by ? writes.write(name, { id, body: request.body, by }) : refusalResponse(new Refusal("key-needed"));
  }
}

/** The operation that a request is for; undefined where there is none. */
export function operationOf({ method, target }: Pick<GatewayRequest, "method" | "target">): OperationName | undefined {
  const found = route(method, split(target).path);
  return !isRefusal(found) && found.to === "operation" ? found.name : undefined;
}

/** G83: what is wrong stands in the message, in words that tell strangers nothing of the network. */
const readiness = (reasons: readonly string[]): GatewayResponse =>
  reasons.length === 0
    ? DONE
    : refusalResponse(new Refusal("busy", { detail: `the gateway is not ready: ${reasons.join("; ")}` }));

const OTHER_GETS: readonly OperationName[] = ["watchEvents", "getHealth", "getReadiness"];

const isRead = (name: OperationName): name is ReadName =>
  OPERATIONS[name].method === "GET" && !OTHER_GETS.includes(name);

function split(target: string): { path: string; queryText: string } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, queryText: "" };
  return { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}
