import { writeCsv } from "../../../../shared/csv.ts";
import type { DeviceRow } from "./arranged-devices.ts";

/** Headings and cells; `luxgate device rename --from` and `device move --from` take "id", "serial", "name" and "room". */
const COLUMNS: readonly (readonly [string, (row: DeviceRow) => string | number | null])[] = [
  ["name", ({ name }) => name],
  ["room", ({ room }) => room],
  ["product", ({ product }) => product],
  ["serial", ({ serial }) => serial],
  ["state", ({ state }) => state],
  ["online", ({ online }) => (online ? "yes" : "no")],
  ["admitted", ({ admitted }) => (admitted ? "yes" : "no")],
  ["link quality", ({ linkQuality }) => linkQuality],
  ["last seen", ({ lastSeenAt }) => lastSeenAt],
  ["battery", ({ batteryPercent }) => batteryPercent],
  ["version", ({ version }) => version],
  ["new version", ({ newVersion }) => newVersion],
  ["id", ({ id }) => id],
];

/** Devices as a table for spreadsheets, in which no name is a formula. */
export const csvOf = (rows: readonly DeviceRow[]): string =>
  writeCsv([
    COLUMNS.map(([heading]) => heading),
    ...rows.map((row) => COLUMNS.map(([, cell]) => String(cell(row) ?? ""))),
  ]);
