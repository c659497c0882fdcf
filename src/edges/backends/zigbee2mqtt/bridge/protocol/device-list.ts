import type { DeviceId } from "../../../../../core/home/model/ids.ts";
import { counted } from "../../../../../shared/counted.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { parseJson, textOf } from "../../json-values.ts";
import { firstProblems, MOST_PROBLEMS } from "../../problems.ts";
import { CapabilitiesPool, type DeviceEntry, parseDevice } from "./device-entry.ts";
import { itemsOf, type ListEnd } from "./list-items.ts";

/** The content of `bridge/devices`. */
export interface DeviceList {
  readonly devices: readonly DeviceEntry[];
  /** The address of the coordinator, which identifies the network. */
  readonly network: string | undefined;
  /** Devices that the list before had and this list, if it is whole, has no more. */
  readonly gone: readonly DeviceId[];
  /** Whether all entries could be parsed, so that a device that is not listed is gone. */
  readonly isWhole: boolean;
  readonly problems: readonly { readonly about: string; readonly words: string }[];
}

export const DEVICES_TOPIC = "bridge/devices";

/** More than any network has. */
export const MOST_DEVICES = 10_000;
const MOST_LIGHTS = 20_000;
/** The coordinator is listed as well. */
const COORDINATORS = 1;

interface FoundProblem {
  readonly about: string;
  readonly words: string;
}

/** Parses a list of devices, one device in each step; undefined where the payload is no list at all. */
export function* parseDeviceList(payload: Uint8Array): Steps<DeviceList | undefined> {
  const parser = new DeviceListParser();
  const onItem = (bytes: Uint8Array) => parser.add(parseJson(textOf(bytes))?.value);
  const end = yield* itemsOf(payload, { most: MOST_DEVICES + COORDINATORS, onItem });
  return end && parser.end(end);
}

/** Collects the entries of a list. */
class DeviceListParser {
  readonly #pool = new CapabilitiesPool();
  readonly #devices = new Map<string, DeviceEntry>();
  readonly #found: FoundProblem[] = [];
  readonly #ofList: string[] = [];
  #unreadable = 0;
  #lights = 0;
  #withoutLights = 0;

  add(value: unknown): void {
    const parsed = parseDevice(value);
    if ("unreadable" in parsed) {
      this.#unreadable += 1;
      this.#record(this.#ofList, parsed.unreadable);
      return;
    }
    const { name, ieeeAddress } = parsed.entry;
    for (const words of firstProblems(parsed.problems)) this.#record(this.#found, { about: name, words });
    if (this.#devices.has(ieeeAddress)) this.#record(this.#found, { about: name, words: "it is listed twice" });
    else this.#devices.set(ieeeAddress, this.#withinLimits(parsed.entry));
  }

  end({ isWhole: isCutWhole, problems }: ListEnd): DeviceList {
    const isWhole = isCutWhole && this.#unreadable === 0 && this.#devices.size > 0;
    const all = [...this.#devices.values()];
    const ofList = [
      ...firstProblems([...problems, ...this.#ofList]),
      ...(this.#withoutLights === 0
        ? []
        : [
            `it has more than ${MOST_LIGHTS} lights: the lights of ${counted(this.#withoutLights, "device")} are ignored`,
          ]),
      ...(isWhole ? [] : ["the list is incomplete, so nothing is removed"]),
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
    return {
      ...entry,
      capabilities: this.#pool.intern(isTooMuch ? { ...entry.capabilities, lamps: [] } : entry.capabilities),
    };
  }

  /** No more than the list of problems can hold. */
  #record<Found>(all: Found[], found: Found): void {
    if (all.length < MOST_PROBLEMS) all.push(found);
  }
}
