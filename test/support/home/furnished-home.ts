import type { Change } from "../../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { type Id, idFrom } from "../../../src/core/home/model/ids.ts";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "./builders.ts";
import { FOUNDED, furthered, WHOLE_HOUSE } from "./founded-home.ts";

/** The id of the first, second or third of its kind, as arbitrary changes have it too. */
export const nth = <SomeId extends Id<string>>(number: number): SomeId =>
  idFrom(`${number}0000000-0000-4000-8000-000000000000`);

const lamp = (number: number): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: nth(number), lightIds: [nth(number)] }),
  lights: [aLight({ id: nth(number), deviceId: nth(number) })],
  syncBox: null,
});

const FURNISHINGS: readonly Change[] = [
  { kind: "roomAdded", room: aRoom({ id: nth(1), groupLightId: nth(8) }) },
  { kind: "roomAdded", room: aRoom({ id: nth(2), groupLightId: nth(9) }) },
  lamp(1),
  lamp(2),
  {
    kind: "deviceJoined",
    device: aDevice({ id: nth(3), lightIds: [], syncBoxId: nth(1) }),
    lights: [],
    syncBox: aSyncBox({ id: nth(1), deviceId: nth(3), areaId: nth(1) }),
  },
  { kind: "deviceMoved", deviceId: nth(1), roomId: nth(1) },
  { kind: "sceneAdded", scene: aScene({ id: nth(1), roomId: nth(1) }) },
  { kind: "sceneAdded", scene: aScene({ id: nth(2), roomId: WHOLE_HOUSE }) },
];

/** A home with some of everything: a lamp in a room, another one and a sync box of that room in none, two scenes. */
export const FURNISHED: HomeContents = furthered(FOUNDED, FURNISHINGS);
