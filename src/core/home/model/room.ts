import type { DeviceId, GroupLightId, RoomId } from "./ids.ts";

interface AnyRoom {
  readonly id: RoomId;
  readonly name: string;
  /** Any text: "bedroom", "kitchen". */
  readonly type: string;
  readonly sequence: number;
  /** The room's lights as one; scenes hang on it. */
  readonly groupLightId: GroupLightId;
}

/** A room that holds what was put into it. A device is in at most one of these. */
export interface NormalRoom extends AnyRoom {
  readonly kind: "normal";
  readonly deviceIds: readonly DeviceId[];
}

/** A room whose devices follow from the rest of the home. */
interface DerivedRoom extends AnyRoom {
  readonly kind: "wholeHouse" | "unassigned";
}

export type Room = NormalRoom | DerivedRoom;
