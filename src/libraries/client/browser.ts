import { type ConnectOptions, connectWith, type LuxgateClient } from "./client.ts";
import type { DiscoveredGateway } from "./discovered-gateway.ts";

export { LuxgateError } from "./luxgate-error.ts";
export type * from "./types.ts";

/**
 * Speaks with the gateway at an address. Nothing is sent before something is asked. A browser cannot look for gateways.
 */
export const connect = (where: string | DiscoveredGateway, options: ConnectOptions = {}): LuxgateClient =>
  connectWith(undefined, where, options);
