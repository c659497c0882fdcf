import { useComputed } from "@preact/signals";
import type { Member } from "../../model/room-members.ts";
import { matches } from "../../model/search.ts";
import { type PageParts, useParts } from "../../page-parts.ts";
import { GroupControl } from "./group-control.tsx";
import { LampTile } from "./lamp-tile.tsx";
import { SceneChips } from "./scene-chips.tsx";
import { SyncCard } from "./sync-card.tsx";

/**
 * A room: its lamps as one, its scenes, and each lamp and sync box. What a search does not find is hidden and stays
 * drawn: to draw a thousand lamps again would take longer than a person types.
 */
export function RoomSection({ roomId }: { readonly roomId: string }) {
  const { model, search } = useParts();
  const name = model.rooms.get(roomId)?.name.value ?? "";
  const members = model.membersIn(roomId).value;
  const isFound = ({ id, deviceId }: Member, table: PageParts["model"]["lights" | "syncBoxes"]) =>
    matches(search.value, [name, table.get(id)?.name.value ?? "", model.devices.get(deviceId)?.name.value ?? ""]);
  const lamps = members.lamps.filter((member) => isFound(member, model.lights));
  const syncBoxes = members.syncBoxes.filter((member) => isFound(member, model.syncBoxes));
  const groupId = model.groupIdOf(roomId);
  return (
    <section
      class="room"
      hidden={lamps.length + syncBoxes.length === 0}
      aria-labelledby={`room-${roomId}`}
      style={{ "--lamps": String(lamps.length) }}
    >
      <header class="room-head">
        <div class="room-name">
          <h2 id={`room-${roomId}`}>{name}</h2>
          <LampCount roomId={roomId} />
        </div>
        {groupId !== undefined && members.lamps.length > 0 && <GroupControl groupId={groupId} name={name} />}
      </header>
      <SceneChips roomId={roomId} roomName={name} />
      <div class="tiles">
        {members.lamps.map((lamp) => (
          <LampTile
            key={lamp.id}
            lightId={lamp.id}
            deviceId={lamp.deviceId}
            roomId={roomId}
            isHidden={!lamps.includes(lamp)}
          />
        ))}
      </div>
      {syncBoxes.map(({ id, deviceId }) => (
        <SyncCard key={id} syncBoxId={id} deviceId={deviceId} />
      ))}
    </section>
  );
}

/** "2 of 3 on": a text that follows every lamp without drawing the room again. */
export function LampCount({ roomId }: { readonly roomId: string }) {
  const parts = useParts();
  const words = useComputed(() => lampCountIn(parts, roomId));
  return <p class="quiet">{words}</p>;
}

function lampCountIn({ model }: PageParts, roomId: string): string {
  const { lamps } = model.membersIn(roomId).value;
  const isLit = ({ id, deviceId }: Member) =>
    model.lights.get(id)?.shown.value.on === 1 && model.devices.get(deviceId)?.shown.value.online === 1;
  const lit = lamps.filter(isLit).length;
  if (lamps.length === 0) return "";
  return lit === 0 ? "all off" : lit === lamps.length ? "all on" : `${lit} of ${lamps.length} on`;
}
