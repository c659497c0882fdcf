import { useComputed } from "@preact/signals";
import { useParts } from "../../page-parts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Tiles } from "./tiles.tsx";

/** The lamps and sync boxes that this person uses most, in the order in which they were chosen. */
export function Favourites() {
  const { model, preferences } = useParts();
  const found = useComputed(() => {
    const order = [...preferences.favourites.value];
    if (order.length === 0) return { lamps: [], syncBoxes: [] };
    const members = model.roomIds.value.map((roomId) => model.membersIn(roomId).value);
    const chosen = (of: "lamps" | "syncBoxes") =>
      members
        .flatMap((room) => room[of])
        .filter(({ id }) => order.includes(id))
        .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
    return { lamps: chosen("lamps"), syncBoxes: chosen("syncBoxes") };
  }).value;
  if (found.lamps.length + found.syncBoxes.length === 0) return null;
  return (
    <section class="room" aria-labelledby="favourites">
      <h2 id="favourites">Favourites</h2>
      <Tiles {...found} arePlaced />
    </section>
  );
}

/** Puts a lamp, sync box or room first, in this browser. */
export function FavouriteButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { preferences } = useParts();
  const isFavourite = preferences.favourites.value.has(id);
  return (
    <button
      type="button"
      class="icon-button favourite"
      aria-label={`${name} is a favourite`}
      aria-pressed={isFavourite}
      title={isFavourite ? "Remove from favourites" : "Add to favourites"}
      onClick={() => preferences.takeFavourite(id, !isFavourite)}
    >
      <Icon name="star" />
    </button>
  );
}
