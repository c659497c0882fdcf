import { dataOf, idKey, isEnvelope, isNotFound, isObject, isUuid, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference, shown } from "../report/shown.ts";
import { KINDS, type Kind, type Resource } from "../resources.ts";
import type { Session } from "../session.ts";
import { isSuccess, LISTS } from "./lists.ts";
import { checkOne, isDescribed } from "./one-resource.ts";

/** An identifier that nobody has. */
export const NOBODY = "FFFFFFFF-0000-4000-8000-00000000DEAD";

/** How many of a kind are read by themselves, or asked for in another way: the first, the last and some between. */
const SAMPLES = 5;
/** Of the kinds that the document has reads of one for. */
const MORE_SAMPLES = 16;

/** Reads resources by themselves: those that are there, in any case of letters, and one that is not. */
export async function checkOnes(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS) {
    const resources: readonly Resource<Kind>[] = home[kind].sound;
    for (const resource of isDescribed(kind) ? chosen(resources) : sample(resources))
      await checkOne(session, kind, resource);
    await checkUnknown(session, kind, NOBODY);
    await checkAnyCase(session, home, kind);
  }
  if (session.hasHeld("one.device-not-found", "http.answers")) await checkOtherUnknownDevices(session, home);
  await checkLightsOfDevice(session, home);
}

export function sample<Item>(items: readonly Item[], most = SAMPLES): readonly Item[] {
  const step = Math.max(1, (items.length - 1) / (most - 1));
  return items.filter((_item, place) => Math.floor(place / step) !== Math.floor((place - 1) / step)).slice(0, most);
}

/** One of each sort, as a gateway may treat offline devices or lights with segments in a way of their own; then others. */
function chosen(resources: readonly Resource<Kind>[]): readonly Resource<Kind>[] {
  const sorts = new Map(resources.map((resource) => [sortOf(resource), resource]));
  return [...new Set([...sorts.values(), ...sample(resources, MORE_SAMPLES)])].slice(0, MORE_SAMPLES);
}

function sortOf(resource: Resource<Kind>): string {
  if (resource.type === "device") return `${resource.product.cat1_id} ${resource.online} ${resource.join_status}`;
  return resource.type === "light" ? `${resource.on} ${resource.color_mode}` : "";
}

export const inOtherCase = (id: string): string => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase());

const pathOf = (kind: Kind, id: string): string => `${LISTS[kind].path}/${id}`;

async function checkUnknown(session: Session, kind: Kind, id: string): Promise<void> {
  const answer = await session.ask(pathOf(kind, id));
  const isJudged = isEnvelope(answer) || (answer.status !== 404 && answer.status !== 0);
  if (!isJudged) return;
  session.expect(kind === "device" ? "one.device-not-found" : "one.not-found", isNotFound(answer), {
    where: answer.request,
    expected: 'HTTP 404, code -1, "not found"',
    found: `${outcomeOf(answer)}, ${shown(isObject(answer.json) ? answer.json.msg : undefined)}`,
  });
}

const NIL = "00000000-0000-0000-0000-000000000000";

/** Ids that a careless look-up finds: the nil UUID, one that begins as that of a device, that of a light. */
async function checkOtherUnknownDevices(session: Session, { device, light }: Home): Promise<void> {
  if (!device.isWhole) return;
  const alike = device.ids.map((id) =>
    id.replace(/[^-]{12}$/, (end) => (end === "0".repeat(12) ? "F" : "0").repeat(12)),
  );
  for (const id of [NIL, ...alike.slice(0, 1), ...light.ids.slice(0, 1)])
    if (device.lacks(id)) await checkUnknown(session, "device", id);
  const answer = await session.ask(`${pathOf("device", NOBODY)}?ext_light=1`);
  session.expect("one.device-not-found", !isSuccess(answer), {
    where: answer.request,
    expected: "HTTP 404, as without the parameter",
    found: outcomeOf(answer),
  });
}

async function checkAnyCase(session: Session, home: Home, kind: Kind): Promise<void> {
  const [resource]: readonly Resource<Kind>[] = home[kind].sound;
  if (!resource) return;
  const { id, type } = resource;
  const answer = await session.ask(pathOf(type, inOtherCase(id)));
  const { obj } = dataOf(answer);
  const found = isObject(obj) ? String(obj.id) : undefined;
  if (found !== undefined && !isUuid(found)) return;
  session.expect("one.any-case", found !== undefined && idKey(found) === idKey(id), {
    where: answer.request,
    expected: `the ${type} ${id}`,
    found: `${outcomeOf(answer)}, ${shown(obj)}`,
  });
}

/** Usual clients ask so for devices that came without their lights (G58). */
async function checkLightsOfDevice(session: Session, { device }: Home): Promise<void> {
  const isLight = ({ rtype }: { rtype: string }) => rtype === "light";
  const lamp = device.sound.find(({ services }) => services.some(isLight));
  if (!lamp) return;
  const answer = await session.ask(pathOf("light", lamp.id));
  const { arr } = dataOf(answer);
  const found = Array.isArray(arr) ? arr.filter(isObject).map(({ id }) => String(id)) : [];
  if (!found.every(isUuid)) return;
  const expected = lamp.services.filter(isLight).map(({ rid }) => rid);
  const fault = difference(expected, found);
  session.expect("one.lights-of-device", fault === undefined, {
    where: `${answer.request} → /data/arr`,
    expected: "the lights of that device",
    found: `${outcomeOf(answer)}, ${fault}`,
  });
}
