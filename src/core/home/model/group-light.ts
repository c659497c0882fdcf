import type { GroupLightId, RoomId } from "./ids.ts";
import type { Ability } from "./light.ts";

/** The lights of a room as one, as far as they can be reached: it follows from them. */
export interface GroupLight {
  readonly id: GroupLightId;
  readonly roomId: RoomId;
  /** That of the room. */
  readonly name: string;
  /** Whether any of them is on. */
  readonly on: boolean;
  /** The mean of those that are on and can be dimmed, 100 if others are on; while all are off, of all that can be dimmed. */
  readonly brightnessPercent: number;
  /** What any of them can do. */
  readonly abilities: readonly Ability[];
}
