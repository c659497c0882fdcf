import { replayChanges } from "../../../src/core/home/changes/replay-changes.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { changesFor } from "../../../src/edges/home-file/build.ts";

/** The home of a gateway on one floor of a hotel: a room with a few lamps, and a scene. */
export function floorHome(floor: number, lamps = 3): HomeContents {
  const devices = Array.from({ length: lamps }, (_, number) => ({
    name: `Lamp ${floor}.${number + 1}`,
    product: "colour bulb",
    serial: `F${floor}N${number + 1}`,
  }));
  const scenes = [{ name: `Evening ${floor}`, colours: ["#ff8800"] }];
  const file = { gateway: { name: `Gateway ${floor}` }, rooms: [{ name: `Hall ${floor}`, devices, scenes }] };
  const id = String(floor).padStart(12, "0");
  const identity = {
    mac: `02:00:00:00:00:${String(floor).padStart(2, "0")}`,
    resetId: `AAAAAAAA-0000-4000-8000-${id}`,
  };
  return replayChanges(changesFor(file, { version: "0.0.0", pictureAt: () => null }), identity);
}
