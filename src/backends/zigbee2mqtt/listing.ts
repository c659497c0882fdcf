import type { DeviceId } from "../../home/ids.ts";
import type { BackendContext } from "../backend.ts";
import { alignDevices, type Listed, listedBy } from "./align-devices.ts";
import { alignRooms } from "./align-rooms.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { DeviceEntry } from "./bridge/device-entry.ts";
import { Leaving } from "./leaving.ts";
import type { Problems } from "./problems.ts";

export interface ListingOptions {
  readonly context: BackendContext;
  readonly problems: Problems;
  /** Others are listed, perhaps; the home is not in line with that yet. */
  readonly onListed: () => void;
  /** The home is in line, and more may follow that happens together with it. */
  readonly onAligned: () => void;
}

/** Who is listed by any bridge and not on its way out, and the home in line with that. */
export class Listing {
  readonly #bridges: Bridge[] = [];
  readonly #options: ListingOptions;
  readonly #leaving: Leaving;
  #all: ReadonlyMap<DeviceId, Listed> = new Map();

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

  align(): void {
    const { context, onListed, onAligned } = this.#options;
    const listed = listedBy(this.#bridges);
    this.#leaving.follow(listed);
    const present = [...listed].filter(([id]) => !this.#leaving.isGone(id));
    // Whoever is being sent away stays as it was, in its room too, until it is known what came of that.
    this.#all = new Map([...this.#leaving.asked, ...present]);
    const placeable = new Map(present.filter(([id]) => !this.#leaving.asked.has(id)));
    onListed();
    const alignment = { home: context.home, report: context.report, bridges: this.#bridges };
    context.together(() => {
      alignDevices(alignment, this.#all);
      alignRooms(alignment, placeable);
      onAligned();
    });
  }

  /** Zigbee2MQTT is asked to let a device go: whoever asks has it leave the home, with all else in one piece. */
  sendAway(deviceId: DeviceId, listed: Listed): void {
    this.#leaving.ask(deviceId, listed);
  }

  /** Zigbee2MQTT let it go: nothing is heard of it any more, though it may be listed for a while. */
  letGo(deviceId: DeviceId): void {
    this.#leaving.letGo(deviceId);
  }

  /** Zigbee2MQTT did not let it go, or nobody knows: what is listed counts. */
  stays(deviceId: DeviceId): void {
    this.#leaving.end(deviceId);
    this.align();
  }
}
