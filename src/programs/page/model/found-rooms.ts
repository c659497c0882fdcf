import type { HomeModel } from "./home-model.ts";
import { statesOf } from "./lamp-states.ts";
import type { Member, RoomMembers } from "./room-members.ts";
import { beginsIn, finderFor } from "./search.ts";

/** A room with those of its lamps and sync boxes that a search has found. */
export interface FoundRoom extends RoomMembers {
  readonly roomId: string;
  /** Whether the room itself was looked for, by its name. */
  readonly isNamed: boolean;
}

/**
 * What a search finds, room by room. Names are followed; states are as they were when somebody typed: a lamp that is
 * switched off among those that are on stays under the finger.
 */
export function foundRooms(model: HomeModel, query: string, unsureIds: ReadonlySet<string>): readonly FoundRoom[] {
  const isFound = finderFor(query);
  return model.roomIds.value.flatMap((roomId) => {
    const room = model.roomName(roomId);
    const members = model.membersIn(roomId).value;
    const namesOf = ({ id, deviceId }: Member, table: HomeModel["lights"] | HomeModel["syncBoxes"]) => [
      room,
      table.get(id)?.name.value ?? "",
      model.devices.get(deviceId)?.name.value ?? "",
    ];
    const isOffline = ({ deviceId }: Member) => model.devices.get(deviceId)?.shown.peek().online === 0;
    const lamps = members.lamps.filter((lamp) => {
      const light = model.lights.get(lamp.id)?.shown.peek();
      const known = { isOffline: isOffline(lamp), isUnsure: unsureIds.has(lamp.id) };
      return isFound({ names: namesOf(lamp, model.lights), states: light ? statesOf(light, known) : [] });
    });
    const syncBoxes = members.syncBoxes.filter((box) => {
      const isOn = model.syncBoxes.get(box.id)?.shown.peek().on === 1;
      const states = isOffline(box) ? ["offline"] : ["online", isOn ? "on" : "off", "sync"];
      return isFound({ names: namesOf(box, model.syncBoxes), states });
    });
    return lamps.length + syncBoxes.length === 0 ? [] : [{ roomId, isNamed: beginsIn(query, room), lamps, syncBoxes }];
  });
}
