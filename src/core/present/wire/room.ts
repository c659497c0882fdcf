import type { WireReference } from "../../contract/reference.ts";
import type { WireRoom } from "../../contract/room.ts";
import type { WireRoomSummary } from "../../contract/room-summary.ts";
import type { Device } from "../../home/model/device.ts";
import type { Room } from "../../home/model/room.ts";

const KINDS = { normal: 0, wholeHouse: 1, unassigned: 2 } as const;

/** Spec §2.5 without `children` and `services` (G16). */
export const wireRoomSummary = (room: Room): WireRoomSummary => ({
  id: room.id,
  type: "room",
  name: room.name,
  room_kind: KINDS[room.kind],
  room_type: room.type,
  icon: "",
  background: 0,
  sequence: room.sequence,
});

/** Spec §2.5. */
export const wireRoom = (room: Room, devices: readonly Device[]): WireRoom => ({
  ...wireRoomSummary(room),
  children: devices.map(deviceReference),
  services: [...roomServices(room)],
});

export const deviceReference = ({ id }: Device): WireRoom["children"][number] => ({ rid: id, rtype: "device" });

export const roomServices = ({ groupLightId }: Room): readonly WireReference[] => [
  { rid: groupLightId, rtype: "group_light" },
];
