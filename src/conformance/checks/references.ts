import type { WireReference } from "../../contract/reference.ts";
import type { WireRoom } from "../../contract/room.ts";
import { counted } from "../../shared/counted.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";

const idsOf = (items: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(items.map(({ id }) => id));

/** Whether what one resource says of another leads somewhere. `rooms` are all there are, the two special ones too. */
export function checkReferences(session: Session, home: Home, rooms: readonly WireRoom[]): void {
  const expect = (rule: RuleId, [kind, id, field]: readonly [Kind, string, string], fault: string | undefined) =>
    session.expect(rule, fault === undefined, {
      where: `GET ${LISTS[kind].path} → ${id} → ${field}`,
      expected: "something that is there",
      found: `${fault}`,
    });
  const known = { light: idsOf(home.light), sync: idsOf(home.sync), device: idsOf(home.device) };
  const lost = (references: readonly WireReference[]): string | undefined => {
    const found = references.find(({ rid, rtype }) => isKnown(rtype) && !known[rtype].has(rid));
    return found && `${shown(found)}, which is not`;
  };
  const isKnown = (rtype: string): rtype is keyof typeof known => Object.hasOwn(known, rtype);

  for (const { id, services } of home.device) expect("device.services", ["device", id, "services"], lost(services));
  for (const { id, children } of rooms) expect("room.children", ["room", id, "children"], lost(children));
  checkOwners(session, home);

  const groupLights = new Set(rooms.flatMap(({ services }) => groupLightsIn(services)));
  for (const { id, parent_id } of home.scene)
    expect("scene.parent", ["scene", id, "parent_id"], groupLights.has(parent_id) ? undefined : shown(parent_id));
  const roomIds = idsOf(rooms);
  for (const { id, area_id } of home.sync.filter((box) => box.area_id !== ""))
    expect("sync.area", ["sync", id, "area_id"], roomIds.has(area_id) ? undefined : shown(area_id));
  for (const { id, services } of rooms) {
    const count = groupLightsIn(services).length;
    session.expect("room.group-light", count === 1, {
      where: `GET ${LISTS.room.path} → ${id} → services`,
      expected: "one group_light",
      found: counted(count, "group_light"),
    });
  }
}

/** The ids of the group lights among some services: a room's scenes name one as their parent. */
export const groupLightsIn = (services: readonly WireReference[]): readonly string[] =>
  services.filter(({ rtype }) => rtype === "group_light").map(({ rid }) => rid);

function checkOwners(session: Session, { device, light }: Home): void {
  const owners = new Map<string, number>();
  for (const { services } of device) for (const { rid } of services) owners.set(rid, (owners.get(rid) ?? 0) + 1);
  for (const { id } of light) {
    const count = owners.get(id) ?? 0;
    session.expect("light.owner", count === 1, {
      where: `GET ${LISTS.light.path} → ${id}`,
      expected: "one device that names it",
      found: counted(count, "device"),
    });
  }
}
