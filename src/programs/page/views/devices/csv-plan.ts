import { counted } from "../../../../shared/counted.ts";
import { writeCsv } from "../../../../shared/csv.ts";
import type { Result } from "../../operator/page-commands.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { isRenamed, type PlannedEdit } from "./planned-edits.ts";

export type Edited = Result<"device.edit-all">["edited"];

/** The names and rooms so far, to be changed here or in a spreadsheet. */
export const tableOf = (rows: readonly DeviceRow[]): string =>
  writeCsv([["serial", "name", "room"], ...rows.map(({ serial, name, room }) => [serial, name, room ?? ""])]);

/** What a table changes of each device, as the gateway understood it. A table may name devices that are not selected. */
export function csvPlan(
  edited: Edited,
  all: readonly DeviceRow[],
  selected: ReadonlySet<string>,
): readonly PlannedEdit[] {
  const plan = new Map<string, PlannedEdit>();
  for (const { id, field, after } of edited) {
    const row = all.find((one) => one.id === id);
    if (!row) continue;
    const known = plan.get(id) ?? { row, name: row.name, room: row.room };
    const note = selected.has(id) ? {} : { note: "not selected" };
    plan.set(id, { ...known, ...note, ...(field === "name" ? { name: after } : { room: roomIn(after) }) });
  }
  return [...plan.values()];
}

/** The gateway's word for no room. */
const roomIn = (after: string): string | null => (after === "none" ? null : after);

/** "2 names and 1 room change. 1 device is not selected." */
export function csvPlanWords(plan: readonly PlannedEdit[]): string {
  const [names, rooms] = [plan.filter(isRenamed).length, plan.filter(isMoved).length];
  if (plan.length === 0) return "No name or room changes.";
  const changes = [...(names > 0 ? [counted(names, "name")] : []), ...(rooms > 0 ? [counted(rooms, "room")] : [])].join(
    " and ",
  );
  const outside = plan.filter(({ note }) => note !== undefined).length;
  const hint = `${counted(outside, "device")} ${outside === 1 ? "is" : "are"} not selected.`;
  return `${changes} ${names + rooms === 1 ? "changes" : "change"}.${outside > 0 ? ` ${hint}` : ""}`;
}

const isMoved = ({ row, room }: PlannedEdit): boolean => row.room !== room;

/** "3:14: no such device": a person looks for the line. */
export const withLineWords = (problem: string): string => problem.replace(/^(\d+):\d+: /, "Line $1: ");
