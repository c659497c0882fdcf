import { type Static, Type } from "typebox";
import type { Room } from "../../home/model/room.ts";
import type { Outcome } from "../command.ts";
import type { Controls } from "../controls.ts";
import { describeRoom, RoomOutcomeView, RoomView, viewOfRoom } from "../views/room-view.ts";
import { parseRoomCommand } from "../words/room-command.ts";
import { commandRoom } from "./command-room.ts";
import { gone } from "./give-command.ts";

/** A room as it is shown now, and what became of the command to its lamps. */
export const SetRoomView = Type.Object({
  ...RoomView.properties,
  /** In a few words. */
  state: Type.String(),
  ...RoomOutcomeView.properties,
});

/** Sets all lamps of a room that can be reached, each as far as it is able. Who waits hears which of them did it. */
export async function setRoom(
  controls: Controls,
  { room, words, wait }: { readonly room: Room; readonly words: readonly string[]; readonly wait: boolean },
): Promise<Outcome<Static<typeof SetRoomView>>> {
  const { home } = controls.gateway;
  const parsed = parseRoomCommand(home, room, words);
  if ("refused" in parsed) return parsed;
  const change = { kind: "roomLightsChanged", roomId: room.id, state: parsed.desired } as const;
  const outcome = await commandRoom(controls, { room, change, isFollowed: wait, needsReach: true });
  if ("refused" in outcome) return outcome;
  const after = home.rooms.get(room.id);
  if (!after) return gone(controls);
  return { result: { ...viewOfRoom(home, after), state: describeRoom(home, after), ...outcome } };
}
