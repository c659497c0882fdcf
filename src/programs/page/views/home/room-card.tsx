import { useComputed } from "@preact/signals";
import { lightOf } from "../../model/room-look.ts";
import { useParts } from "../../page-parts.ts";
import { roomAddressOf } from "../../route.ts";
import { GroupControl } from "./group-control.tsx";
import { LampCount } from "./lamp-count.tsx";
import { useGrowing } from "./use-growing.ts";

const CARDS_AT_ONCE = 30;

/** The rooms of a home that is larger than a screen. */
export function RoomCards({ roomIds }: { readonly roomIds: readonly string[] }) {
  const drawn = useGrowing(roomIds.length, CARDS_AT_ONCE);
  return (
    <ul class="room-cards" aria-label="Rooms">
      {roomIds.slice(0, drawn).map((id) => (
        <RoomCard key={id} roomId={id} />
      ))}
    </ul>
  );
}

/** A room without its lamps: what light is in it, and all of them as one. The card opens the room. */
function RoomCard({ roomId }: { readonly roomId: string }) {
  const { model, fleet } = useParts();
  const name = model.roomName(roomId);
  const groupId = model.groupIdOf(roomId);
  const hasLamps = model.membersIn(roomId).value.lamps.length > 0;
  return (
    <li class="room-card">
      <RoomLight roomId={roomId} />
      <div class="head-name">
        <h2>
          <a href={roomAddressOf(roomId, fleet.gatewayId.value)}>{name}</a>
        </h2>
        <LampCount roomId={roomId} />
      </div>
      {groupId !== undefined && hasLamps && <GroupControl groupId={groupId} name={name} />}
    </li>
  );
}

/** The colours of what is lit in a room. */
function RoomLight({ roomId }: { readonly roomId: string }) {
  const { model } = useParts();
  const paint = useComputed(() => lightOf(model, roomId)).value;
  return <span class="room-light" data-on={paint !== undefined} style={{ "--paint": paint ?? "none" }} />;
}
