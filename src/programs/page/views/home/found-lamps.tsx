import { useComputed } from "@preact/signals";
import { counted } from "../../../../shared/counted.ts";
import { type FoundRoom, foundRooms } from "../../model/found-rooms.ts";
import { useParts } from "../../page-parts.ts";
import { RoomSection } from "./room-section.tsx";

/** Nobody looks through more: another word finds them. */
const MOST_FOUND = 60;

/** What a search finds, room by room. */
export function FoundLamps() {
  const { model, search, unconfirmed } = useParts();
  const found = useComputed(() => foundRooms(model, search.value, unconfirmed.ids.peek())).value;
  const { shown, more } = firstOf(found);
  return (
    <>
      <p class="only-read" role="status">
        {found.length === 0 ? "" : `${counted(shown.length, "room")} with results`}
      </p>
      {shown.map(({ roomId, ...only }) => (
        <RoomSection key={roomId} roomId={roomId} only={only} />
      ))}
      {found.length === 0 && <p class="waiting">No results for “{search.value}”.</p>}
      {more > 0 && <p class="waiting">{counted(more, "more result")}. Add a word to narrow the search.</p>}
    </>
  );
}

/** The first rooms and lamps, and how many lamps there are besides. */
function firstOf(found: readonly FoundRoom[]): { readonly shown: readonly FoundRoom[]; readonly more: number } {
  const shown: FoundRoom[] = [];
  let left = MOST_FOUND;
  let more = 0;
  for (const room of found) {
    const lamps = room.lamps.slice(0, left);
    more += room.lamps.length - lamps.length;
    left -= lamps.length;
    if (lamps.length > 0 || room.lamps.length === 0) shown.push({ ...room, lamps });
  }
  return { shown, more };
}
