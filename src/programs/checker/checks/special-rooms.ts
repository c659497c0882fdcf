import type { WireRoom } from "../../../core/contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { isGateway } from "./devices.ts";
import { LISTS } from "./lists.ts";
import type { Rooms } from "./rooms.ts";

/** Checks who is in the whole house, and who is in no room (G34). The gateway, and devices that nobody added, may be in either. */
export function checkSpecialRooms(session: Session, home: Home, rooms: Rooms): void {
  if (!rooms.isSound || !home.device.isSound) return;
  const joined = home.device.sound
    .filter((device) => device.join_status === 1 && !isGateway(device))
    .map(({ id }) => id);
  const judged = new Set(joined.map(idKey));
  const childrenOf = (room: WireRoom) => room.children.map(({ rid }) => rid).filter((rid) => judged.has(idKey(rid)));
  const inRooms = new Set(rooms.sound.filter(isOfKind(0)).flatMap(childrenOf).map(idKey));
  const expect = (
    rule: RuleId,
    room: WireRoom,
    expected: { readonly words: string; readonly ids: readonly string[] },
  ) => {
    const fault = difference(expected.ids, childrenOf(room));
    session.expect(rule, fault === undefined, {
      where: `GET ${LISTS.room.path} → ${room.id} → children`,
      expected: expected.words,
      found: `${fault}`,
    });
  };
  for (const room of rooms.sound.filter(isOfKind(1)))
    expect("room.whole-house", room, { words: "every added device", ids: joined });
  const homeless = joined.filter((id) => !inRooms.has(idKey(id)));
  for (const room of rooms.sound.filter(isOfKind(2))) {
    expect("room.unassigned", room, { words: "the devices without a room", ids: homeless });
    const assigned = childrenOf(room).find((rid) => inRooms.has(idKey(rid)));
    session.expect("room.assigned", assigned === undefined, {
      where: `GET ${LISTS.room.path} → ${room.id} → children`,
      expected: "no device that is in a room",
      found: `${assigned}`,
    });
  }
}

const isOfKind =
  (kind: number) =>
  ({ room_kind }: WireRoom): boolean =>
    room_kind === kind;
