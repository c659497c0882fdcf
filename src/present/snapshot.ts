import type { WireType } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import { keptTexts } from "./kept-texts.ts";
import { devicesWith, LIGHTS, roomsWith, scenesAt, syncBoxesOf } from "./presenting.ts";

/** Everything that clients follow, each resource as its JSON. A scene's `picture_url` is a path, as it is in events. */
export type Snapshot = Readonly<Record<WireType, readonly string[]>>;

const PLAIN_DEVICE = { lights: false, room: false, zigbee: false };
const PLAIN_ROOM = { devices: false, lights: false };

/** Takes snapshots of a home. What did not change since the last one is the same value in the next. */
export class Snapshots {
  readonly #lists: Readonly<Record<WireType, () => readonly string[]>>;

  constructor(home: Home) {
    const { devices, lights, syncBoxes, rooms, scenes } = home;
    this.#lists = {
      device: keptTexts(devices, [], devicesWith(home, PLAIN_DEVICE)),
      light: keptTexts(lights, [], LIGHTS),
      sync: keptTexts(syncBoxes, [rooms], syncBoxesOf(home)),
      room: keptTexts(rooms, [devices], roomsWith(home, PLAIN_ROOM)),
      scene: keptTexts(scenes, [rooms], scenesAt(home, "")),
    };
  }

  /** As the reads list them, the two rooms that follow from the rest among the others. */
  now(): Snapshot {
    const { device, light, sync, room, scene } = this.#lists;
    return { device: device(), light: light(), sync: sync(), room: room(), scene: scene() };
  }
}
