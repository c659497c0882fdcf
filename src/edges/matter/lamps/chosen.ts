import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { normalRoomOf } from "../../../core/home/select.ts";

/** The ids of the rooms and devices that have had a chosen name, by this name. */
export type ChosenIds = readonly (readonly [name: string, ids: readonly string[]])[];

/**
 * The rooms and devices whose lamps ecosystems see, by name or id; all if none is chosen. A name stays with what has once
 * had it, so that a lamp does not leave the ecosystems, with its rooms and automations there, when somebody renames it.
 */
export class Chosen {
  readonly #ids: Map<string, Set<string>>;
  #stored: string;

  /** With the ids that were stored before. */
  constructor(names: readonly string[], stored: ChosenIds = []) {
    const known = new Map(stored);
    this.#ids = new Map(names.map((name) => [name.toLowerCase(), new Set(known.get(name.toLowerCase()))]));
    this.#stored = JSON.stringify(stored);
  }

  /** Finds what has the names now. */
  meet(home: Home): void {
    if (this.#ids.size === 0) return;
    for (const { id, name } of choosableIn(home)) {
      for (const word of [id, name]) this.#ids.get(word.toLowerCase())?.add(id);
    }
  }

  /** What is to be stored, if that is something else than before. */
  toStore(): ChosenIds | undefined {
    const ids = [...this.#ids].map(([name, met]) => [name, [...met]] as const);
    const text = JSON.stringify(ids);
    if (text === this.#stored) return undefined;
    this.#stored = text;
    return ids;
  }

  idsOf(name: string): ReadonlySet<string> {
    return this.#ids.get(name.toLowerCase()) ?? new Set();
  }

  has(home: Home, device: Device): boolean {
    if (this.#ids.size === 0) return true;
    const roomId = normalRoomOf(home, device.id)?.id;
    return [...this.#ids.values()].some((ids) => ids.has(device.id) || (roomId !== undefined && ids.has(roomId)));
  }
}

/** What can be chosen: the rooms that people made, and devices. */
export const choosableIn = (home: Home) => [
  ...home.rooms.all().filter(({ kind }) => kind === "normal"),
  ...home.devices.all(),
];
