import type { Device } from "../../home/device.ts";
import type { DeviceId } from "../../home/ids.ts";
import type { Steps } from "../../shared/steps.ts";
import type { BackendContext } from "../backend.ts";
import { alignDevices, alignGateway, type Listed, listedBy } from "./align-devices.ts";
import { alignRooms } from "./align-rooms.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { DeviceEntry } from "./bridge/device-entry.ts";
import { Leaving } from "./leaving.ts";
import { asLamp } from "./models/sheet.ts";
import type { Problems } from "./problems.ts";
import type { SerialQueue } from "./serial-queue.ts";

export interface ListingOptions {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly problems: Problems;
  /** Others are listed, perhaps; the home is not in line with that yet. */
  readonly onListed: () => Steps<void>;
  /** The home is in line, and more may follow that happens together with it. */
  readonly onAligned: () => Steps<void>;
}

/** As a person wants it: what a plug or relay switches may be a lamp. */
const asServed = (device: Device | undefined, { bridge, entry }: Listed): Listed => ({
  bridge,
  entry: device?.asLamp ? { ...entry, sheet: asLamp(entry.sheet) } : entry,
});

/** Who is listed by any bridge and not on its way out, and the home in line with that. */
export class Listing {
  readonly #bridges: Bridge[] = [];
  readonly #options: ListingOptions;
  readonly #leaving: Leaving;
  #all = new Map<DeviceId, Listed>();

  constructor(options: ListingOptions) {
    this.#options = options;
    this.#leaving = new Leaving(options.context.clock, ({ entry }) => {
      options.problems.add(entry.name, "Zigbee2MQTT did not remove it");
      this.align();
    });
  }

  get bridges(): readonly Bridge[] {
    return this.#bridges;
  }

  add(bridge: Bridge): void {
    this.#bridges.push(bridge);
  }

  get all(): ReadonlyMap<DeviceId, Listed> {
    return this.#all;
  }

  /** A device that two bridges list belongs to the first. */
  isOf(bridge: Bridge, { id }: DeviceEntry): boolean {
    return this.#all.get(id)?.bridge === bridge;
  }

  /** Brings the home in line as soon as what is being dealt with is. */
  align(): void {
    this.#options.queue.addNext(() => this.aligning());
  }

  /** Brings the home in line, a little in each step; each device, room and scene as a whole. */
  *aligning(): Steps<void> {
    const { context, onListed, onAligned } = this.#options;
    const listed = listedBy(this.#bridges);
    this.#leaving.follow(listed);
    const staying = [...listed].filter(([id]) => !this.#leaving.has(id));
    this.#all = new Map(staying.map(([id, one]) => [id, asServed(context.home.devices.get(id), one)]));
    yield;
    yield* onListed();
    const alignment = { home: context.home, report: context.report, bridges: this.#bridges };
    alignGateway(alignment);
    yield* alignDevices(alignment, this.#all);
    yield* alignRooms(alignment, this.#all);
    yield* onAligned();
  }

  /** It is on its way out: nothing is heard of it any more. */
  sendAway(deviceId: DeviceId, listed: Listed): void {
    const { home, report } = this.#options.context;
    this.#leaving.add(deviceId, listed);
    this.#all.delete(deviceId);
    if (home.devices.get(deviceId)) report({ kind: "deviceLeft", deviceId });
    this.align();
  }

  /** A device that was not let go stays, and one that was not renamed is called as before. */
  refused(transaction: string): void {
    this.#leaving.refused(transaction);
    this.align();
  }
}
