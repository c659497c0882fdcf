export type { WireBridge, WireZigbeeDiscovery } from "../../core/contract/bridge.ts";
// Clients know commands by these names.
export type {
  WireLightCommand as WireLightWish,
  WireSceneCommand as WireSceneWish,
  WireSyncCommand as WireSyncWish,
} from "../../core/contract/commands.ts";
export type { WireDevice, WireProduct, WireZigbee } from "../../core/contract/device.ts";
export type { WireGroupLight } from "../../core/contract/group-light.ts";
export type { WireLight, WirePowerOn } from "../../core/contract/light.ts";
export type { WireReference } from "../../core/contract/reference.ts";
export type { WireRoom } from "../../core/contract/room.ts";
export type { WireRoomSummary } from "../../core/contract/room-summary.ts";
export type { WireScene } from "../../core/contract/scene.ts";
export type { WireSync, WireSyncColour } from "../../core/contract/sync.ts";
export type { Clock as ClientClock } from "../../shared/clock.ts";
export type { ConnectOptions, LuxgateClient } from "./client.ts";
export type { DiscoveredGateway } from "./discovered-gateway.ts";
export type { HomeChange, HomeView } from "./home-view.ts";
export type { LuxgateErrorCode } from "./luxgate-error.ts";
export type { CallOptions } from "./operation-methods.ts";
export type { PairOptions, PairProgress } from "./pair.ts";
export type { WatchOptions, WatchState } from "./watch.ts";
