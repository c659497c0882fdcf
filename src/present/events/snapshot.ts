import type { WireType } from "../../contract/events.ts";
import type { Home } from "../../home/home.ts";
import type { Steps } from "../../shared/steps.ts";
import { type MemoizedJson, memoizedJson } from "../memoized-json.ts";
import { devicesWith, GROUP_LIGHTS, LIGHTS, roomsWith, scenesAt, syncBoxesOf } from "../texts.ts";

/** Everything that clients follow, each resource as JSON. A scene's `picture_url` is a path, as it is in events. */
export type Snapshot = Readonly<Record<WireType, readonly string[]>>;

const PLAIN_DEVICE = { lights: false, room: false, zigbee: false };
const PLAIN_ROOM = { devices: false, lights: false };

/** How resources of each type become JSON in snapshots and events. */
export const presentersFor = (home: Home) => ({
  device: devicesWith(home, PLAIN_DEVICE),
  light: LIGHTS,
  sync: syncBoxesOf(home),
  room: roomsWith(home, PLAIN_ROOM),
  scene: scenesAt(home, ""),
  group_light: GROUP_LIGHTS,
});

/** Takes snapshots of a home. What did not change since the last snapshot is the same value in the next. */
export class Snapshots {
  readonly #lists: Readonly<Record<WireType, MemoizedJson>>;

  constructor(home: Home) {
    const { devices, lights, syncBoxes, rooms, scenes, groupLights } = home;
    const presenters = presentersFor(home);
    this.#lists = {
      device: memoizedJson(devices, [], presenters.device),
      light: memoizedJson(lights, [], presenters.light),
      sync: memoizedJson(syncBoxes, [rooms], presenters.sync),
      room: memoizedJson(rooms, [devices], presenters.room),
      scene: memoizedJson(scenes, [rooms], presenters.scene),
      group_light: memoizedJson(groupLights, [], presenters.group_light),
    };
  }

  /** The scenes alone, as they are in a snapshot. */
  scenes(): readonly string[] {
    return this.#lists.scene.now();
  }

  /** All resources as the reads list them, the two derived rooms among the rooms. */
  now(): Snapshot {
    const { device, light, sync, room, scene, group_light } = this.#lists;
    return {
      device: device.now(),
      light: light.now(),
      sync: sync.now(),
      room: room.now(),
      scene: scene.now(),
      group_light: group_light.now(),
    };
  }

  /** Makes the JSON of the next snapshot resource by resource; only what changes meanwhile is left for `now`. */
  *prepare(): Steps<void> {
    for (const list of Object.values(this.#lists)) yield* list.prepare();
  }
}
