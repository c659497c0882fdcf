import type { Change } from "../../../src/core/home/changes/change.ts";
import { effectOf } from "../../../src/core/home/changes/effect.ts";
import type { Replacement } from "../../../src/core/home/changes/replacement.ts";
import { replayChanges } from "../../../src/core/home/changes/replay-changes.ts";
import { contentsOf, MutableHome } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { idFrom, type RoomId } from "../../../src/core/home/model/ids.ts";
import type { Room } from "../../../src/core/home/model/room.ts";
import { aDevice, aRoom } from "./builders.ts";
import { IDENTITY } from "./empty-gateway.ts";

export const WHOLE_HOUSE = idFrom<RoomId>("B0000000-0000-4000-8000-000000000000");
export const UNASSIGNED = idFrom<RoomId>("C0000000-0000-4000-8000-000000000000");

const hub = aDevice({
  id: idFrom("A0000000-0000-4000-8000-000000000000"),
  name: "Luxgate",
  product: { ...aDevice().product, categoryId: 10101 },
  lightIds: [],
});
const wholeHouse: Room = { ...aRoom({ id: WHOLE_HOUSE, name: "Whole house", sequence: 0 }), kind: "wholeHouse" };
const unassigned: Room = { ...aRoom({ id: UNASSIGNED, name: "Unassigned" }), kind: "unassigned" };

/** What makes a home out of nothing: the gateway and the two rooms that follow from the rest. */
const FOUNDATIONS: readonly Change[] = [
  { kind: "deviceJoined", device: hub, lights: [], syncBox: null },
  { kind: "roomAdded", room: wholeHouse },
  { kind: "roomAdded", room: unassigned },
];

/** The home that holds nothing else. */
export const FOUNDED: HomeContents = replayChanges(FOUNDATIONS, IDENTITY);

/** Makes those of some changes that are possible; gives what took whose place. */
export const makeAll = (home: MutableHome, history: readonly Change[]): readonly Replacement[] =>
  history.flatMap((change) => {
    const effect = effectOf(home, change);
    if (typeof effect === "string") return [];
    for (const replacement of effect) home.replace(replacement);
    return effect;
  });

/** What a home becomes by those of some changes that are possible. */
export function furthered(contents: HomeContents, history: readonly Change[]): HomeContents {
  const home = new MutableHome(contents);
  makeAll(home, history);
  return contentsOf(home);
}
