import type { WireDevice } from "../../../core/contract/device.ts";
import type { WireReference } from "../../../core/contract/reference.ts";
import { counted } from "../../../shared/counted.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";
import type { Rooms } from "./rooms.ts";

/** The kinds whose lists hold all there are. */
const LISTED = ["light", "sync", "device"] as const;
const isListed = (rtype: string): rtype is (typeof LISTED)[number] => LISTED.some((kind) => kind === rtype);

/** Checks that what one resource names of others is there. */
export function checkReferences(session: Session, home: Home, rooms: Rooms): void {
  const lost = (references: readonly WireReference[]): string | undefined => {
    const found = references.find(({ rid, rtype }) => isListed(rtype) && home[rtype].lacks(rid));
    return found && `${shown(found)}, which does not exist`;
  };
  for (const device of home.device.sound) {
    expectThere(session, "device.services", { of: device, field: "services", fault: lost(device.services) });
    checkTypes(session, home, device);
  }
  for (const room of rooms.sound) {
    expectThere(session, "room.children", { of: room, field: "children", fault: lost(room.children) });
    const count = groupLightsIn(room.services).length;
    session.expect("room.group-light", count === 1, {
      where: `GET ${LISTS.room.path} → ${room.id} → services`,
      expected: "one group_light",
      found: counted(count, "group_light"),
    });
  }
  checkOwners(session, home, "light");
  checkOwners(session, home, "sync");
  if (rooms.isSound) checkRoomsOf(session, home, rooms);
}

interface Reference {
  readonly of: { readonly id: string; readonly type: Kind };
  readonly field: string;
  readonly fault: string | undefined;
}

const expectThere = (session: Session, rule: RuleId, { of, field, fault }: Reference): void =>
  session.expect(rule, fault === undefined, {
    where: `GET ${LISTS[of.type].path} → ${of.id} → ${field}`,
    expected: "an existing resource",
    found: `${fault}`,
  });

/** The rooms of scenes and of sync boxes. */
function checkRoomsOf(session: Session, home: Home, { sound }: Rooms): void {
  const groupLights = new Set(sound.flatMap(({ services }) => groupLightsIn(services)));
  const otherServices = new Map(sound.flatMap(({ services }) => services.map(({ rid, rtype }) => [idKey(rid), rtype])));
  const telling = sound.filter(({ services }) => groupLightsIn(services).length > 0);
  const ofRooms = new Map(telling.map(({ id }) => [idKey(id), "room"]));
  for (const scene of home.scene.sound) {
    const key = idKey(scene.parent_id);
    const type = groupLights.has(key) ? "group_light" : (otherServices.get(key) ?? ofRooms.get(key));
    session.expect("reference.type", type === undefined || type === scene.parent_type, {
      where: `GET ${LISTS.scene.path} → ${scene.id} → parent_id`,
      expected: `a ${scene.parent_type}, as in parent_type`,
      found: `${scene.parent_id}, which is a ${type}`,
    });
    const fault = groupLights.has(idKey(scene.parent_id)) ? undefined : shown(scene.parent_id);
    expectThere(session, "scene.parent", { of: scene, field: "parent_id", fault });
  }
  const roomKeys = new Set(sound.map(({ id }) => idKey(id)));
  for (const box of home.sync.sound.filter(({ area_id }) => area_id !== "")) {
    const fault = roomKeys.has(idKey(box.area_id)) ? undefined : shown(box.area_id);
    expectThere(session, "sync.area", { of: box, field: "area_id", fault });
  }
}

/** The group lights among some services, by their keys: a room's scenes name one as their parent. */
export const groupLightsIn = (services: readonly WireReference[]): readonly string[] =>
  services.filter(({ rtype }) => rtype === "group_light").map(({ rid }) => idKey(rid));

/** The lights, or sync boxes, that a device provides, by their keys. */
export const providedBy = ({ services }: WireDevice, kind: "light" | "sync"): readonly string[] =>
  services.filter(({ rtype }) => rtype === kind).map(({ rid }) => idKey(rid));

/** A light that a device names is named as one. Resources of other kinds may bear the same id. */
function checkTypes(session: Session, home: Home, device: WireDevice): void {
  const named = (kind: "light" | "sync", rid: string) => providedBy(device, kind).includes(idKey(rid));
  for (const kind of ["light", "sync"] as const)
    for (const reference of device.services.filter(({ rid }) => home[kind].has(rid)))
      session.expect("reference.type", named("light", reference.rid) || named("sync", reference.rid), {
        where: `GET ${LISTS.device.path} → ${device.id} → services`,
        expected: `${reference.rid} with the rtype ${kind}`,
        found: shown(reference),
      });
}

function checkOwners(session: Session, home: Home, kind: "light" | "sync"): void {
  const owners = new Map<string, number>();
  for (const key of home.device.sound.flatMap((device) => providedBy(device, kind)))
    owners.set(key, (owners.get(key) ?? 0) + 1);
  for (const { id } of home.device.isSound ? home[kind].sound : []) {
    const count = owners.get(idKey(id)) ?? 0;
    session.expect(`${kind}.owner`, count === 1, {
      where: `GET ${LISTS[kind].path} → ${id}`,
      expected: "one device with it in its services",
      found: counted(count, "device"),
    });
  }
}
