import type { WireDevice } from "../../contract/device.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { expectList, wrongFields, wrongItems } from "./compared-lists.ts";
import { valueForAdded } from "./join-status.ts";
import type { Rooms } from "./rooms.ts";
import { inOtherCase, NOBODY, sample } from "./single-reads.ts";

interface Filter {
  readonly rule: RuleId;
  readonly query: string;
  readonly expected: string;
  readonly isListed: (device: WireDevice) => boolean;
  /** What a refusal breaks instead of the rule: the document does not say which values are accepted. */
  readonly refusalBreaks?: RuleId | "none";
}

const nothing = () => false;
export const isIn =
  (...categories: readonly number[]) =>
  ({ product }: WireDevice): boolean =>
    categories.includes(product.cat1_id);

const CATEGORIES = [1, 2, 3, 4];

const included = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id",
  query: `cat1_id=${query}`,
  expected: categories.length === 0 ? "no device" : `devices with cat1_id ${categories.join(" or ")}`,
  isListed: isIn(...categories),
});

const excluded = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id-not",
  query: `cat1_id_not=${query}`,
  expected: `devices without cat1_id ${categories.join(" or ")}`,
  isListed: (device) => !isIn(...categories)(device),
});

/** The filters that every home has devices for; 12, 20 and 99 are no categories. */
const FILTERS: readonly Filter[] = [
  ...CATEGORIES.map((category) => included(`${category}`, category)),
  included("4,3,2,1", 1, 2, 3, 4),
  included("3,1", 1, 3),
  included("2%2C3", 2, 3),
  { ...included("2,2", 2), refusalBreaks: "none" },
  { ...included("12"), refusalBreaks: "filter.nothing" },
  { ...included("20"), refusalBreaks: "filter.nothing" },
  { ...included("2,99", 2), refusalBreaks: "filter.nothing" },
  excluded("2", 2),
  excluded("1,4", 1, 4),
  excluded("3%2C1", 1, 3),
  { ...excluded("99", 99), refusalBreaks: "filter.nothing" },
  {
    rule: "filter.room",
    query: `room_uuid=${NOBODY}`,
    expected: "no device",
    isListed: nothing,
    refusalBreaks: "filter.unknown-room",
  },
  {
    rule: "filter.sn",
    query: "sn=no-device-has-this-serial-number",
    expected: "no device",
    isListed: nothing,
    refusalBreaks: "none",
  },
];

/** What the document does not describe. */
const HABITS: readonly Filter[] = [
  { rule: "filter.repeated", query: "cat1_id=1&cat1_id=2", expected: "gateways and lights", isListed: isIn(1, 2) },
  { rule: "query.empty", query: "cat1_id=&join_status=", expected: "every device", isListed: () => true },
];

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
function roomFilters({ sound }: Rooms): readonly Filter[] {
  const normal = sound.filter(({ room_kind }) => room_kind === 0);
  const empty = normal.filter(({ children }) => children.length === 0);
  const furnished = normal.filter(({ children }) => children.length > 0);
  const special = sound.filter(({ room_kind, children }) => room_kind !== 0 && children.length > 0);
  return [...sample(furnished), ...empty.slice(0, 1), ...special].map(({ id, children }) => {
    const inside = new Set(children.map(({ rid }) => idKey(rid)));
    return {
      rule: "filter.room",
      query: `room_uuid=${id}`,
      expected: "the children of that room",
      isListed: (device) => inside.has(idKey(device.id)),
    };
  });
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

const JOINED = {
  rule: "filter.join-status",
  expected: "devices with join_status 1",
  isListed: ({ join_status }: WireDevice): boolean => join_status === 1,
} as const;

const together = (one: Filter, other: Filter): Filter => ({
  rule: "filter.together",
  query: `${one.query}&${other.query}`,
  expected: `${one.expected}, and of those ${other.expected}`,
  isListed: (device) => one.isListed(device) && other.isListed(device),
});

function checkFilter(
  session: Session,
  { device: plain }: Home,
  { rule, query, expected, isListed, refusalBreaks }: Filter,
): Promise<Look> {
  return expectList(session, {
    rule,
    kind: "device",
    plain,
    asking: { query },
    expected,
    refusalBreaks,
    judge: (lists) => wrongItems(lists, expected, isListed) ?? wrongFields(session, "device", lists),
  });
}
