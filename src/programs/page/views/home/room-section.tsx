import type { RoomMembers } from "../../model/room-members.ts";
import { useParts } from "../../page-parts.ts";
import { RoomMenu } from "../edit/room-menu.tsx";
import { GroupControl } from "./group-control.tsx";
import { LampCount } from "./lamp-count.tsx";
import { SceneChips } from "./scene-chips.tsx";
import { Tiles } from "./tiles.tsx";

interface RoomSectionProps {
  readonly roomId: string;
  /** Those of its lamps and sync boxes that are shown, if not all. */
  readonly only?: RoomMembers;
}

/** A room: its lamps as one, its scenes, and each lamp and sync box. */
export function RoomSection({ roomId, only }: RoomSectionProps) {
  const { model } = useParts();
  const name = model.roomName(roomId);
  const members = model.membersIn(roomId).value;
  const { lamps, syncBoxes } = only ?? members;
  const groupId = model.groupIdOf(roomId);
  // A search that finds a few lamps of many rooms shows these, not the scenes of all rooms.
  const isWhole = lamps.length === members.lamps.length;
  return (
    <section
      class="room"
      aria-labelledby={`room-${roomId}`}
      style={{ "--lamps": String(lamps.length + syncBoxes.length) }}
    >
      <header class="head">
        <div class="head-name">
          <h2 id={`room-${roomId}`}>{name}</h2>
          <LampCount roomId={roomId} />
        </div>
        {groupId !== undefined && members.lamps.length > 0 && <GroupControl groupId={groupId} name={name} />}
        <RoomMenu roomId={roomId} />
      </header>
      {isWhole && <SceneChips roomId={roomId} roomName={name} />}
      <Tiles lamps={lamps} syncBoxes={syncBoxes} />
    </section>
  );
}
