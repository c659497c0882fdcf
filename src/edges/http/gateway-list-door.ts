import { oneBody } from "../../core/present/pages/body.ts";
import type { Clock } from "../../shared/clock.ts";
import type { GatewayList, ListedGateway } from "../../shared/listed-gateway.ts";
import type { Access } from "./access.ts";
import { answerByMethod } from "./answer-by-method.ts";
import { negotiate } from "./read/content-negotiation.ts";
import { parseGateway } from "./read/parse-query.ts";
import { Representation } from "./read/representation.ts";
import { isRefusal } from "./refusal.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";
import { queryOf } from "./request-head.ts";
import { refusalResponse, success } from "./server/plain-responses.ts";

interface GatewayListDoorOptions {
  readonly list: () => GatewayList;
  readonly access: Pick<Access, "admit" | "callerOf">;
  readonly clock: Pick<Clock, "now">;
}

/** A list as it was a moment ago, for those who may know everything and for others. */
interface Made {
  readonly atMillis: number;
  readonly list: GatewayList;
  readonly whole: Map<"all" | "some", Representation>;
}

const PATH = "/fleet/gateways";

/** Many browsers look at once, and health does not change faster. */
const FRESH_MILLIS = 1_000;

/** What a front's page shows of the gateways of its fleet (G112). A gateway by itself has no such path. */
export class GatewayListDoor {
  readonly #options: GatewayListDoorOptions;
  #made: Made | undefined;

  constructor(options: GatewayListDoorOptions) {
    this.#options = options;
  }

  isOwnPath(path: string): boolean {
    return path === PATH;
  }

  /** Undefined for another path. */
  dispatch(request: GatewayRequest, path: string): GatewayResponse | Promise<GatewayResponse> | undefined {
    if (!this.isOwnPath(path)) return undefined;
    return answerByMethod<GatewayResponse | Promise<GatewayResponse>>(request, { GET: () => this.#answer(request) });
  }

  /** Who may read lights may know how their gateways are; words that tell of the network are for those with a key. */
  #answer(request: GatewayRequest): GatewayResponse | Promise<GatewayResponse> {
    const { access } = this.#options;
    const admitted = access.admit("listDevices", request);
    if (isRefusal(admitted)) return refusalResponse(admitted);
    const gatewayId = parseGateway(queryOf(request.target));
    if (isRefusal(gatewayId)) return refusalResponse(gatewayId);
    const caller = access.callerOf(request).kind;
    const may = caller === "key" || caller === "operator" ? "all" : "some";
    const made = this.#fresh();
    if (gatewayId === undefined) return this.#whole(made, may, request);
    const gateways = made.list.gateways.filter(({ id }) => id === gatewayId);
    return success(bodyOf({ ...made.list, gateways }, may));
  }

  async #whole(made: Made, may: "all" | "some", request: GatewayRequest): Promise<GatewayResponse> {
    const known = made.whole.get(may);
    const representation = known ?? new Representation(bodyOf(made.list, may), { compressible: true });
    made.whole.set(may, representation);
    const negotiation = negotiate(request);
    if (!representation.isReady(negotiation)) await representation.compress();
    return representation.responseFor(negotiation);
  }

  #fresh(): Made {
    const { list, clock } = this.#options;
    const now = clock.now();
    if (!this.#made || now - this.#made.atMillis >= FRESH_MILLIS) {
      this.#made = { atMillis: now, list: list(), whole: new Map() };
    }
    return this.#made;
  }
}

const bodyOf = (list: GatewayList, may: "all" | "some") =>
  oneBody("obj", JSON.stringify(may === "all" ? list : { ...list, gateways: list.gateways.map(forAll) }));

const forAll = ({ problems: _problems, waiting: _waiting, ...others }: ListedGateway): ListedGateway => others;
