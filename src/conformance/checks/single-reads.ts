import { isDeepStrictEqual } from "node:util";
import { type Answer, dataOf, isNotFound, isObject, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Finding } from "../report/findings.ts";
import { difference, shown } from "../report/shown.ts";
import { checkResource, KINDS, type Kind, type Resource } from "../resources.ts";
import type { Session } from "../session.ts";
import { checkLayout, checkSuccess, LISTS, readList } from "./lists.ts";

/** An identifier that nobody has. */
export const NOBODY = "FFFFFFFF-0000-4000-8000-00000000DEAD";

/** How many of a kind are read by themselves: the first, the last and some between. */
const SAMPLES = 5;

/** The document describes the reads of one device, light and sync box; one room and one scene are usual (G21). */
const isDescribed = (kind: Kind): boolean => kind !== "room" && kind !== "scene";
const HAS_ARR: readonly Kind[] = ["light", "sync", "scene"];

/** Reads resources by themselves: those that are there, in any case of letters, and one that is not. */
export async function checkOnes(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS) {
    for (const resource of sample<Resource<Kind>>(home[kind])) await checkOne(session, kind, resource);
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

async function checkOne(session: Session, kind: Kind, resource: Resource<Kind>): Promise<void> {
  const { id } = resource;
  await session.expectSteadily(isDescribed(kind) ? "one.same" : "one.room-and-scene", async (times) => {
    const listed = times === 0 ? resource : (await readList(session, kind))?.find((item) => item.id === id);
    if (listed === undefined) return undefined;
    const answer = await session.ask(pathOf(kind, id));
    const { request: where } = answer;
    const isRead = isDescribed(kind) ? checkSuccess(session, answer) : answer.status === 200;
    if (!isRead) return { where, expected: "the resource", found: outcomeOf(answer) };
    const alone = checkLoneness(session, kind, answer);
    return isObject(alone) ? differing(where, listed, alone) : { where, expected: "the resource", found: "none" };
  });
}

/** How one resource comes: in `obj`, with nothing beside it. */
function checkLoneness(session: Session, kind: Kind, answer: Answer): unknown {
  const { obj, arr } = dataOf(answer);
  const at = (name: string) => `${answer.request} → /data/${name}`;
  session.expect("one.obj", isObject(obj), { where: at("obj"), expected: "an object", found: shown(obj) });
  if (!isObject(obj)) return undefined;
  checkResource(session, kind, { value: obj, where: at("obj") });
  if (arr !== undefined && HAS_ARR.includes(kind)) {
    const isEmpty = Array.isArray(arr) && arr.length === 0;
    session.expect("one.arr", isEmpty, { where: at("arr"), expected: "[]", found: shown(arr) });
  }
  checkLayout(session, answer, { rule: "one.layout", members: HAS_ARR.includes(kind) ? ["arr", "obj"] : ["obj"] });
  return obj;
}

/** The first field in which a resource reads otherwise than in the list. */
function differing(where: string, listed: object, alone: object): Finding | undefined {
  const names = new Set([...Object.keys(listed), ...Object.keys(alone)]);
  const field = (of: object, name: string): unknown => Reflect.get(of, name);
  const name = [...names].find((one) => !isDeepStrictEqual(field(listed, one), field(alone, one)));
  if (name === undefined) return undefined;
  return {
    where: `${where} → /data/obj/${name}`,
    expected: `${shown(field(listed, name))}, as in the list`,
    found: shown(field(alone, name)),
  };
}

async function checkUnknown(session: Session, kind: Kind): Promise<void> {
  const answer = await session.ask(pathOf(kind, NOBODY));
  session.expect(kind === "device" ? "one.device-not-found" : "one.not-found", isNotFound(answer), {
    where: answer.request,
    expected: 'HTTP 404, code -1, "not found"',
    found: `${outcomeOf(answer)}, ${shown(isObject(answer.json) ? answer.json.msg : undefined)}`,
  });
}

async function checkAnyCase(session: Session, { device, light }: Home): Promise<void> {
  const [resource] = [...light, ...device];
  if (!resource) return;
  const { id, type } = resource;
  const other = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
  const answer = await session.ask(pathOf(type, other));
  const obj = dataOf(answer).obj;
  session.expect("one.any-case", isObject(obj) && obj.id === id, {
    where: answer.request,
    expected: `the ${type} ${id}`,
    found: `${outcomeOf(answer)}, ${shown(obj)}`,
  });
}

/** Usual clients ask so for devices that came without their lights (G58). */
async function checkLightsOfDevice(session: Session, { device }: Home): Promise<void> {
  const isLight = ({ rtype }: { rtype: string }) => rtype === "light";
  const lamp = device.find(({ services }) => services.some(isLight));
  if (!lamp) return;
  const answer = await session.ask(pathOf("light", lamp.id));
  const arr = dataOf(answer).arr;
  const found = Array.isArray(arr) ? arr.filter(isObject).map(({ id }) => String(id)) : [];
  const expected = lamp.services.filter(isLight).map(({ rid }) => rid);
  const fault = difference(expected, found);
  session.expect("one.lights-of-device", fault === undefined, {
    where: `${answer.request} → /data/arr`,
    expected: "the lights of that device",
    found: `${outcomeOf(answer)}, ${fault}`,
  });
}
