import type { WireType } from "../../contract/events.ts";
import type { Home } from "../../home/home.ts";
import type { Steps } from "../../shared/steps.ts";
import { type KeptTexts, keptTexts } from "../memoized-json.ts";
import { devicesWith, LIGHTS, roomsWith, scenesAt, syncBoxesOf } from "../presenting.ts";

/** Everything that clients follow, each resource as its JSON. A scene's `picture_url` is a path, as it is in events. */
export type Snapshot = Readonly<Record<WireType, readonly string[]>>;

const PLAIN_DEVICE = { lights: false, room: false, zigbee: false };
const PLAIN_ROOM = { devices: false, lights: false };

/** How each type is presented to those who follow. */
export const presentedIn = (home: Home) => ({
  device: devicesWith(home, PLAIN_DEVICE),
  light: LIGHTS,
  sync: syncBoxesOf(home),
  room: roomsWith(home, PLAIN_ROOM),
  scene: scenesAt(home, ""),
});

/** Takes snapshots of a home. What did not change since the last one is the same value in the next. */
export class Snapshots {
  readonly #lists: Readonly<Record<WireType, KeptTexts>>;

  constructor(home: Home) {
    const { devices, lights, syncBoxes, rooms, scenes } = home;
    const presented = presentedIn(home);
    this.#lists = {
      device: keptTexts(devices, [], presented.device),
      light: keptTexts(lights, [], presented.light),
      sync: keptTexts(syncBoxes, [rooms], presented.sync),
      room: keptTexts(rooms, [devices], presented.room),
      scene: keptTexts(scenes, [rooms], presented.scene),
    };
  }

  /** The scenes alone, as they are in a snapshot. */
  scenes(): readonly string[] {
    return this.#lists.scene.now();
  }

  /** As the reads list them, the two rooms that follow from the rest among the others. */
  now(): Snapshot {
    const { device, light, sync, room, scene } = this.#lists;
    return { device: device.now(), light: light.now(), sync: sync.now(), room: room.now(), scene: scene.now() };
  }

  /** Makes the texts of the next snapshot one by one, so that only those that change meanwhile are left for `now`. */
  *prepare(): Steps<void> {
    for (const list of Object.values(this.#lists)) yield* list.prepare();
  }
}
