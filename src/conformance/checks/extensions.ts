import { isDeepStrictEqual } from "node:util";
import type { WireDevice } from "../../contract/device.ts";
import type { WireRoom } from "../../contract/room.ts";
import { isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Finding } from "../report/findings.ts";
import { difference, shown } from "../report/shown.ts";
import type { Kind, Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS, readList } from "./lists.ts";
import { switchedOn } from "./rooms.ts";

interface Extension<OfKind extends "device" | "room"> {
  readonly kind: OfKind;
  readonly name: `ext_${string}`;
  readonly effect?: RuleId;
  readonly shape: RuleId;
  /** What is wrong with what was added to one resource, beyond its declaration. */
  readonly fault: (resource: Resource<OfKind>) => Omit<Finding, "where"> | undefined;
}

/** Extensions come as they come: their declarations are no part of the document. */
function compared(expected: readonly string[], found: unknown): Omit<Finding, "where"> | undefined {
  const items = Array.isArray(found) ? found.filter(isObject).map(({ id }) => String(id)) : undefined;
  const fault = items ? difference(expected, items) : shown(found);
  return fault === undefined ? undefined : { expected: `an array of ${expected.length}`, found: fault };
}

/** Asks for what lists give in addition; `rooms` are all there are. */
export async function checkExtensions(session: Session, home: Home, rooms: readonly WireRoom[]): Promise<void> {
  const lightsOf = (device: WireDevice) =>
    device.services.filter(({ rtype }) => rtype === "light").map(({ rid }) => rid);
  const devices = new Map(home.device.map((device) => [device.id, device]));
  const homes = new Map(home.room.flatMap(({ id, children }) => children.map(({ rid }) => [rid, id] as const)));
  const unassigned = rooms.find(({ room_kind }) => room_kind === 2)?.id;

  await checkExtension(session, home, {
    kind: "device",
    name: "ext_light",
    effect: "device.ext-light",
    shape: "device.ext-light-shape",
    fault: (device) => compared(lightsOf(device), device.ext_light),
  });
  await checkExtension(session, home, {
    kind: "device",
    name: "ext_room",
    effect: "device.ext-room",
    shape: "device.ext-room-shape",
    fault: ({ id, ext_room }) => {
      const expected = homes.get(id) ?? unassigned;
      const isSummary = isObject(ext_room) && !("children" in ext_room) && !("services" in ext_room);
      if (isSummary && (expected === undefined || ext_room.id === expected)) return undefined;
      return { expected: `the room ${expected}, without children and services`, found: shown(ext_room) };
    },
  });
  const onZigbee = await checkExtension(session, home, {
    kind: "device",
    name: "ext_zigbee",
    shape: "device.ext-zigbee-shape",
    fault: ({ ext_zigbee }) => (isObject(ext_zigbee) ? undefined : { expected: "an object", found: shown(ext_zigbee) }),
  });
  checkAddresses(session, onZigbee);
  await checkExtension(session, home, {
    kind: "room",
    name: "ext_device",
    effect: "room.ext-device",
    shape: "room.ext-device-shape",
    fault: ({ children, ext_device }) =>
      compared(
        children.map(({ rid }) => rid),
        ext_device,
      ),
  });
  await checkExtension(session, home, {
    kind: "room",
    name: "ext_light",
    effect: "room.ext-light",
    shape: "room.ext-light-shape",
    fault: ({ children, ext_light }) => {
      const inside = children.flatMap(({ rid }) => devices.get(rid) ?? []);
      return compared(inside.flatMap(lightsOf), ext_light);
    },
  });
}

async function checkExtension<OfKind extends "device" | "room">(
  session: Session,
  home: Home,
  { kind, name, effect, shape, fault }: Extension<OfKind>,
): Promise<readonly Resource<OfKind>[]> {
  const plain = new Map(home[kind].map((resource) => [resource.id, Object.keys(resource)]));
  if (plain.size === 0) return [];
  const read = async (value: string): Promise<readonly Resource<OfKind>[]> => {
    const all = await readList(session, kind, { query: `${name}=${value}`, mayBeRefused: true });
    const isMore = (resource: Resource<Kind>) => !isDeepStrictEqual(Object.keys(resource), plain.get(resource.id));
    return (all ?? []).filter(isMore);
  };
  const where = `GET ${LISTS[kind].path}?${name}`;
  const added = effect ? await switchedOn(session, { rule: effect, target: where, read }) : await read("1");
  if (!effect && added.length === 0)
    session.expect(shape, false, { where: `${where}=1`, expected: name, found: "nothing more" });
  for (const resource of added) {
    const wrong = fault(resource);
    session.findings.note(shape, wrong && { where: `${where}=1 → ${resource.id} → ${name}`, ...wrong });
  }
  return added;
}

/** On one Zigbee network an address is one device's; the gateway has one too. */
function checkAddresses({ findings }: Session, devices: readonly WireDevice[]): void {
  const owners = new Map<string, string>();
  for (const { id, ext_zigbee } of devices) {
    const address = isObject(ext_zigbee) ? ext_zigbee.ieee_address : undefined;
    if (typeof address !== "string") continue;
    const owner = owners.get(address.toLowerCase());
    owners.set(address.toLowerCase(), owner ?? id);
    findings.note(
      "device.ext-zigbee-address",
      owner === undefined
        ? undefined
        : {
            where: `GET ${LISTS.device.path}?ext_zigbee=1 → ${id} → ext_zigbee/ieee_address`,
            expected: "an address of its own",
            found: `${shown(address)}, as ${owner} has`,
          },
    );
  }
}
