import type { WireDevice } from "../../../core/contract/device.ts";
import type { WireRoom } from "../../../core/contract/room.ts";
import { type Fields, idKey, isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import { Listing } from "../listing.ts";
import { KINDS, type Kind, type Resource } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";
import { providedBy } from "./references.ts";
import { compareFields } from "./same-fields.ts";

export interface Extended<OfKind extends "device" | "room"> {
  readonly kind: OfKind;
  readonly name: string;
  readonly value: string;
  readonly listing: Listing<OfKind>;
}

/**
 * Checks that the resources which an extension gives are those of the resource that they stand on, with the values of
 * their own lists. Where they stand is not in the document, so other shapes are not judged.
 */
export async function checkGivenResources<OfKind extends "device" | "room">(
  session: Session,
  home: Home,
  { kind, name, value, listing }: Extended<OfKind>,
): Promise<void> {
  const query = `${name}=${value}`;
  await session.expectSteadily("extension.agrees", async (times): Promise<Look> => {
    const lists = times === 0 ? home : await readLists(session);
    const outcome = times === 0 ? listing : await readList(session, kind, { query });
    if (!(outcome instanceof Listing)) return "unclear";
    return firstFault(givenBy(outcome, { kind, name, query }), async (there) => {
      return ownership(lists, there) ?? comparison(session, lists, there);
    });
  });
}

/** The first finding; else whether anything is changing. */
async function firstFault(all: readonly GivenThere[], judge: (there: GivenThere) => Promise<Look>): Promise<Look> {
  let isChanging = false;
  for (const there of all) {
    const look = await judge(there);
    if (typeof look === "object") return look;
    if (look === "changing") isChanging = true;
  }
  return isChanging ? "changing" : undefined;
}

type Lists = Pick<Home, "device" | "light" | "room">;

const readLists = async (session: Session): Promise<Lists> => ({
  device: await readListing(session, "device"),
  light: await readListing(session, "light"),
  room: await readListing(session, "room"),
});

interface Given {
  readonly id: string;
  readonly type: Kind;
  readonly fields: Fields;
}

/** The resources in an extension: objects that say what they are. */
const givenIn = (value: unknown): readonly Given[] =>
  [value].flat().flatMap((item) => {
    const { id, type } = isObject(item) ? { type: undefined, ...item } : {};
    const kind = KINDS.find((one) => one === type);
    return isObject(item) && typeof id === "string" && kind !== undefined ? [{ id, type: kind, fields: item }] : [];
  });

interface GivenThere {
  readonly given: Given;
  /** The resource that it stands on. */
  readonly on: Resource<"device" | "room">;
  readonly where: string;
}

const givenBy = (
  { sound }: Listing<"device" | "room">,
  { kind, name, query }: { readonly kind: Kind; readonly name: string; readonly query: string },
): readonly GivenThere[] =>
  sound.flatMap((on) => {
    const where = `GET ${LISTS[kind].path}?${query} → ${on.id} → ${name}`;
    return givenIn(Reflect.get(on, name)).map((given) => ({ given, on, where }));
  });

/** Whether a resource that stands on another belongs there. */
function ownership(lists: Lists, { given: { id, type }, on, where }: GivenThere): Look {
  const owned = ownedBy(lists, on, type);
  if (owned === undefined || owned(id)) return undefined;
  return { where, expected: `a ${type} of the ${on.type} ${on.id}`, found: `the ${type} ${id}` };
}

/** Which resources of a kind are a device's, or a room's; undefined where that cannot be told, as a light that is not listed breaks another rule. */
function ownedBy(
  { device, light, room }: Lists,
  on: Resource<"device" | "room">,
  type: Kind,
): ((id: string) => boolean) | undefined {
  const isLost = (one: WireDevice) => providedBy(one, "light").some((key) => light.lacks(key));
  if (on.type === "device" && type === "light") return isLost(on) ? undefined : (id) => namedBy(on).includes(idKey(id));
  if (on.type === "device" && type === "room") return (id) => isInside(room.resource(id), on.id);
  if (on.type === "room" && type === "device") return (id) => isInside(on, id);
  if (on.type !== "room" || type !== "light" || !device.isSound) return undefined;
  const inside = device.sound.filter(({ id }) => isInside(on, id));
  const lights = inside.flatMap(namedBy);
  return inside.some(isLost) ? undefined : (id) => lights.includes(idKey(id));
}

/** What a device provides, by their keys; a wrong type breaks a rule of its own. */
const namedBy = ({ services }: WireDevice): readonly string[] => services.map(({ rid }) => idKey(rid));

/** Of rooms that are not in the plain list nothing is expected. */
const isInside = (room: WireRoom | undefined, device: string): boolean =>
  room === undefined || room.children.some(({ rid }) => idKey(rid) === idKey(device));

/** Whether a resource is the same as in its list. */
async function comparison(session: Session, lists: Lists, { given, where }: GivenThere): Promise<Look> {
  const { id, type, fields } = given;
  if (type !== "device" && type !== "light" && type !== "room") return undefined;
  const listed: Resource<Kind> | undefined = lists[type].resource(id);
  if (!listed) return undefined;
  const readAgain = async (): Promise<Resource<Kind> | undefined> => (await readListing(session, type)).resource(id);
  return compareFields({ listed, found: fields as unknown as Resource<Kind>, where, readAgain });
}
