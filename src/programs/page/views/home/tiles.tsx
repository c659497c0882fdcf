import type { Member } from "../../model/room-members.ts";
import { LampTile } from "./lamp-tile.tsx";
import { SyncTile } from "./sync-tile.tsx";
import { useGrowing } from "./use-growing.ts";

const TILES_AT_ONCE = 60;

interface PlacedMember extends Member {
  readonly roomId: string;
}

interface TilesProps {
  readonly lamps: readonly PlacedMember[];
  readonly syncBoxes: readonly PlacedMember[];
}

/** Lamps and sync boxes on one grid. */
export function Tiles({ lamps, syncBoxes }: TilesProps) {
  const drawn = useGrowing(lamps.length, TILES_AT_ONCE);
  return (
    <div class="tiles">
      {lamps.slice(0, drawn).map(({ id, ...place }) => (
        <LampTile key={id} lightId={id} {...place} />
      ))}
      {syncBoxes.map(({ id, ...place }) => (
        <SyncTile key={id} syncBoxId={id} {...place} />
      ))}
    </div>
  );
}
