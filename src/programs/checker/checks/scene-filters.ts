import type { WireRoom } from "../../../core/contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { expectList, type ListAsking, wrongFields } from "./compared-lists.ts";
import type { Mentions } from "./mentions.ts";
import { groupLightsIn } from "./references.ts";
import type { Rooms } from "./rooms.ts";
import { inOtherCase, NOBODY, sample } from "./single-reads.ts";

interface SceneFilter {
  readonly rule: RuleId;
  readonly asking: ListAsking;
  /** The group lights of the room that is asked for, by their keys. */
  readonly parents: readonly string[];
  readonly refusalBreaks?: RuleId;
  /** Whether every scene may be listed instead: those of the whole house may be all there are. */
  readonly mayBeAll?: boolean;
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
  let isRight = true;
  const asked = roomsToAsk(home, rooms);
  for (const { id, services, room_kind } of asked) {
    const parents = groupLightsIn(services);
    const look = await check({
      rule: "scene.filter",
      asking: { body: bodyFor(id) },
      parents,
      mayBeAll: room_kind === 1,
    });
    isRight &&= look === undefined;
    if (room_kind === 0) await check({ rule: "scene.filter-query", asking: { query: `room_uuid=${id}` }, parents });
  }
  const asking = { body: bodyFor(NOBODY) };
  await check({ rule: "scene.filter", asking, parents: [], refusalBreaks: "scene.unknown-room" });
  const [first] = asked;
  if (!first || !isRight) return;
  const parents = groupLightsIn(first.services);
  for (const { rule = "scene.filter", ...spelt } of spellings(first.id)) await check({ rule, asking: spelt, parents });
}

/** Some rooms with scenes and without; which scenes are a room's shows in its group light, if it has one. */
function roomsToAsk({ scene }: Home, { sound }: Rooms): readonly WireRoom[] {
  const parents = new Set(scene.sound.map(({ parent_id }) => idKey(parent_id)));
  const telling = sound.filter(({ services }) => groupLightsIn(services).length > 0);
  const normal = telling.filter(({ room_kind }) => room_kind === 0);
  const special = telling.filter(({ room_kind }) => room_kind !== 0);
  const hasScenes = ({ services }: WireRoom) => groupLightsIn(services).some((key) => parents.has(key));
  return [...sample(normal.filter(hasScenes)), ...sample(normal.filter((room) => !hasScenes(room))), ...special];
}

/** With spaces and line ends, as JSON may have them. */
const bodyFor = (room: string): string => JSON.stringify({ room_uuid: room }, null, 2);

/** The same filter in the other ways in which JSON and HTTP let it be sent; the last three are not in the document. */
function spellings(room: string): readonly (ListAsking & { readonly rule?: RuleId })[] {
  const body = JSON.stringify({ room_uuid: room });
  const escaped = [...room].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  return [
    { body },
    { body: `{"room_uuid":"${escaped}"}` },
    { body, isChunked: true },
    { body, headers: { "content-type": "application/json; charset=utf-8" } },
    { body, headers: { "content-type": "" }, rule: "scene.filter-untyped" },
    { body: JSON.stringify({ room_uuid: room, luxgate_check: 1 }), rule: "scene.filter-more" },
    { body: JSON.stringify({ room_uuid: inOtherCase(room) }), rule: "filter.any-case" },
  ];
}

interface FilterCheck {
  readonly home: Home;
  /** The group lights of all rooms: whose a scene with another parent is, nobody can tell. */
  readonly known: ReadonlySet<string>;
  readonly mentions: Mentions;
  readonly filter: SceneFilter;
}

function checkFilter(session: Session, { home, known, mentions, filter }: FilterCheck): Promise<Look> {
  const { rule, asking, parents, refusalBreaks, mayBeAll = false } = filter;
  const expected = parents.length === 0 ? "no scenes" : "the scenes of that room";
  return expectList(session, {
    rule,
    kind: "scene",
    plain: home.scene,
    asking,
    expected,
    refusalBreaks,
    judge: (lists) => {
      const { plain, found, where } = lists;
      for (const id of found.ids) mentions.add("scene", { id, where });
      const judged = plain.sound.filter(({ parent_id }) => known.has(idKey(parent_id)));
      const keys = new Set(judged.map(({ id }) => idKey(id)));
      const listed = found.ids.filter((id) => keys.has(idKey(id)));
      const own = judged.filter(({ parent_id }) => parents.includes(idKey(parent_id)));
      const [fault, ofAll] = [own, judged].map((scenes) =>
        difference(
          scenes.map(({ id }) => id),
          listed,
        ),
      );
      if (fault !== undefined && !(mayBeAll && ofAll === undefined)) return { where, expected, found: fault };
      return wrongFields(session, "scene", lists);
    },
  });
}
