import type { RoomOutcome } from "../../control/views/room-view.ts";

/** The lamps of a room that did not do what it was told, as the end of a sentence; empty where all did. */
export function exceptions({ unreached, silent }: RoomOutcome): string {
  const unknown = silent.length > 0 ? `, but these did not confirm it: ${silent.join(", ")}` : "";
  const but = unreached.length > 0 ? `, but for what cannot be reached: ${unreached.join(", ")}` : "";
  return `${unknown}${but}`;
}
