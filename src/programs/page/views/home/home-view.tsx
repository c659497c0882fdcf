import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Locked } from "../../access/locked.tsx";
import { GatewayTroubles } from "../../fleet/gateway-choice.tsx";
import { useParts } from "../../page-parts.ts";
import { OpenEdit } from "../edit/edit-home.tsx";
import { Favourites } from "./favourites.tsx";
import { FoundLamps } from "./found-lamps.tsx";
import { OpenRoom } from "./open-room.tsx";
import { RoomCards } from "./room-card.tsx";
import { RoomSection } from "./room-section.tsx";
import { WholeHouse } from "./whole-house.tsx";

/** A home of so many lamps and sync boxes shows them all; a larger one begins with its rooms. */
const MOST_AT_ONCE = 24;

/** The home: one room, what a search finds, or the whole house with its rooms. */
export function HomeView() {
  const { model, follower, preferences, search, roomId } = useParts();
  const openRoomId = roomId.value;
  useUnconfirmedLamps();
  useFocusOn(openRoomId);
  if (follower.state.value === "locked") return <Locked title="Home" onPaired={() => follower.start()} />;
  if (!model.isKnown.value) return <p class="waiting">Loading the lamps …</p>;
  const isRoomOpen = openRoomId !== undefined && model.roomIds.value.includes(openRoomId);
  return (
    <div class="home" data-layout={preferences.layout.value}>
      <h1 class="only-read">Home</h1>
      <GatewayTroubles />
      {search.value.trim() !== "" ? <FoundLamps /> : isRoomOpen ? <OpenRoom roomId={openRoomId} /> : <AllRooms />}
      <OpenEdit />
    </div>
  );
}

/** The whole house, the favourites, and the rooms: with their lamps where those are few. */
function AllRooms() {
  const { model } = useParts();
  const roomIds = useRoomIds();
  const size = useComputed(() => model.roomIds.value.reduce((sum, id) => sum + model.sizeOf(id), 0)).value;
  return (
    <>
      <WholeHouse />
      <Favourites />
      {size > MOST_AT_ONCE ? (
        <RoomCards roomIds={roomIds} />
      ) : (
        roomIds.map((id) => <RoomSection key={id} roomId={id} />)
      )}
      {roomIds.length === 0 && <p class="waiting">No lamps yet.</p>}
    </>
  );
}

/** Favourites first. The room of devices in none is there only while it has some. */
function useRoomIds(): readonly string[] {
  const { model, preferences } = useParts();
  const favourites = preferences.favourites.value;
  return useComputed(() =>
    model.roomIds.value.filter((id) => model.sizeOf(id) > 0 || !model.isUnassigned(id)),
  ).value.toSorted((one, other) => Number(favourites.has(other)) - Number(favourites.has(one)));
}

/** An operator sees which lamps have not confirmed what is shown of them. */
function useUnconfirmedLamps(): void {
  const { access, fleet, unconfirmed } = useParts();
  // A front does not know: its gateways do.
  const isOperator = access.isOperator.value && !fleet.isFront;
  useEffect(() => (isOperator ? unconfirmed.watch() : undefined), [isOperator, unconfirmed]);
}

/** The link that was followed is gone: the focus goes to what it has opened. */
function useFocusOn(openRoomId: string | undefined): void {
  const last = useRef(openRoomId);
  useEffect(() => {
    const isGone = last.current !== openRoomId && document.activeElement === document.body;
    if (isGone) document.getElementById("main")?.focus({ preventScroll: true });
    last.current = openRoomId;
  }, [openRoomId]);
}
