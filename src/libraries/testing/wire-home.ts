import { type Static, Type } from "typebox";
import { WireDevice } from "../../core/contract/device.ts";
import { WireLight } from "../../core/contract/light.ts";
import { WireRoom } from "../../core/contract/room.ts";
import { WireScene } from "../../core/contract/scene.ts";
import { WireSync } from "../../core/contract/sync.ts";
import type { Home } from "../../core/home/home.ts";
import { Snapshots } from "../../core/present/events/snapshot.ts";
import { allAtOnce } from "../../shared/steps.ts";

export const WireHome = Type.Object(
  {
    devices: Type.Array(WireDevice),
    lights: Type.Array(WireLight),
    syncBoxes: Type.Array(WireSync),
    rooms: Type.Array(WireRoom, { description: "The whole house and the unassigned room too" }),
    scenes: Type.Array(WireScene),
  },
  { description: "The home as reads would return it now. The address of a picture is a path" },
);

/** A home as clients see it. */
export function wireHome(home: Home): Static<typeof WireHome> {
  const { device, light, sync, room, scene } = allAtOnce(new Snapshots(home).take());
  const read = (pieces: readonly Buffer[]) => JSON.parse(`[${Buffer.concat(pieces)}]`);
  return {
    devices: read(device),
    lights: read(light),
    syncBoxes: read(sync),
    rooms: read(room),
    scenes: read(scene),
  };
}
