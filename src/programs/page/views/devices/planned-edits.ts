import type { NamedDevice, NewName } from "../../../../core/home/model/new-names.ts";
import { counted } from "../../../../shared/counted.ts";
import type { Given } from "../../operator/page-commands.ts";
import { type DeviceRow, isGateway } from "./arranged-devices.ts";

/** A device with the name and room that it is about to get, as a preview shows them. */
export interface PlannedEdit {
  readonly row: Pick<DeviceRow, "id" | "name" | "room">;
  readonly name: string;
  readonly room: string | null;
  /** Why it gets this name and not the one that was wanted, or why this is no name. */
  readonly note?: string;
  readonly isImpossible?: true;
}

/** Where devices go: a room by its id, or "none". */
export interface Destination {
  readonly id: string;
  /** Null for no room. */
  readonly name: string | null;
}

/** The devices that are to be named, in the room in which they are or will be, and all others. */
export function namingOf(all: readonly DeviceRow[], rows: readonly DeviceRow[], to?: Destination) {
  const chosen = new Set(rows.map(({ id }) => id));
  return {
    devices: rows.map(({ id, name, room }): NamedDevice => ({ id, name, room: to ? to.name : room })),
    others: all.filter((row) => !chosen.has(row.id) && !isGateway(row)),
  };
}

/** The plan that new names come to; what somebody typed goes before what a rule made. */
export function plannedEdits(
  rows: readonly DeviceRow[],
  names: readonly NewName[],
  typed: ReadonlyMap<string, string>,
): readonly PlannedEdit[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return names.flatMap(({ device: { id, room }, name, isNumbered, problem }) => {
    const row = byId.get(id);
    const own = typed.get(id);
    if (!row) return [];
    if (own !== undefined) return [{ row, name: own, room }];
    if (problem !== undefined) return [{ row, name, room, note: problem, isImpossible: true }];
    return [{ row, name, room, ...(isNumbered ? { note: "next free number: the name is taken" } : {}) }];
  });
}

export const isRenamed = ({ row, name }: PlannedEdit): boolean => row.name !== name;

/** What the gateway is asked for: what stays as it is is left out. */
export function editsFor(plan: readonly PlannedEdit[], to?: Destination): Given<"device.edit-each">["edits"] {
  return plan.flatMap((edit) => {
    const name = isRenamed(edit) ? { name: edit.name } : {};
    const room = to && edit.row.room !== to.name ? { room: to.id } : {};
    return "name" in name || "room" in room ? [{ device: edit.row.id, ...name, ...room }] : [];
  });
}

/** "3 of 12 names change." */
export function planWords(plan: readonly PlannedEdit[]): string {
  const renamed = plan.filter(isRenamed).length;
  if (renamed === 0) return "No name changes.";
  return `${renamed} of ${counted(plan.length, "name")} ${renamed === 1 ? "changes" : "change"}.`;
}
