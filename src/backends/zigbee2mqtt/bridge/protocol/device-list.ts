import type { DeviceId } from "../../../../home/ids.ts";
import { counted } from "../../../../shared/counted.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { firstProblems } from "../../first-few.ts";
import { parseJson, textOf } from "../../json-values.ts";
import { MOST_PROBLEMS } from "../../problems.ts";
import { type DeviceEntry, parseDevice, CapabilitiesPool } from "./device-entry.ts";
import { itemsOf, type ListEnd } from "./list-items.ts";

/** What `bridge/devices` says. */
export interface DeviceList {
  readonly devices: readonly DeviceEntry[];
  /** The address of the coordinator, which stands for its network. */
  readonly network: string | undefined;
  /** Those that the list before had, and this one, which is whole, has no more. */
  readonly gone: readonly DeviceId[];
  /** Whether a device that is not in it is gone: everything in it could be read. */
  readonly isWhole: boolean;
  readonly problems: readonly { readonly about: string; readonly words: string }[];
}

export const DEVICES_TOPIC = "bridge/devices";

/** More than any network has. */
export const MOST_DEVICES = 10_000;
const MOST_LIGHTS = 20_000;
/** It is listed as well. */
const COORDINATORS = 1;

interface Found {
  readonly about: string;
  readonly words: string;
}

/** Reads a list of devices, one device in each step; nothing when it is no list at all. */
export function* parseDeviceList(payload: Uint8Array): Steps<DeviceList | undefined> {
  const reading = new Reading();
  const onItem = (bytes: Uint8Array) => reading.read(parseJson(textOf(bytes))?.value);
  const end = yield* itemsOf(payload, { most: MOST_DEVICES + COORDINATORS, onItem });
  return end && reading.end(end);
}

/** What was read of a list so far. */
class Reading {
  readonly #sheets = new CapabilitiesPool();
  readonly #devices = new Map<string, DeviceEntry>();
  readonly #found: Found[] = [];
  readonly #ofList: string[] = [];
  #unreadable = 0;
  #lights = 0;
  #withoutLights = 0;

  read(value: unknown): void {
    const read = parseDevice(value);
    if ("unreadable" in read) {
      this.#unreadable += 1;
      this.#note(this.#ofList, read.unreadable);
      return;
    }
    const { name, ieeeAddress } = read.entry;
    for (const words of firstProblems(read.problems)) this.#note(this.#found, { about: name, words });
    if (this.#devices.has(ieeeAddress)) this.#note(this.#found, { about: name, words: "it is listed twice" });
    else this.#devices.set(ieeeAddress, this.#withinLimits(read.entry));
  }

  end({ isWhole: isCutWhole, problems }: ListEnd): DeviceList {
    const isWhole = isCutWhole && this.#unreadable === 0 && this.#devices.size > 0;
    const all = [...this.#devices.values()];
    const ofList = [
      ...firstProblems([...problems, ...this.#ofList]),
      ...(this.#withoutLights === 0
        ? []
        : [`it has more than ${MOST_LIGHTS} lights: those of ${counted(this.#withoutLights, "device")} are set aside`]),
      ...(isWhole ? [] : ["the list is not whole: nothing is removed by it"]),
    ];
    return {
      devices: all.filter(({ isCoordinator }) => !isCoordinator),
      gone: [],
      network: all.find(({ isCoordinator }) => isCoordinator)?.ieeeAddress,
      isWhole,
      problems: [...this.#found, ...ofList.map((words) => ({ about: DEVICES_TOPIC, words }))],
    };
  }

  #withinLimits(entry: DeviceEntry): DeviceEntry {
    const { lamps } = entry.capabilities;
    const isTooMuch = this.#lights + lamps.length > MOST_LIGHTS;
    if (isTooMuch) this.#withoutLights += 1;
    else this.#lights += lamps.length;
    return { ...entry, capabilities: this.#sheets.shared(isTooMuch ? { ...entry.capabilities, lamps: [] } : entry.capabilities) };
  }

  /** No more than are shown. */
  #note<PeerState>(notes: PeerState[], note: PeerState): void {
    if (notes.length < MOST_PROBLEMS) notes.push(note);
  }
}
