import type { Home } from "../home/home.ts";
import { Snapshots } from "../present/events/snapshot.ts";
import type { TestHome } from "./test-gateway.ts";

/** A home as clients see it. */
export function wireHome(home: Home): TestHome {
  const { device, light, sync, room, scene } = new Snapshots(home).now();
  const read = (texts: readonly string[]) => texts.map((text) => JSON.parse(text));
  return {
    devices: read(device),
    lights: read(light),
    syncBoxes: read(sync),
    rooms: read(room),
    scenes: read(scene),
  };
}
