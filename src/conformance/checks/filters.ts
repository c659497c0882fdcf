import type { WireDevice } from "../../contract/device.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { expectList, type TwoLists } from "./compared-lists.ts";
import { readListing } from "./lists.ts";
import type { Rooms } from "./rooms.ts";
import { compareFields } from "./same-fields.ts";
import { NOBODY, sample } from "./single-reads.ts";

interface Filter {
  readonly rule: RuleId;
  readonly query: string;
  readonly expected: string;
  readonly isListed: (device: WireDevice) => boolean;
  /** Whether a refusal is as good as an empty list: the document does not say which values are accepted. */
  readonly mayBeRefused?: boolean;
}

const nothing = () => false;
const isIn =
  (...categories: readonly number[]) =>
  ({ product }: WireDevice): boolean =>
    categories.includes(product.cat1_id);

const CATEGORIES = [1, 2, 3, 4];

const included = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id",
  query: `cat1_id=${query}`,
  expected: `devices with cat1_id ${categories.join(" or ")}`,
  isListed: isIn(...categories),
});

const excluded = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id-not",
  query: `cat1_id_not=${query}`,
  expected: `devices without cat1_id ${categories.join(" or ")}`,
  isListed: (device) => !isIn(...categories)(device),
});

/** The filters that every home has devices for. */
const FILTERS: readonly Filter[] = [
  ...CATEGORIES.map((category) => included(`${category}`, category)),
  included("1,2", 1, 2),
  included("3,1", 1, 3),
  included("2%2C3", 2, 3),
  excluded("2", 2),
  excluded("1,2", 1, 2),
  excluded("3%2C1", 1, 3),
  ...[0, 1].map((flag) => ({
    rule: "filter.join-status" as const,
    query: `join_status=${flag}`,
    expected: `devices with join_status ${flag}`,
    isListed: ({ join_status }: WireDevice) => join_status === flag,
  })),
  {
    rule: "filter.together",
    query: "cat1_id=2&join_status=1",
    expected: "lights with join_status 1",
    isListed: (device) => isIn(2)(device) && device.join_status === 1,
  },
  {
    rule: "filter.repeated",
    query: "cat1_id=1&cat1_id=2",
    expected: "gateways and lights",
    isListed: isIn(1, 2),
  },
  { rule: "filter.nothing", query: "cat1_id=99", expected: "no device", isListed: nothing },
  { rule: "filter.unknown-room", query: `room_uuid=${NOBODY}`, expected: "no device", isListed: nothing },
  {
    rule: "filter.sn",
    query: "sn=no-device-has-this-serial-number",
    expected: "no device",
    isListed: nothing,
    mayBeRefused: true,
  },
  { rule: "query.unknown", query: "luxgate_check=1", expected: "every device", isListed: () => true },
  { rule: "query.empty", query: "cat1_id=&join_status=", expected: "every device", isListed: () => true },
];

/** Asks for devices in each way that the document and usual clients have. */
export async function checkDeviceFilters(session: Session, home: Home, rooms: Rooms): Promise<void> {
  for (const filter of [...FILTERS, ...roomFilters(rooms)]) await checkFilter(session, home, filter);
}

/** Of some rooms with devices and without, and of the whole house. */
function roomFilters({ sound }: Rooms): readonly Filter[] {
  const normal = sound.filter(({ room_kind }) => room_kind === 0);
  const empty = normal.filter(({ children }) => children.length === 0);
  const furnished = normal.filter(({ children }) => children.length > 0);
  const wholeHouse = sound.filter(({ room_kind, children }) => room_kind === 1 && children.length > 0);
  return [...sample(furnished), ...empty.slice(0, 1), ...wholeHouse].map(({ id, children }) => {
    const inside = new Set(children.map(({ rid }) => idKey(rid)));
    const expected = "the children of that room";
    return {
      rule: "filter.room",
      query: `room_uuid=${id}`,
      expected,
      isListed: (device) => inside.has(idKey(device.id)),
    };
  });
}

async function checkFilter(
  session: Session,
  home: Home,
  { rule, query, expected, isListed, mayBeRefused = false }: Filter,
): Promise<void> {
  await expectList(session, {
    rule,
    kind: "device",
    plain: home.device,
    asking: { query },
    expected,
    mayBeRefused,
    judge: (lists) => wrongItems(lists, { expected, isListed }) ?? wrongFields(session, lists),
  });
}

/** Which devices are wrong in a filtered list; those that are not sound are left out of it. */
function wrongItems(
  { plain, found, where }: TwoLists<"device">,
  { expected, isListed }: Pick<Filter, "expected" | "isListed">,
): Look {
  const isJudged = (id: string) => !plain.isSuspect(id) && !found.isSuspect(id);
  const ids = plain.sound.filter(isListed).map(({ id }) => id);
  const fault = difference(ids.filter(isJudged), found.ids.filter(isJudged));
  if (fault === undefined) return undefined;
  return plain.isWhole ? { where, expected, found: fault } : "unclear";
}

/** A device is in a filtered list as it is in the whole one. */
async function wrongFields(session: Session, { plain, found: { sound }, where }: TwoLists<"device">): Promise<Look> {
  for (const found of sound) {
    const listed = plain.resource(found.id);
    const readAgain = async () => (await readListing(session, "device")).resource(found.id);
    const look = listed && (await compareFields({ listed, found, where: `${where} → ${found.id}`, readAgain }));
    if (look) return look;
  }
  return undefined;
}
