import type { WireRoom } from "../../contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { expectList, type ListAsking } from "./compared-lists.ts";
import type { Mentions } from "./mentions.ts";
import { groupLightsIn } from "./references.ts";
import type { Rooms } from "./rooms.ts";
import { NOBODY, sample } from "./single-reads.ts";

interface SceneFilter {
  readonly rule: RuleId;
  readonly asking: ListAsking;
  /** The group lights of the room that is asked for, by their keys. */
  readonly parents: readonly string[];
}

/**
 * Asks for the scenes of rooms. The filter is given in the body of a GET (spec §4.8), or in the query by those who
 * cannot send one (G20).
 */
export async function checkSceneFilters(
  session: Session,
  { home, rooms, mentions }: { readonly home: Home; readonly rooms: Rooms; readonly mentions: Mentions },
): Promise<void> {
  const known = new Set(rooms.sound.flatMap(({ services }) => groupLightsIn(services)));
  const check = (filter: SceneFilter) => checkFilter(session, { home, known, mentions, filter });
  for (const { id, services } of roomsToAsk(home, rooms)) {
    const parents = groupLightsIn(services);
    await check({ rule: "scene.filter", asking: { body: bodyFor(id) }, parents });
    await check({ rule: "scene.filter-query", asking: { query: `room_uuid=${id}` }, parents });
  }
  await check({ rule: "scene.unknown-room", asking: { body: bodyFor(NOBODY) }, parents: [] });
}

/** Some rooms with scenes and without; which scenes are a room's shows in its group light, if it has one. */
function roomsToAsk({ scene }: Home, { sound }: Rooms): readonly WireRoom[] {
  const parents = new Set(scene.sound.map(({ parent_id }) => idKey(parent_id)));
  const telling = sound.filter(({ room_kind, services }) => room_kind === 0 && groupLightsIn(services).length > 0);
  const hasScenes = ({ services }: WireRoom) => groupLightsIn(services).some((key) => parents.has(key));
  return [...sample(telling.filter(hasScenes)), ...sample(telling.filter((room) => !hasScenes(room)))];
}

/** With spaces and line ends, as JSON may have them. */
const bodyFor = (room: string): string => JSON.stringify({ room_uuid: room }, null, 2);

interface FilterCheck {
  readonly home: Home;
  /** The group lights of all rooms: whose a scene with another parent is, nobody can tell. */
  readonly known: ReadonlySet<string>;
  readonly mentions: Mentions;
  readonly filter: SceneFilter;
}

async function checkFilter(session: Session, { home, known, mentions, filter }: FilterCheck): Promise<void> {
  const { rule, asking, parents } = filter;
  const expected = parents.length === 0 ? "no scenes" : "the scenes of that room";
  await expectList(session, {
    rule,
    kind: "scene",
    plain: home.scene,
    asking,
    expected,
    judge: ({ plain: { sound }, found, where }) => {
      for (const id of found.ids) mentions.add("scene", { id, where });
      const judged = new Set(sound.filter(({ parent_id }) => known.has(idKey(parent_id))).map(({ id }) => idKey(id)));
      const own = sound.filter(({ parent_id }) => parents.includes(idKey(parent_id))).map(({ id }) => id);
      const fault = difference(
        own,
        found.ids.filter((id) => judged.has(idKey(id))),
      );
      return fault === undefined ? undefined : { where, expected, found: fault };
    },
  });
}
