import { OPERATIONS, type OperationName, type ReadName } from "../../core/contract/operations.ts";
import { statusOfRefusal } from "../../core/contract/refusals.ts";
import type { Author } from "../../core/home/trail-entry.ts";
import { emptyBody } from "../../core/present/pages/body.ts";
import type { Access } from "./access.ts";
import type { FleetDoor } from "./fleet-door.ts";
import type { HttpLimits } from "./limits.ts";
import type { CommandRequest } from "./operator/command-streams.ts";
import type { OperatorDoor } from "./operator/operator-door.ts";
import { orRefusal } from "./operator/session-answers.ts";
import type { OwnPage } from "./page/own-page.ts";
import { parseGateway } from "./read/parse-query.ts";
import type { Reads } from "./read/reads.ts";
import { isRefusal, NOT_FOUND, Refusal } from "./refusal.ts";
import { type GatewayRequest, type GatewayResponse, originOf, type Read } from "./request.ts";
import { pathOf, queryOf } from "./request-head.ts";
import { type OperationRoute, route } from "./route.ts";
import { DONE, refusalResponse, success } from "./server/plain-responses.ts";
import type { EventStreamRequest } from "./sse/event-reader.ts";
import type { Pairing } from "./write/pairing.ts";
import type { Writes } from "./write/writes.ts";

export interface DispatcherOptions {
  readonly limits: Pick<HttpLimits, "bodyBytes" | "commandBytes">;
  readonly access: Access;
  readonly reads: Reads;
  readonly writes: Pick<Writes, "write">;
  readonly pairing: Pairing;
  /** The gateway's own page, and how the operator comes in by it; undefined where there is none. */
  readonly page?: { readonly own: OwnPage; readonly door: OperatorDoor } | undefined;
  /** Of a front of a fleet: learns of sessions and keys that were made elsewhere; throws a StoreFault where it cannot. */
  readonly catchUp?: (() => Promise<void>) | undefined;
  /** Of a front of a fleet: what only it answers, and that a client may mean a single one of its gateways. */
  readonly fleet?: FleetDoor | undefined;
  /** Why the gateway cannot do all its work at the moment; none when it can. */
  readonly notReady: () => readonly string[];
}

/** What is answered bit by bit: what a client wants of the event stream, or a command of the operator's. */
export type StreamOutcome = EventStreamRequest | CommandRequest;

/** What comes of a request. */
export type Outcome = GatewayResponse | StreamOutcome;

/** What answers the requests of a listener. */
export interface RequestHandler {
  dispatch(request: GatewayRequest): Outcome | Promise<Outcome>;
  /** What answers a plain read, now and whenever the same request comes again; undefined for any other request. */
  reader(request: GatewayRequest): Read | undefined;
  /** How many bytes the body of a request may have. */
  mostBodyBytes(request: Pick<GatewayRequest, "target" | "sessionSecrets">): number;
}

/** Takes each request to what answers it, if its client has access. */
export class Dispatcher implements RequestHandler {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  dispatch(request: GatewayRequest): Outcome | Promise<Outcome> {
    return this.#mayBeKnownElsewhere(request) ? this.#dispatchLater(request) : this.#dispatch(request);
  }

  /** Whether all depends on a session or a key that is not known here: it may have been made at another front a moment ago. */
  #mayBeKnownElsewhere(request: GatewayRequest): boolean {
    const { page, access, catchUp } = this.#options;
    const isSession = page?.door.isUnknownSession(request) ?? false;
    if (!catchUp || !(isSession || request.key)) return false;
    const found = route(request.method, request.target);
    if (isRefusal(found)) return this.#isOwnPath(request) && (isSession || access.hasUnknownKey(request));
    if (found.to === "options") return false;
    return (isSession && access.needsSession(found.name, request)) || access.needsUnknownKey(found.name, request);
  }

  #isOwnPath({ target }: GatewayRequest): boolean {
    const { page, fleet } = this.#options;
    const path = pathOf(target) ?? "";
    return page?.door.isOwnPath(path) || (fleet?.isOwnPath(path) ?? false);
  }

  async #dispatchLater(request: GatewayRequest): Promise<Outcome> {
    const caughtUp = await orRefusal(() => this.#options.catchUp?.());
    if (!isRefusal(caughtUp)) return this.#dispatch(request);
    const status = request.key ? statusOfRefusal("busy", { isWrite: request.method === "PUT" }) : undefined;
    return refusalResponse(status === undefined ? caughtUp : caughtUp.withStatus(status));
  }

  #dispatch(request: GatewayRequest): Outcome | Promise<GatewayResponse> {
    const found = route(request.method, request.target);
    if (found === NOT_FOUND) return this.#beyondOperations(request);
    if (isRefusal(found)) return refusalResponse(found);
    if (found.to === "options") return { ...success(emptyBody(0, "success")), allow: found.allow };
    const admitted = this.#options.access.admit(found.name, request);
    return isRefusal(admitted) ? refusalResponse(admitted) : this.#run(found, request, admitted);
  }

  reader(request: GatewayRequest): Read | undefined {
    const found = route(request.method, request.target);
    if (isRefusal(found) || found.to === "options" || !isRead(found.name)) return undefined;
    const { name, id } = found;
    if (this.#mayBeKnownElsewhere(request)) return undefined;
    const read = this.#options.reads.reader(name, request, { id, queryText: queryOf(request.target) });
    if (isRefusal(read)) return undefined;
    return () => {
      const admitted = this.#options.access.admit(name, request);
      return isRefusal(admitted) ? refusalResponse(admitted) : read();
    };
  }

  /** A command of an operator who has proven to be one may bring more than other requests. */
  mostBodyBytes(request: Pick<GatewayRequest, "target" | "sessionSecrets">): number {
    const { page, limits } = this.#options;
    return page?.door.isCommand(request) ? limits.commandBytes : limits.bodyBytes;
  }

  /** The page and the operator's paths are not in the table of operations: they are no part of the interface. */
  #beyondOperations(request: GatewayRequest): Outcome | Promise<GatewayResponse> {
    const { page, fleet } = this.#options;
    const path = pathOf(request.target);
    if (path === undefined) return refusalResponse(NOT_FOUND);
    const ofFleet = fleet?.dispatch(request, path);
    if (ofFleet !== undefined) return ofFleet;
    if (!page) return refusalResponse(NOT_FOUND);
    return page.door.dispatch(request, path) ?? page.own.dispatch(request, path);
  }

  #run(
    { name, id }: OperationRoute,
    request: GatewayRequest,
    by: Author | undefined,
  ): GatewayResponse | EventStreamRequest | Promise<GatewayResponse> {
    const { reads, writes, pairing, notReady } = this.#options;
    if (isRead(name)) {
      const read = reads.reader(name, request, { id, queryText: queryOf(request.target) });
      return isRefusal(read) ? refusalResponse(read) : read();
    }
    const gatewayId = this.#options.fleet && parseGateway(queryOf(request.target));
    if (isRefusal(gatewayId)) return refusalResponse(gatewayId);
    if (name === "watchEvents") {
      const { clientAddress, lastEventId } = request;
      return { clientAddress, origin: originOf(request), lastEventId, gatewayId };
    }
    if (name === "getHealth") return DONE;
    if (name === "getReadiness") return readiness(notReady());
    if (name === "pair") return pairing.pair(request);
    return by
      ? writes.write(name, { id, body: request.body, by, gatewayId })
      : refusalResponse(new Refusal("key-needed"));
  }
}

/** G83: what is wrong stands in the message, in words that tell strangers nothing of the network. */
const readiness = (reasons: readonly string[]): GatewayResponse =>
  reasons.length === 0
    ? DONE
    : refusalResponse(new Refusal("busy", { detail: `the gateway is not ready: ${reasons.join("; ")}` }));

const OTHER_GETS: readonly OperationName[] = ["watchEvents", "getHealth", "getReadiness"];

const isRead = (name: OperationName): name is ReadName =>
  OPERATIONS[name].method === "GET" && !OTHER_GETS.includes(name);
