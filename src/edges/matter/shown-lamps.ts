import type { Home } from "../../core/home/home.ts";
import type { Device } from "../../core/home/model/device.ts";
import { idFrom } from "../../core/home/model/ids.ts";
import { type Chosen, isChosen, isSameLamp, lampsOf } from "./lamps/lamps-of.ts";
import type { MatterLamp } from "./lamps/matter-lamp.ts";

export interface ShownLampsOptions {
  readonly chosen: Chosen;
  readonly most: number;
  /** Lamps that were shown before, and stay if there are more than can be shown. */
  readonly known: readonly string[];
}

/** What has changed of the lamps that ecosystems see. */
interface Difference {
  readonly lamps: readonly MatterLamp[];
  readonly gone: readonly string[];
}

/** The lamps that ecosystems see, by the id of the light or sync box. */
export class ShownLamps {
  readonly #chosen: Chosen;
  readonly #most: number;
  #known: readonly string[];
  #lamps = new Map<string, MatterLamp>();
  /** Those that the thread could not show. */
  readonly #notShown = new Set<string>();
  #others = 0;

  constructor({ chosen, most, known }: ShownLampsOptions) {
    this.#chosen = chosen;
    this.#most = most;
    this.#known = known;
  }

  get size(): number {
    return this.#lamps.size;
  }

  /** How many lamps ecosystems do not see. */
  get leftOut(): number {
    return this.#others + this.#notShown.size;
  }

  /** The lamp as ecosystems should see it now, and will; undefined where they do not see it. */
  lampToSettle(home: Home, id: string): MatterLamp | undefined {
    if (!this.#lamps.has(id)) return undefined;
    const part = home.lights.get(idFrom(id)) ?? home.syncBoxes.get(idFrom(id));
    const device = part && home.devices.get(part.deviceId);
    const found = device && lampsOf(home, device).find((lamp) => lamp.id === id);
    if (found) this.#lamps.set(id, found);
    return found;
  }

  /** A lamp could not be shown; the next look at all lamps has it again. */
  forget(id: string): void {
    if (this.#lamps.delete(id)) this.#notShown.add(id);
  }

  /** Which lamps there are, all of them looked at. */
  update(home: Home): Difference {
    const all = new Map(
      home.devices.all().flatMap((device) => lampsOf(home, device).map((lamp) => [lamp.id, { device, lamp }])),
    );
    const wanted = [...all.values()].filter(({ device }) => isChosen(home, device, this.#chosen));
    const wantedIds = new Set(wanted.map(({ lamp }) => lamp.id));
    const told = [...this.#lamps.keys(), ...this.#notShown];
    const before = [...told, ...this.#known].filter((id) => wantedIds.has(id));
    const ids = new Set([...new Set([...before, ...wantedIds])].slice(0, this.#most));
    this.#known = [];
    this.#others = all.size - ids.size;
    const next = new Map([...ids].flatMap((id) => ofEntry(id, all.get(id)?.lamp)));
    const gone = told.filter((id) => !next.has(id));
    const lamps = [...next.values()].filter((lamp) => isNews(lamp, this.#lamps.get(lamp.id)));
    this.#lamps = next;
    this.#notShown.clear();
    return { lamps, gone };
  }

  /** The lamps of some devices that have changed, where no lamp came or went. */
  refresh(home: Home, devices: Iterable<Device>): readonly MatterLamp[] {
    const changed: MatterLamp[] = [];
    for (const device of devices) {
      for (const lamp of lampsOf(home, device)) {
        const known = this.#lamps.get(lamp.id);
        if (!known || isSameLamp(lamp, known)) continue;
        this.#lamps.set(lamp.id, lamp);
        changed.push(lamp);
      }
    }
    return changed;
  }
}

const ofEntry = (id: string, lamp: MatterLamp | undefined): readonly [string, MatterLamp][] =>
  lamp ? [[id, lamp]] : [];

const isNews = (lamp: MatterLamp, known: MatterLamp | undefined): boolean => !known || !isSameLamp(lamp, known);
