import type { WireRoom } from "../../contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { Listing } from "../listing.ts";
import { difference } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";
import type { Mentions } from "./mentions.ts";
import { groupLightsIn } from "./references.ts";
import type { Rooms } from "./rooms.ts";
import { NOBODY, sample } from "./single-reads.ts";

type Asking = { readonly body: string } | { readonly query: string };

interface SceneFilter {
  readonly rule: RuleId;
  readonly asking: Asking;
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
  const where = `GET ${LISTS.scene.path}${"query" in asking ? `?${asking.query}` : ` with the body ${asking.body}`}`;
  const expected = parents.length === 0 ? "no scenes" : "the scenes of that room";
  await session.expectSteadily(rule, async (times): Promise<Look> => {
    const all = times === 0 ? home.scene : await readListing(session, "scene");
    const found = await readList(session, "scene", { ...asking, mayBeRefused: true });
    if (found === "refused") return { where, expected, found: "a refusal" };
    if (!(found instanceof Listing)) return "unclear";
    for (const id of found.ids) mentions.add("scene", { id, where });
    const judged = new Set(all.sound.filter(({ parent_id }) => known.has(idKey(parent_id))).map(({ id }) => idKey(id)));
    const own = all.sound.filter(({ parent_id }) => parents.includes(idKey(parent_id))).map(({ id }) => id);
    const fault = difference(
      own,
      found.ids.filter((id) => judged.has(idKey(id))),
    );
    return fault === undefined ? undefined : { where, expected, found: fault };
  });
}
