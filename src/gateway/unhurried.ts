import type { Device } from "../home/device.ts";
import type { DeviceId } from "../home/ids.ts";
import type { Replacement } from "../home/replacement.ts";
import type { Fate } from "./store.ts";

/** Devices of which the store knows less than the home, though nothing that is worth storing by itself. */
export class Unhurried {
  readonly #deviceNow: (id: DeviceId) => Device | undefined;
  readonly #ids = new Set<DeviceId>();
  #taken: readonly DeviceId[] = [];

  constructor(deviceNow: (id: DeviceId) => Device | undefined) {
    this.#deviceNow = deviceNow;
  }

  add(replacements: readonly Replacement[]): void {
    for (const { in: name, after } of replacements) if (name === "devices" && after) this.#ids.add(after.id);
  }

  /** What is to be stored anyway, each device as it is known by now. */
  takeAlong(fates: readonly Fate[]): readonly Fate[] {
    const along = fates.map((fate) => {
      const now = fate.in === "devices" && fate.after && this.#ids.has(fate.after.id) && this.#deviceNow(fate.after.id);
      return now ? { ...fate, in: "devices" as const, after: now } : fate;
    });
    const ids = fates.flatMap(({ in: name, after }) => (name === "devices" && after ? [after.id] : []));
    this.#taken = ids.filter((id) => this.#ids.delete(id));
    return along;
  }

  /** Each device as it is known by now, when there will be nothing to go along with. */
  takeAll(): readonly Replacement[] {
    const devices = [...this.#ids].flatMap((id) => this.#deviceNow(id) ?? []);
    this.#ids.clear();
    return devices.map((device) => ({ in: "devices", before: device, after: device }));
  }

  /** What was taken last could not be stored. */
  putBack(): void {
    for (const id of this.#taken) this.#ids.add(id);
  }
}
