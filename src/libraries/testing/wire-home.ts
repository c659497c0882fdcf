import type { Home } from "../../core/home/home.ts";
import { Snapshots } from "../../core/present/events/snapshot.ts";
import { allAtOnce } from "../../shared/steps.ts";
import type { TestHome } from "./test-gateway.ts";

/** A home as clients see it. */
export function wireHome(home: Home): TestHome {
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
