export type { WireBridge, WireZigbeeDiscovery } from "../contract/bridge.ts";
// Clients know commands by these names.
export type {
  WireLightCommand as WireLightWish,
  WireSceneCommand as WireSceneWish,
  WireSyncCommand as WireSyncWish,
} from "../contract/commands.ts";
export type { WireDevice, WireProduct, WireZigbee } from "../contract/device.ts";
export type { WireGroupLight } from "../contract/group-light.ts";
export type { WireLight, WirePowerOn } from "../contract/light.ts";
export type { WireReference } from "../contract/reference.ts";
export type { WireRoom } from "../contract/room.ts";
export type { WireRoomSummary } from "../contract/room-summary.ts";
export type { WireScene } from "../contract/scene.ts";
export type { WireSync, WireSyncColour } from "../contract/sync.ts";
export type { Clock as ClientClock } from "../shared/clock.ts";
export type { ConnectOptions, LuxgateClient } from "./client.ts";
export type { DiscoveredGateway } from "./discovered-gateway.ts";
export type { HomeChange, HomeView } from "./home-view.ts";
export type { LuxgateErrorCode } from "./luxgate-error.ts";
export type { CallOptions } from "./operation-methods.ts";
export type { PairOptions, PairProgress } from "./pair.ts";
export type { WatchOptions, WatchState } from "./watch.ts";
