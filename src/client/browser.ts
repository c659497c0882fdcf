import { type ConnectOptions, connectWith, type LuxgateClient } from "./client.ts";
import type { DiscoveredGateway } from "./discovered-gateway.ts";

export type { WireBridge, WireZigbeeDiscovery } from "../contract/bridge.ts";
export type { WireDevice, WireProduct, WireZigbee } from "../contract/device.ts";
export type { WireLight, WirePowerOn } from "../contract/light.ts";
export type { WireReference } from "../contract/reference.ts";
export type { WireRoom } from "../contract/room.ts";
export type { WireRoomSummary } from "../contract/room-summary.ts";
export type { WireScene } from "../contract/scene.ts";
export type { WireSync, WireSyncColour } from "../contract/sync.ts";
export type { WireLightWish, WireSyncWish } from "../contract/wishes.ts";
export type { ConnectOptions, LuxgateClient } from "./client.ts";
export type { ClientClock } from "./clock.ts";
export type { DiscoveredGateway } from "./discovered-gateway.ts";
export type { HomeChange, HomeView } from "./home-view.ts";
export { LuxgateError, type LuxgateErrorCode } from "./luxgate-error.ts";
export type { CallOptions } from "./operation-methods.ts";
export type { PairOptions, PairProgress } from "./pair.ts";
export type { WatchOptions, WatchState } from "./watch.ts";

/** Speaks with the gateway at an address. Nothing is sent before something is asked. A browser cannot look for gateways. */
export const connect = (where: string | DiscoveredGateway, options: ConnectOptions = {}): LuxgateClient =>
  connectWith(undefined, where, options);
