import type { DeviceId, GroupLightId, LightId, RoomId, SceneId } from "../../home/ids.ts";
import { stableId } from "../../home-file/stable-id.ts";

/** Ids follow from addresses: neither a name nor a broker has a part in them. */
export const deviceIdOf = (ieeeAddress: string): DeviceId => stableId("device", `zigbee ${ieeeAddress}`);

/** One of several lights of a device is known by its endpoint. */
export const lightIdOf = (ieeeAddress: string, endpoint: string | null): LightId =>
  stableId("light", endpoint === null ? `zigbee ${ieeeAddress}` : `zigbee ${ieeeAddress} ${endpoint}`);

/** A group's number says something only within its network, which its coordinator stands for. */
export const roomIdOf = (network: string, groupId: number): RoomId =>
  stableId("room", `zigbee ${network} group ${groupId}`);

export const groupLightIdOf = (roomId: RoomId): GroupLightId => stableId("group_light", roomId);

export const sceneIdOf = (roomId: RoomId, sceneNumber: number): SceneId =>
  stableId("scene", `zigbee ${roomId} ${sceneNumber}`);

const VERSION_DIGIT = 14;

/** Whether an id was worked out here; what an operator adds has a random one (UUID version 4). */
export const isDerivedId = (id: string): boolean => id[VERSION_DIGIT] === "5";
