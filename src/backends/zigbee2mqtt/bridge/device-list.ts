import type { DeviceId } from "../../../home/ids.ts";
import { firstFew } from "../first-few.ts";
import { parsed, textOf } from "../json.ts";
import { type DeviceEntry, readDevice, Sheets } from "./device-entry.ts";
import { itemsOf } from "./list-items.ts";

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

/** Nothing when it is no list at all. */
export function readDevices(payload: Uint8Array): DeviceList | undefined {
  const list = itemsOf(payload);
  if (!list) return undefined;
  const sheets = new Sheets();
  const problems: { about: string; words: string }[] = [];
  const ofList = [...list.problems];
  const devices = new Map<string, DeviceEntry>();
  let isWhole = list.isWhole && list.items.length > 0;
  for (const item of list.items) {
    const read = readDevice(parsed(textOf(item))?.value);
    if ("unreadable" in read) {
      isWhole = false;
      ofList.push(read.unreadable);
      continue;
    }
    const { entry } = read;
    for (const words of firstFew(read.problems)) problems.push({ about: entry.name, words });
    if (devices.has(entry.ieeeAddress)) problems.push({ about: entry.name, words: "it is listed twice" });
    else devices.set(entry.ieeeAddress, { ...entry, sheet: sheets.shared(entry.sheet) });
  }
  for (const words of firstFew(ofList)) problems.push({ about: DEVICES_TOPIC, words });
  if (!isWhole) problems.push({ about: DEVICES_TOPIC, words: "the list is not whole: nothing is removed by it" });
  const all = [...devices.values()];
  return {
    devices: all.filter(({ isCoordinator }) => !isCoordinator),
    gone: [],
    network: all.find(({ isCoordinator }) => isCoordinator)?.ieeeAddress,
    isWhole,
    problems,
  };
}
