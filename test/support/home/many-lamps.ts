import type { Change } from "../../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { type Id, idFrom } from "../../../src/core/home/model/ids.ts";
import { aDevice, aLight, aRoom } from "./builders.ts";
import { FOUNDED, furthered } from "./founded-home.ts";

const nth = <SomeId extends Id<string>>(kind: number, number: number): SomeId =>
  idFrom(`${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`);

const lampId = (number: number): Id<"device"> => nth(1, number);
export const lampLightId = (number: number): Id<"light"> => nth(2, number);

/** A home with as many lamps in each room as asked for, and some in none; lamps are counted from 1. */
export function manyLamps(lampsInRooms: readonly number[], lampsInNone = 0): HomeContents {
  const changes: Change[] = [];
  let next = 0;
  const addLamp = (roomId: Id<"room"> | null) => {
    next += 1;
    const device = aDevice({ id: lampId(next), lightIds: [lampLightId(next)], name: `Lamp "${next}"` });
    const light = aLight({ id: lampLightId(next), deviceId: device.id });
    changes.push({ kind: "deviceJoined", device, lights: [light], syncBox: null });
    if (roomId) changes.push({ kind: "deviceMoved", deviceId: device.id, roomId });
  };
  lampsInRooms.forEach((lamps, room) => {
    const id = nth<Id<"room">>(3, room);
    changes.push({ kind: "roomAdded", room: aRoom({ id, name: `Room ,"children":[]`, groupLightId: nth(4, room) }) });
    for (let lamp = 0; lamp < lamps; lamp += 1) addLamp(id);
  });
  for (let lamp = 0; lamp < lampsInNone; lamp += 1) addLamp(null);
  return furthered(FOUNDED, changes);
}
