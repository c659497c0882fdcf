import { useParts } from "../../page-parts.ts";
import { EditRooms } from "../edit/edit-home.tsx";
import { GroupControl } from "./group-control.tsx";
import { LampCount } from "./lamp-count.tsx";

/** All lamps as one. */
export function WholeHouse() {
  const { model, fleet } = useParts();
  const name = fleet.chosen.value?.name;
  const roomId = model.wholeHouseId.value;
  const groupId = roomId === undefined ? undefined : model.groupIdOf(roomId);
  if (roomId === undefined || groupId === undefined) return null;
  return (
    <section class="house head" aria-label={name ?? "Whole house"}>
      <div class="head-name">
        <p class="house-name">{name ?? "Whole house"}</p>
        <LampCount roomId={roomId} hasOfflineButton />
      </div>
      <GroupControl groupId={groupId} name={name ?? "the whole house"} />
      <EditRooms />
    </section>
  );
}
