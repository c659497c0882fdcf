import { type ConnectOptions, connectWith, type LuxgateClient } from "./client.ts";
import { discover } from "./discover.ts";
import type { DiscoveredGateway } from "./discovered-gateway.ts";

export type { DiscoverOptions } from "./discovered-gateway.ts";
export { LuxgateError } from "./luxgate-error.ts";
export type * from "./types.ts";
export { discover };

/**
 * Speaks with the gateway at an address, or with one that was discovered. Nothing is sent before something is asked.
 */
export const connect = (where: string | DiscoveredGateway, options: ConnectOptions = {}): LuxgateClient =>
  connectWith(discover, where, options);
