import type { WireRoom } from "../../../core/contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { Listing } from "../listing.ts";
import type { Look, Session } from "../session.ts";
import { expectList, type TwoLists, wrongFields, wrongItems } from "./compared-lists.ts";
import { excluded, FILTERS, type Filter, HABITS, type IsListed, included, JOINED, together } from "./device-filter.ts";
import { valueForAdded } from "./join-status.ts";
import { readList } from "./lists.ts";
import type { Rooms } from "./rooms.ts";
import { inOtherCase, sample } from "./single-reads.ts";

/** The rules of filters by category and by room. */
const DESCRIBED = ["filter.cat1-id", "filter.cat1-id-not", "filter.room"] as const;

/** Asks for devices in each way that the document and usual clients have; gives the query for those that were added. */
export async function checkDeviceFilters(session: Session, home: Home, rooms: Rooms): Promise<string | undefined> {
  const ofRooms = roomFilters(rooms);
  for (const filter of [...FILTERS, ...ofRooms, ...HABITS]) await checkFilter(session, home, filter);
  const value = await valueForAdded(session, home);
  const added = value === undefined ? undefined : `join_status=${value}`;
  if (!session.hasHeld(...DESCRIBED)) return added;
  for (const filter of filtersTogether(home, ofRooms, added)) await checkFilter(session, home, filter);
  const [ofRoom] = ofRooms;
  if (ofRoom) {
    const query = `room_uuid=${inOtherCase(ofRoom.query.slice("room_uuid=".length))}`;
    await checkFilter(session, home, { ...ofRoom, rule: "filter.any-case", query });
  }
  return added;
}

/** Of some rooms with devices and without, of the whole house and of the unassigned room. */
function roomFilters({ sound, withSpecial }: Rooms): readonly Filter[] {
  const normal = sound.filter(({ room_kind }) => room_kind === 0);
  const empty = normal.filter(({ children }) => children.length === 0);
  const furnished = normal.filter(({ children }) => children.length > 0);
  const special = sound.filter(({ room_kind, children }) => room_kind !== 0 && children.length > 0);
  return [...sample(furnished), ...empty.slice(0, 1), ...special].map((room) => ({
    rule: "filter.room",
    query: `room_uuid=${room.id}`,
    expected: "the children of that room",
    isListed: isInside(room),
    renewed: async (session) => {
      const now = await readList(session, "room", withSpecial === undefined ? {} : { query: withSpecial });
      const again = now instanceof Listing ? now.resource(room.id) : undefined;
      return again && isInside(again);
    },
  }));
}

function isInside({ children }: WireRoom): IsListed {
  const inside = new Set(children.map(({ rid }) => idKey(rid)));
  return ({ id }) => inside.has(idKey(id));
}

/** Filters of which each is right alone, and of which each excludes something that the other does not. */
function filtersTogether(home: Home, ofRooms: readonly Filter[], added: string | undefined): readonly Filter[] {
  const { sound } = home.device;
  const isTelling = (one: Filter, other: Filter) =>
    sound.some((device) => one.isListed(device) && !other.isListed(device)) &&
    sound.some((device) => other.isListed(device) && !one.isListed(device));
  const withAdded = (filters: readonly Filter[]): readonly Filter[] => {
    if (added === undefined) return [];
    const joined = { ...JOINED, query: added };
    const filter = filters.find((one) => isTelling(one, joined)) ?? filters[0];
    return filter ? [together(filter, joined)] : [];
  };
  const ofRoom = ofRooms.slice(0, 1).flatMap((filter) => {
    const inside = sound.find(filter.isListed);
    const { cat1_id: category } = inside?.product ?? {};
    return category === undefined ? [] : [together(filter, excluded(`${category}`, category))];
  });
  return [
    ...withAdded([2, 1, 3, 4].map((category) => included(`${category}`, category))),
    ...withAdded([2, 1, 3, 4].map((category) => excluded(`${category}`, category))),
    together(included("1,2", 1, 2), excluded("2", 2)),
    ...ofRoom,
  ];
}

function checkFilter(session: Session, { device: plain }: Home, filter: Filter): Promise<Look> {
  const { rule, query, expected, refusalBreaks } = filter;
  return expectList(session, {
    rule,
    kind: "device",
    plain,
    asking: { query },
    expected,
    refusalBreaks,
    judge: async (lists) =>
      (await wrongDevices(session, lists, filter)) ?? (await wrongFields(session, "device", lists)),
  });
}

/** Which devices are wrong in a filtered list, also by what the filter rests on now. */
async function wrongDevices(session: Session, lists: TwoLists<"device">, filter: Filter): Promise<Look> {
  const { expected, isListed, renewed } = filter;
  const look = wrongItems(lists, expected, isListed);
  if (typeof look !== "object" || !renewed) return look;
  const now = await renewed(session);
  return now ? wrongItems(lists, expected, now) : "changing";
}
