import type { Result } from "../../operator/page-commands.ts";
import { deviceWords } from "./device-state.ts";
import { foundIn } from "./find-devices.ts";

export type DeviceRow = Result<"device.list">[number];

/** The catalogue has one product of that name. */
export const isGateway = ({ product }: DeviceRow): boolean => product === "gateway";

/** In the order in which they are shown. */
export const COLUMNS = [
  "name",
  "room",
  "state",
  "linkQuality",
  "lastSeenAt",
  "batteryPercent",
  "version",
  "product",
  "serial",
] as const;
export type Column = (typeof COLUMNS)[number];

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

/** The devices that are wanted, in the order that is wanted; where that is the same, by name. */
export function arranged(devices: readonly DeviceRow[], filter: TableFilter, order: TableOrder): readonly DeviceRow[] {
  const shown = devices.filter((device) => isShown(device, filter.shown));
  const found = foundIn(shown, filter.text);
  return found.toSorted(
    (one, other) =>
      compared(cellOf(one, order.by), cellOf(other, order.by), order.isDescending) ||
      compared(one.name, other.name) ||
      compared(one.room, other.room),
  );
}

type Cell = string | number | null;

/** By what is shown. What was never seen was seen longer ago than all else. */
function cellOf(row: DeviceRow, column: Column): Cell {
  if (column === "lastSeenAt") return row.lastSeenAt ?? "";
  return column === "state" ? deviceWords(row) : row[column];
}

/** What is nowhere comes last either way. */
function compared(one: Cell, other: Cell, isDescending = false): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (isDescending ? -1 : 1) * collator.compare(String(one), String(other));
}

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
