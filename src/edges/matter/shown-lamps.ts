import type { Home } from "../../core/home/home.ts";
import type { Device } from "../../core/home/model/device.ts";
import { idFrom } from "../../core/home/model/ids.ts";
import { type LeftOutLamps, leftOutFor } from "../../shared/matter-left-out.ts";
import type { Chosen } from "./lamps/chosen.ts";
import { isSameLamp, lampsOf } from "./lamps/lamps-of.ts";
import type { MatterLamp } from "./lamps/matter-lamp.ts";

export interface ShownLampsOptions {
  readonly chosen: Chosen;
  readonly most: number;
  /** Lamps that were shown before, and stay if there are more than can be shown. */
  readonly known: readonly string[];
}

interface Found {
  readonly device: Device;
  readonly lamp: MatterLamp;
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
  /** The names of those that the thread could not show. */
  readonly #notShown = new Map<string, string>();
  #others: readonly LeftOutLamps[] = [];

  constructor({ chosen, most, known }: ShownLampsOptions) {
    this.#chosen = chosen;
    this.#most = most;
    this.#known = known;
  }

  get size(): number {
    return this.#lamps.size;
  }

  /** The lamps that ecosystems do not see. */
  get leftOut(): readonly LeftOutLamps[] {
    return [...this.#others, ...leftOutFor("not-shown", [...this.#notShown.values()])];
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
    const lamp = this.#lamps.get(id);
    if (!lamp) return;
    this.#lamps.delete(id);
    this.#notShown.set(id, lamp.name);
  }

  /** Which lamps there are, all of them looked at. */
  update(home: Home): Difference {
    const all = home.devices.all().flatMap((device) => lampsOf(home, device).map((lamp) => ({ device, lamp })));
    this.#chosen.meet(home);
    const admitted = all.filter(({ device }) => device.admitted);
    const wanted = admitted.filter(({ device }) => this.#chosen.has(home, device));
    const lampOf = new Map(wanted.map(({ lamp }) => [lamp.id, lamp]));
    const told = [...this.#lamps.keys(), ...this.#notShown.keys()];
    const before = [...told, ...this.#known].filter((id) => lampOf.has(id));
    const ids = new Set([...new Set([...before, ...lampOf.keys()])].slice(0, this.#most));
    this.#known = [];
    const namesIn = (found: readonly Found[]) => found.map(({ lamp }) => lamp.name);
    this.#others = [
      ...leftOutFor("not-admitted", namesIn(all.filter(({ device }) => !device.admitted))),
      ...leftOutFor("not-chosen", namesIn(admitted.filter(({ lamp }) => !lampOf.has(lamp.id)))),
      ...leftOutFor("over-maximum", namesIn(wanted.filter(({ lamp }) => !ids.has(lamp.id)))),
    ];
    const next = new Map([...ids].flatMap((id) => ofEntry(id, lampOf.get(id))));
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
