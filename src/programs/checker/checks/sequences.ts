import type { Home } from "../home.ts";
import type { Session } from "../session.ts";
import { isGateway } from "./devices.ts";
import { LISTS } from "./lists.ts";
import type { Rooms } from "./rooms.ts";

interface Numbered {
  readonly id: string;
  readonly sequence: number;
}

/** Whether `sequence` tells rooms apart, and the scenes of each parent. Each gateway of a fleet numbers its own rooms. */
export function checkSequences({ findings }: Session, { scene, device }: Home, rooms: Rooms): void {
  const isFleet = device.sound.filter(isGateway).length > 1;
  for (const [room, other] of isFleet ? [] : namesakes(rooms.sound, ({ sequence }) => `${sequence}`))
    findings.note("room.sequence", other && fault(LISTS.room.path, room, other));
  for (const [one, other] of namesakes(scene.sound, ({ parent_id, sequence }) => `${parent_id} ${sequence}`))
    findings.note("scene.sequence", other && fault(LISTS.scene.path, one, other));
}

/** Each item, with the first one before it that goes by the same name. */
function namesakes<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly [item: Item, other: Item | undefined])[] {
  const first = new Map<string, Item>();
  return items.map((item) => {
    const other = first.get(nameOf(item));
    if (!other) first.set(nameOf(item), item);
    return [item, other];
  });
}

const fault = (path: string, { id, sequence }: Numbered, other: Numbered) => ({
  where: `GET ${path} → ${id} → sequence`,
  expected: "a unique number",
  found: `${sequence}, the number of ${other.id}`,
});
