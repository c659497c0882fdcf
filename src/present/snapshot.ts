import type { WireType } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "./texts.ts";

/** Everything that clients follow, each resource as its JSON. A scene's `picture_url` is a path, as it is in events. */
export type Snapshot = Readonly<Record<WireType, readonly string[]>>;

interface List {
  /** The values that the texts follow from: while they are the same ones, so are the texts. */
  readonly madeFrom: (home: Home) => readonly unknown[];
  readonly texts: (home: Home) => readonly string[];
}

const PLAIN_DEVICE = { lights: false, room: false, zigbee: false };
const PLAIN_ROOM = { devices: false, lights: false };

/** As the reads list them, the two rooms that follow from the rest among the others. */
const LISTS: { readonly [Type in WireType]: List } = {
  device: {
    madeFrom: (home) => [home.devices.all()],
    texts: (home) => home.devices.all().map((device) => deviceText(home, device, PLAIN_DEVICE)),
  },
  light: {
    madeFrom: (home) => [home.lights.all()],
    texts: (home) => home.lights.all().map(lightText),
  },
  sync: {
    madeFrom: (home) => [home.syncBoxes.all(), home.rooms.all()],
    texts: (home) => home.syncBoxes.all().map((box) => syncBoxText(home, box)),
  },
  room: {
    madeFrom: (home) => [home.rooms.all(), home.devices.all()],
    texts: (home) => home.rooms.all().map((room) => roomText(home, room, PLAIN_ROOM)),
  },
  scene: {
    madeFrom: (home) => [home.scenes.all(), home.rooms.all()],
    texts: (home) => home.scenes.all().flatMap((scene) => sceneText(home, scene, "") ?? []),
  },
};

interface Kept {
  readonly madeFrom: readonly unknown[];
  readonly texts: readonly string[];
}

/** Takes snapshots of a home. What did not change since the last one is the same value in the next. */
export class Snapshots {
  readonly #home: Home;
  readonly #kept = new Map<WireType, Kept>();

  constructor(home: Home) {
    this.#home = home;
  }

  now(): Snapshot {
    return {
      device: this.#texts("device"),
      light: this.#texts("light"),
      sync: this.#texts("sync"),
      room: this.#texts("room"),
      scene: this.#texts("scene"),
    };
  }

  #texts(type: WireType): readonly string[] {
    const kept = this.#kept.get(type);
    const madeFrom = LISTS[type].madeFrom(this.#home);
    if (kept && madeFrom.every((value, index) => value === kept.madeFrom[index])) return kept.texts;
    const texts = LISTS[type].texts(this.#home).map((text, index) => same(kept?.texts[index], text));
    this.#kept.set(type, { madeFrom, texts });
    return texts;
  }
}

/** The text that is there already, if it says the same: the whole house names every device, and would be in memory twice. */
const same = (kept: string | undefined, text: string): string => (kept === text ? kept : text);
