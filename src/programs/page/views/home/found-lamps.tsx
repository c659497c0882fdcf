import { useComputed } from "@preact/signals";
import { counted } from "../../../../shared/counted.ts";
import { type FoundRoom, foundRooms } from "../../model/found-rooms.ts";
import type { RoomMembers } from "../../model/room-members.ts";
import { useParts } from "../../page-parts.ts";
import { RoomSection } from "./room-section.tsx";
import { Tiles } from "./tiles.tsx";

/** Nobody looks through more: another word finds them. */
const MOST_FOUND = 60;

/** What a search finds: rooms that were looked for by name, as they are, and single lamps of others side by side. */
export function FoundLamps() {
  const { model, search, unconfirmed } = useParts();
  const found = useComputed(() => foundRooms(model, search.value, unconfirmed.ids.peek())).value;
  const { shown, more } = firstOf(found);
  const single = together(shown.filter(({ isNamed }) => !isNamed));
  return (
    <>
      <p class="found-count" role="status">
        {found.length === 0 ? "" : `${countOf(together(found))} found`}
      </p>
      {shown
        .filter(({ isNamed }) => isNamed)
        .map(({ roomId, ...only }) => (
          <RoomSection key={roomId} roomId={roomId} only={only} />
        ))}
      <Tiles {...single} arePlaced />
      {found.length === 0 && <p class="waiting">No results for “{search.value}”.</p>}
      {more > 0 && <p class="waiting">{counted(more, "more result")}. Add a word to narrow the search.</p>}
    </>
  );
}

const together = (rooms: readonly RoomMembers[]): RoomMembers => ({
  lamps: rooms.flatMap(({ lamps }) => lamps),
  syncBoxes: rooms.flatMap(({ syncBoxes }) => syncBoxes),
});

/** "12 lamps", "1 lamp and 1 sync box". */
const countOf = ({ lamps, syncBoxes }: RoomMembers): string =>
  [
    ...(lamps.length > 0 ? [counted(lamps.length, "lamp")] : []),
    ...(syncBoxes.length > 0 ? [counted(syncBoxes.length, "sync box")] : []),
  ].join(" and ");

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
