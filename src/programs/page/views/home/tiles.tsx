import type { RoomMembers } from "../../model/room-members.ts";
import { LampTile } from "./lamp-tile.tsx";
import { SyncTile } from "./sync-tile.tsx";
import { useGrowing } from "./use-growing.ts";

const TILES_AT_ONCE = 60;

interface TilesProps extends RoomMembers {
  /** Whether they are in several rooms, so that each says in which. */
  readonly arePlaced?: boolean;
}

/** Lamps and sync boxes on one grid. */
export function Tiles({ lamps, syncBoxes, arePlaced = false }: TilesProps) {
  const drawn = useGrowing(lamps.length, TILES_AT_ONCE);
  return (
    <div class="tiles">
      {lamps.slice(0, drawn).map(({ id, deviceId }) => (
        <LampTile key={id} lightId={id} deviceId={deviceId} isPlaced={arePlaced} />
      ))}
      {syncBoxes.map(({ id, deviceId }) => (
        <SyncTile key={id} syncBoxId={id} deviceId={deviceId} isPlaced={arePlaced} />
      ))}
    </div>
  );
}
