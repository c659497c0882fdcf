import type { GatewayListDoor } from "./gateway-list-door.ts";
import type { LampSearchDoor } from "./lamp-search-door.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";

/** What a front of a fleet answers beside the interface: which gateways there are, and where lamps are. */
export class FleetDoor {
  readonly #gateways: GatewayListDoor;
  readonly #lamps: LampSearchDoor;

  constructor(gateways: GatewayListDoor, lamps: LampSearchDoor) {
    this.#gateways = gateways;
    this.#lamps = lamps;
  }

  isOwnPath(path: string): boolean {
    return this.#gateways.isOwnPath(path) || this.#lamps.isOwnPath(path);
  }

  /** Undefined for another path. */
  dispatch(request: GatewayRequest, path: string): GatewayResponse | Promise<GatewayResponse> | undefined {
    return this.#gateways.dispatch(request, path) ?? this.#lamps.dispatch(request, path);
  }
}
