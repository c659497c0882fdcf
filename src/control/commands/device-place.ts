import type { Place } from "../../home/changes/change.ts";
import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import { isGateway } from "../../home/model/product.ts";
import { type Refused, refused } from "../command.ts";
import { findNormalRoom, folded } from "../words/find.ts";
import { ANY_ROOM, NO_ROOM } from "../words/given-name.ts";

/** The place that a person's words for a room mean for a device. */
export function placeFor(home: Home, { id, product }: Device, words: string): Place | Refused {
  if (isGateway(product)) return refused("The gateway itself is in no room.");
  const room = findNormalRoom(home, words);
  if ("found" in room) return { roomId: room.found.id, byHand: true };
  if (folded(words) === ANY_ROOM) return { roomId: home.roomIdOf(id) ?? null, byHand: false };
  const isNone = [NO_ROOM, folded(home.unassigned?.name ?? NO_ROOM)].includes(folded(words));
  return isNone ? { roomId: null, byHand: true } : room;
}
