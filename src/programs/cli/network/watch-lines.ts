import type { HomeChange, HomeView } from "../../../libraries/client/index.ts";
import { printable } from "../../../shared/printable.ts";
import { type Cell, table } from "../terminal/table.ts";
import { lightCell } from "./light-cell.ts";

type ResourceChange = Exclude<HomeChange, { readonly kind: "snapshot" }>;

/** All lights with their rooms. */
export function homeTable(home: HomeView): string {
  const rooms = new Map(
    [...home.rooms.values()].flatMap(({ name, room_kind, children }) =>
      room_kind === 1 ? [] : children.map(({ rid }) => [rid, name] as const),
    ),
  );
  const rows = [...home.devices.values()].flatMap((device) =>
    device.services.flatMap(({ rid }) => {
      const light = home.lights.get(rid);
      return light ? [[light.name, rooms.get(device.id) ?? "-", lightCell(light), device.online ? "" : "offline"]] : [];
    }),
  );
  return rows.length === 0 ? "No lights yet." : table(["LIGHT", "ROOM", "SHOWS", ""], rows);
}

/** A change of one resource, as a line. */
export function changeLine(change: ResourceChange, at: Date): string {
  const time = at.toTimeString().slice(0, 8);
  const { name } = change.kind === "remove" ? change.before : change.resource;
  return `${time}  ${change.type.padEnd(6)}  ${printable(name)}  ${what(change)}`;
}

function what(change: ResourceChange): string {
  if (change.kind !== "update") return change.kind === "add" ? "was added" : "was removed";
  if (change.type === "light" && LIGHT_FIELDS.some((field) => field in change.value)) {
    return painted(lightCell(change.resource));
  }
  const before: Readonly<Record<string, unknown>> = { ...change.before };
  return Object.entries(change.value)
    .map(([field, value]) => `${field} ${shown(before[field])} → ${shown(value)}`)
    .join(", ");
}

/** What makes a light look otherwise. */
const LIGHT_FIELDS = ["on", "brightness", "color_mode", "color_cw", "color_x", "color_y", "color_arr"];

const painted = (cell: Cell): string => (typeof cell === "string" ? cell : cell.painted);

/** Long values, such as all devices of a room, are only counted. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return printable(typeof value === "string" ? value : JSON.stringify(value ?? null));
}
