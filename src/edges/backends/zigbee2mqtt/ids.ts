import type { DeviceId, GroupLightId, LightId, RoomId, SceneId } from "../../../core/home/model/ids.ts";
import { stableId } from "../../home-file/stable-id.ts";

/** Ids derive from addresses, so that they survive a new name and a new broker. */
export const deviceIdOf = (ieeeAddress: string): DeviceId => stableId("device", `zigbee ${ieeeAddress}`);

/** The endpoint tells several lights of a device apart. */
export const lightIdOf = (ieeeAddress: string, endpoint: string | null): LightId =>
  stableId("light", endpoint === null ? `zigbee ${ieeeAddress}` : `zigbee ${ieeeAddress} ${endpoint}`);

/** The number of a group is unique only within its network, which the address of the coordinator identifies. */
export const roomIdOf = (network: string, groupId: number): RoomId =>
  stableId("room", `zigbee ${network} group ${groupId}`);

export const groupLightIdOf = (roomId: RoomId): GroupLightId => stableId("group_light", roomId);

export const sceneIdOf = (roomId: RoomId, sceneNumber: number): SceneId =>
  stableId("scene", `zigbee ${roomId} ${sceneNumber}`);

const VERSION_DIGIT = 14;

/** Whether an id was derived here (UUID version 5); what an operator adds has a random id (UUID version 4). */
export const isDerivedId = (id: string): boolean => id[VERSION_DIGIT] === "5";
