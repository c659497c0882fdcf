import type { WireDevice } from "../../contract/device.ts";
import type { WireRoom } from "../../contract/room.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import { RULES, type RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS, readList } from "./lists.ts";
import { groupLightsIn } from "./references.ts";
import { NOBODY } from "./single-reads.ts";

interface Filter {
  readonly rule: RuleId;
  readonly query: string;
  readonly expected: string;
  readonly isListed: (device: WireDevice) => boolean;
}

const nothing = () => false;
const category = ({ product }: WireDevice): number => product.cat1_id;

/** Asks for devices in each way that the document and usual clients have. */
export async function checkDeviceFilters(session: Session, home: Home): Promise<void> {
  const filters: readonly Filter[] = [
    { rule: "filter.cat1-id", query: "cat1_id=2", expected: "lights", isListed: (device) => category(device) === 2 },
    {
      rule: "filter.cat1-id",
      query: "cat1_id=1,2",
      expected: "gateways and lights",
      isListed: (device) => category(device) <= 2,
    },
    {
      rule: "filter.cat1-id-not",
      query: "cat1_id_not=2",
      expected: "no lights",
      isListed: (device) => category(device) !== 2,
    },
    {
      rule: "filter.cat1-id-not",
      query: "cat1_id_not=1,2",
      expected: "neither gateways nor lights",
      isListed: (device) => category(device) > 2,
    },
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
      isListed: (device) => category(device) === 2 && device.join_status === 1,
    },
    {
      rule: "filter.repeated",
      query: "cat1_id=1&cat1_id=2",
      expected: "gateways and lights",
      isListed: (device) => category(device) <= 2,
    },
    { rule: "filter.nothing", query: "cat1_id=99", expected: "no device", isListed: nothing },
    { rule: "filter.unknown-room", query: `room_uuid=${NOBODY}`, expected: "no device", isListed: nothing },
    { rule: "filter.sn", query: "sn=no-device-has-this-serial-number", expected: "no device", isListed: nothing },
    { rule: "query.unknown", query: "luxgate_check=1", expected: "every device", isListed: () => true },
    { rule: "query.empty", query: "cat1_id=&join_status=", expected: "every device", isListed: () => true },
    ...roomFilters(home),
  ];
  for (const filter of filters) await checkFilter(session, home, filter);
}

function roomFilters({ room }: Home): readonly Filter[] {
  const furnished = room.find(({ children }) => children.length > 0);
  if (!furnished) return [];
  const inside = new Set(furnished.children.map(({ rid }) => rid));
  const expected = "the children of that room";
  return [{ rule: "filter.room", query: `room_uuid=${furnished.id}`, expected, isListed: ({ id }) => inside.has(id) }];
}

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

async function checkFilter(session: Session, home: Home, { rule, query, expected, isListed }: Filter): Promise<void> {
  await session.expectSteadily(rule, async (times) => {
    const where = `GET ${LISTS.device.path}?${query}`;
    const all = times === 0 ? home.device : ((await readList(session, "device")) ?? []);
    const found = await readList(session, "device", { query, mayBeRefused: RULES[rule].level !== "must" });
    if (found === undefined) return { where, expected, found: "no list" };
    const fault = difference(idsOf(all.filter(isListed)), idsOf(found));
    return fault === undefined ? undefined : { where, expected, found: fault };
  });
}

/** The filter of scenes is given in the body of a GET (spec §4.8), or in the query by those who cannot send one (G20). */
export async function checkSceneFilters(session: Session, home: Home): Promise<void> {
  const described = home.room.find(({ services }) => scenesOf(home, services).length > 0);
  if (described) {
    const { id, services } = described;
    const expected = scenesOf(home, services);
    await checkScenes(session, { rule: "scene.filter", room: id, asking: { body: bodyFor(id) }, expected });
    await checkScenes(session, {
      rule: "scene.filter-query",
      room: id,
      asking: { query: `room_uuid=${id}` },
      expected,
    });
  }
  const unknown = { room: NOBODY, asking: { body: bodyFor(NOBODY) }, expected: [] };
  await checkScenes(session, { rule: "scene.unknown-room", ...unknown });
}

const bodyFor = (room: string): string => JSON.stringify({ room_uuid: room });

const scenesOf = ({ scene }: Home, services: WireRoom["services"]): readonly string[] => {
  const parents = groupLightsIn(services);
  return idsOf(scene.filter(({ parent_id }) => parents.includes(parent_id)));
};

interface SceneFilter {
  readonly rule: RuleId;
  readonly room: string;
  readonly asking: { readonly body: string } | { readonly query: string };
  readonly expected: readonly string[];
}

async function checkScenes(session: Session, { rule, room, asking, expected }: SceneFilter): Promise<void> {
  const found = await readList(session, "scene", { ...asking, mayBeRefused: RULES[rule].level !== "must" });
  const fault = found === undefined ? "no list" : difference(expected, idsOf(found));
  session.expect(rule, fault === undefined, {
    where: `GET ${LISTS.scene.path}${"query" in asking ? `?${asking.query}` : ` with the body ${asking.body}`}`,
    expected: `the scenes of the room ${room}`,
    found: `${fault}`,
  });
}
