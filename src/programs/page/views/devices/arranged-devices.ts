import { matches } from "../../model/search.ts";
import type { Result } from "../../operator/page-commands.ts";

export type DeviceRow = Result<"device.list">[number];

/** The catalogue has one product of that name. */
export const isGateway = ({ product }: DeviceRow): boolean => product === "gateway";

export type Column = "name" | "room" | "product" | "state" | "serial" | "version";

export interface TableOrder {
  readonly by: Column;
  readonly isDescending: boolean;
}

export const SHOWN = ["all", "offline", "waiting", "updatable"] as const;
export type Shown = (typeof SHOWN)[number];

export interface TableFilter {
  readonly text: string;
  readonly shown: Shown;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The devices that are wanted, in the order that is wanted; those in no room come last. */
export function arranged(devices: readonly DeviceRow[], filter: TableFilter, order: TableOrder): readonly DeviceRow[] {
  const shown = devices.filter((device) => isShown(device, filter.shown));
  // "Room 07" is that room, if there is one, and not whatever has both words somewhere.
  const exact = shown.filter((device) => hasPhrase(device, filter.text));
  const found = exact.length > 0 ? exact : shown.filter((device) => isFound(device, filter.text));
  const sign = order.isDescending ? -1 : 1;
  return found.toSorted((one, other) => sign * compared(one[order.by], other[order.by]));
}

function compared(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

const hasPhrase = ({ name, room, product }: DeviceRow, text: string): boolean => {
  const phrase = text.trim().toLowerCase();
  return phrase.includes(" ") && [name, room ?? "", product].some((part) => part.toLowerCase().includes(phrase));
};

const isFound = ({ name, room, product, serial, state }: DeviceRow, text: string): boolean =>
  matches(text, [name, room ?? "no room", product, serial, state]);

function isShown({ online, admitted, newVersion }: DeviceRow, shown: Shown): boolean {
  switch (shown) {
    case "all":
      return true;
    case "offline":
      return !online;
    case "waiting":
      return !admitted;
    case "updatable":
      return newVersion !== null;
    default:
      return shown satisfies never;
  }
}
