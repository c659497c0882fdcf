import type { Replacement } from "../home/changes/replacement.ts";
import type { Device } from "../home/model/device.ts";
import type { DeviceId } from "../home/model/ids.ts";
import type { ResourceWrite } from "./store.ts";

/** Devices that the store has in an older version, with nothing newer that is worth a write of its own. */
export class DeferredWrites {
  readonly #currentDevice: (id: DeviceId) => Device | undefined;
  readonly #ids = new Set<DeviceId>();
  /** The devices that went along with the last batch. */
  #piggybacked: readonly DeviceId[] = [];

  constructor(currentDevice: (id: DeviceId) => Device | undefined) {
    this.#currentDevice = currentDevice;
  }

  add(replacements: readonly Replacement[]): void {
    for (const { in: name, after } of replacements) if (name === "devices" && after) this.#ids.add(after.id);
  }

  /** Brings the devices of a batch to their current version; their deferred writes are done with that batch. */
  piggybackOn(writes: readonly ResourceWrite[]): readonly ResourceWrite[] {
    const current = writes.map((write) => {
      const isDeferred = write.in === "devices" && write.after && this.#ids.has(write.after.id);
      const device = isDeferred && this.#currentDevice(write.after.id);
      return device ? { ...write, in: "devices" as const, after: device } : write;
    });
    const ids = writes.flatMap(({ in: name, after }) => (name === "devices" && after ? [after.id] : []));
    this.#piggybacked = ids.filter((id) => this.#ids.delete(id));
    return current;
  }

  /** Each device in its current version, for the last batch before the gateway stops. */
  takeAll(): readonly Replacement[] {
    const devices = [...this.#ids].flatMap((id) => this.#currentDevice(id) ?? []);
    this.#ids.clear();
    return devices.map((device) => ({ in: "devices", before: device, after: device }));
  }

  /** Defers again what went along with a batch that the store refused. */
  restore(): void {
    for (const id of this.#piggybacked) this.#ids.add(id);
  }
}
