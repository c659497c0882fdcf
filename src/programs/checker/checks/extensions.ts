import type { WireDevice } from "../../../core/contract/device.ts";
import { idKey, isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import { Listing } from "../listing.ts";
import type { Finding } from "../report/findings.ts";
import { difference, shown } from "../report/shown.ts";
import type { Kind, Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { expectSameList } from "./compared-lists.ts";
import { checkGivenResources, type Extended } from "./extension-agreement.ts";
import { LISTS, readList } from "./lists.ts";
import type { Mentions } from "./mentions.ts";
import { providedBy } from "./references.ts";
import type { Rooms } from "./rooms.ts";
import { type SwitchValue, valueThatAdds } from "./switches.ts";
import { checkTogether } from "./together.ts";
import { checkZigbeeAddresses } from "./zigbee-addresses.ts";

interface Extension<OfKind extends "device" | "room"> {
  readonly kind: OfKind;
  readonly name: `ext_${string}`;
  readonly effect?: RuleId;
  readonly shape: RuleId;
  /** Whether the home has something that the extension could add. */
  readonly hasMore: boolean;
  /** What is wrong with what was added to one resource, beyond its declaration. */
  readonly fault: (resource: Resource<OfKind>) => Omit<Finding, "where"> | undefined;
}

/** Extensions come as they come: their declarations are no part of the document. */
function compared(expected: readonly string[], found: unknown): Omit<Finding, "where"> | undefined {
  const items = Array.isArray(found) ? found.filter(isObject).map(({ id }) => String(id)) : undefined;
  const fault = items ? difference(expected, items) : shown(found);
  return fault === undefined ? undefined : { expected: `an array of ${expected.length}`, found: fault };
}

interface ExtensionCheck {
  readonly home: Home;
  readonly rooms: Rooms;
  readonly mentions: Mentions;
  /** The query that lists the devices which were added. */
  readonly added: string | undefined;
}

/** An extension that has an effect, and the resources that got something. */
interface Working<OfKind extends "device" | "room"> extends Extended<OfKind> {
  readonly added: readonly Resource<OfKind>[];
}

/** Asks for what lists give in addition. */
export async function checkExtensions(
  session: Session,
  { home, rooms, mentions, added }: ExtensionCheck,
): Promise<void> {
  const devices = new Map(home.device.sound.map((device) => [idKey(device.id), device]));
  const childrenOf = ({ children }: Resource<"room">) => children.flatMap(({ rid }) => devices.get(idKey(rid)) ?? []);
  const lightsOf = (device: WireDevice) => providedBy(device, "light");
  const hasChildren = home.room.sound.some((room) => childrenOf(room).length > 0);

  const withLights = await checkExtension(session, home, {
    kind: "device",
    name: "ext_light",
    effect: "device.ext-light",
    shape: "device.ext-light-shape",
    hasMore: home.device.sound.length > 0 && home.light.sound.length > 0,
    fault: (device) => compared(lightsOf(device), device.ext_light),
  });
  const withRooms = await checkExtension(session, home, {
    kind: "device",
    name: "ext_room",
    effect: "device.ext-room",
    shape: "device.ext-room-shape",
    hasMore: hasChildren,
    fault: roomJudge(home, rooms),
  });
  for (const { ext_room: room } of withRooms?.added ?? [])
    if (isObject(room) && typeof room.id === "string")
      mentions.add("room", { id: room.id, where: `GET ${LISTS.device.path}?ext_room` });
  const onZigbee = await checkExtension(session, home, {
    kind: "device",
    name: "ext_zigbee",
    shape: "device.ext-zigbee-shape",
    hasMore: home.device.sound.length > 0,
    fault: ({ ext_zigbee }) => (isObject(ext_zigbee) ? undefined : { expected: "an object", found: shown(ext_zigbee) }),
  });
  checkZigbeeAddresses(session, onZigbee?.added ?? []);
  const withDevices = await checkExtension(session, home, {
    kind: "room",
    name: "ext_device",
    effect: "room.ext-device",
    shape: "room.ext-device-shape",
    hasMore: hasChildren,
    fault: ({ children, ext_device }) =>
      compared(
        children.map(({ rid }) => rid),
        ext_device,
      ),
  });
  const withRoomLights = await checkExtension(session, home, {
    kind: "room",
    name: "ext_light",
    effect: "room.ext-light",
    shape: "room.ext-light-shape",
    hasMore: home.room.sound.flatMap(childrenOf).flatMap(lightsOf).length > 0,
    fault: (room) => {
      if (room.children.some(({ rid }) => home.device.isSuspect(rid))) return undefined;
      return compared(childrenOf(room).flatMap(lightsOf), room.ext_light);
    },
  });
  await checkTogether(session, {
    home,
    rooms,
    added,
    ofDevices: [withLights, withRooms].flatMap((working) => working ?? []),
    ofRooms: [withDevices, withRoomLights].flatMap((working) => working ?? []),
  });
}

/** Says what is wrong with the room of a device; one in no room gets the unassigned one (G16). */
function roomJudge(home: Home, { sound, isSound }: Rooms): (device: WireDevice) => Omit<Finding, "where"> | undefined {
  const roomsOf = new Map<string, readonly string[]>();
  for (const { id, children } of home.room.sound)
    for (const { rid } of children) roomsOf.set(idKey(rid), [...(roomsOf.get(idKey(rid)) ?? []), id]);
  const unassigned = sound.filter(({ room_kind }) => room_kind === 2).map(({ id }) => id);
  return ({ id, ext_room: room }) => {
    const expected = roomsOf.get(idKey(id)) ?? unassigned;
    const isSummary = isObject(room) && !("children" in room) && !("services" in room);
    const isExpected = !isSound || expected.length === 0 || expected.includes(String(isObject(room) && room.id));
    if (isSummary && isExpected) return undefined;
    return { expected: `the room ${expected[0]}, without children and services`, found: shown(room) };
  };
}

async function checkExtension<OfKind extends "device" | "room">(
  session: Session,
  home: Home,
  extension: Extension<OfKind>,
): Promise<Working<OfKind> | undefined> {
  const { kind, name, effect, shape, hasMore } = extension;
  if (!hasMore) return undefined;
  const target = `GET ${LISTS[kind].path}?${name}`;
  const read = async (value: SwitchValue): Promise<Listing<OfKind> | undefined | "unclear"> => {
    const outcome = await readList(session, kind, { query: `${name}=${value}`, mayBeRefused: true });
    if (outcome === "unreadable") return "unclear";
    return outcome !== "refused" && hasMoreThan(outcome, home[kind]) ? outcome : undefined;
  };
  const found = effect
    ? await valueThatAdds(session, { rule: effect, target, read })
    : await withOne(session, shape, { target, name, read });
  if (!found) return undefined;
  const { value, added: listing } = found;
  const look = await expectSameList<Kind>(session, {
    rule: effect ?? "extension.agrees",
    kind,
    plain: home[kind],
    asking: { query: `${name}=${value}` },
    expected: `every ${kind}, as without it`,
  });
  if (look === undefined) await checkGivenResources(session, home, { kind, name, value, listing });
  return { kind, name, value, listing, added: checkShape(session, home[kind], { extension, extended: listing }) };
}

interface UndescribedSwitch<OfKind extends Kind> {
  readonly target: string;
  readonly name: string;
  readonly read: (value: SwitchValue) => Promise<Listing<OfKind> | undefined | "unclear">;
}

/** An extension of which the document does not say what it adds is tried with the usual value. */
async function withOne<OfKind extends Kind>(
  { findings }: Session,
  shape: RuleId,
  { target, name, read }: UndescribedSwitch<OfKind>,
): Promise<{ readonly value: SwitchValue; readonly added: Listing<OfKind> } | undefined> {
  const added = await read("1");
  if (!added) findings.note(shape, { where: `${target}=1`, expected: name, found: "no additions" });
  return added instanceof Listing ? { value: "1", added } : undefined;
}

/** Checks what was added to each resource; gives those that got something. */
function checkShape<OfKind extends "device" | "room">(
  session: Session,
  plain: Listing<OfKind>,
  { extension, extended }: { readonly extension: Extension<OfKind>; readonly extended: Listing<OfKind> },
): readonly Resource<OfKind>[] {
  const { kind, name, shape, fault } = extension;
  const added = extended.sound.filter((resource) => isMore(resource, plain));
  for (const resource of added) {
    const wrong = fault(resource);
    const where = `GET ${LISTS[kind].path}?${name} → ${resource.id} → ${name}`;
    session.findings.note(shape, wrong && { where, ...wrong });
  }
  if (added.length === 0 && extended.sound.length > 0) {
    const where = `GET ${LISTS[kind].path}?${name}`;
    session.findings.note(shape, { where, expected: `${name} on each ${kind}`, found: "additions elsewhere" });
  }
  return added;
}

/** Where the additional information stands is not in the document: on the resources, or beside them. */
const hasMoreThan = (extended: Listing<"device" | "room">, plain: Listing<"device" | "room">): boolean =>
  extended.besides.some((name) => !plain.besides.includes(name)) || extended.items.some((item) => isMore(item, plain));

function isMore(item: object, plain: Listing<"device" | "room">): boolean {
  const before = plain.item(Reflect.get(item, "id"));
  return before !== undefined && Object.keys(item).some((name) => !(name in before));
}
