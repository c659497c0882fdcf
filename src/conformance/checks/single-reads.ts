import { dataOf, idKey, isEnvelope, isNotFound, isObject, isUuid, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference, shown } from "../report/shown.ts";
import { KINDS, type Kind, type Resource } from "../resources.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";
import { checkOne } from "./one-resource.ts";

/** An identifier that nobody has. */
export const NOBODY = "FFFFFFFF-0000-4000-8000-00000000DEAD";

/** How many of a kind are read by themselves: the first, the last and some between. */
const SAMPLES = 5;

/** Reads resources by themselves: those that are there, in any case of letters, and one that is not. */
export async function checkOnes(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS) {
    for (const resource of sample<Resource<Kind>>(home[kind].sound)) await checkOne(session, kind, resource);
    await checkUnknown(session, kind);
  }
  await checkAnyCase(session, home);
  await checkLightsOfDevice(session, home);
}

export function sample<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.max(1, (items.length - 1) / (SAMPLES - 1));
  return items.filter((_item, place) => Math.floor(place / step) !== Math.floor((place - 1) / step)).slice(0, SAMPLES);
}

const pathOf = (kind: Kind, id: string): string => `${LISTS[kind].path}/${id}`;

async function checkUnknown(session: Session, kind: Kind): Promise<void> {
  const answer = await session.ask(pathOf(kind, NOBODY));
  const isJudged = isEnvelope(answer) || (answer.status !== 404 && answer.status !== 0);
  if (!isJudged) return;
  session.expect(kind === "device" ? "one.device-not-found" : "one.not-found", isNotFound(answer), {
    where: answer.request,
    expected: 'HTTP 404, code -1, "not found"',
    found: `${outcomeOf(answer)}, ${shown(isObject(answer.json) ? answer.json.msg : undefined)}`,
  });
}

async function checkAnyCase(session: Session, { device, light }: Home): Promise<void> {
  const [resource] = [...light.sound, ...device.sound];
  if (!resource) return;
  const { id, type } = resource;
  const other = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
  const answer = await session.ask(pathOf(type, other));
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
