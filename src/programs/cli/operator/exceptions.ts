import type { RoomOutcome } from "../../../edges/control/views/room-view.ts";

/** The end of a sentence: the lamps of a room that did not confirm a command, or could not be reached. May be empty. */
export function exceptions({ unreached, silent }: RoomOutcome): string {
  const unknown = silent.length > 0 ? `; no confirmation from: ${silent.join(", ")}` : "";
  const but = unreached.length > 0 ? `; cannot be reached: ${unreached.join(", ")}` : "";
  return `${unknown}${but}`;
}
