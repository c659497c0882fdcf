import type { WireType } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import { devicesIn } from "../home/select.ts";
import { keptTexts } from "./kept-texts.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "./texts.ts";

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
      device: keptTexts(devices, [], {
        follows: () => [],
        present: (device) => deviceText(home, device, PLAIN_DEVICE),
      }),
      light: keptTexts(lights, [], { follows: () => [], present: lightText }),
      sync: keptTexts(syncBoxes, [rooms], {
        follows: ({ areaId }) => [areaId === null ? undefined : rooms.get(areaId)],
        present: (box) => syncBoxText(home, box),
      }),
      room: keptTexts(rooms, [devices], {
        follows: (room) => devicesIn(home, room).map(({ id }) => id),
        present: (room) => roomText(home, room, PLAIN_ROOM),
      }),
      scene: keptTexts(scenes, [rooms], {
        follows: ({ roomId }) => [rooms.get(roomId)],
        present: (scene) => sceneText(home, scene, ""),
      }),
    };
  }

  /** As the reads list them, the two rooms that follow from the rest among the others. */
  now(): Snapshot {
    const { device, light, sync, room, scene } = this.#lists;
    return { device: device(), light: light(), sync: sync(), room: room(), scene: scene() };
  }
}
