import { useParts } from "../../page-parts.ts";
import { Icon } from "../../parts/icon.tsx";
import { addressOf, roomAddressOf } from "../../route.ts";
import { FavouriteButton } from "./favourites.tsx";
import { RoomSection } from "./room-section.tsx";

/** One room, with the ways back and to the others. */
export function OpenRoom({ roomId }: { readonly roomId: string }) {
  const { model, fleet } = useParts();
  const gatewayId = fleet.gatewayId.value;
  return (
    <>
      <nav class="room-bar" aria-label="Rooms">
        <a class="back" href={addressOf("home", gatewayId)}>
          <Icon name="back" />
          All rooms
        </a>
        <select
          class="field"
          aria-label="Jump to room"
          value={roomId}
          onChange={({ currentTarget }) => {
            location.replace(roomAddressOf(currentTarget.value, gatewayId));
          }}
        >
          {model.roomIds.value.map((id) => (
            <option key={id} value={id}>
              {model.roomName(id)}
            </option>
          ))}
        </select>
        <FavouriteButton id={roomId} name={model.roomName(roomId)} />
      </nav>
      <RoomSection key={roomId} roomId={roomId} />
    </>
  );
}
