import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { firstOfMany, MOST_PROBLEM_LINES, problemLines } from "../../../shared/problem-lines.ts";
import { command, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, NameWords, RoomWords } from "../values.ts";
import { type Field, readDeviceTable } from "../words/device-table.ts";
import { findDevice } from "../words/find.ts";
import { quoted } from "../words/quoted.ts";
import { type Edit, Edited, type EditRequest, moving, namesTwice, renaming } from "./device-edits.ts";
import { giveEdits } from "./give-edits.ts";

const CSV = Type.String({ description: "a CSV table with column headings" });
/** As many as a home has at the most. */
const MOST_LISTED = 100_000;
const Check = Type.Optional(Type.Boolean({ description: "true or false" }));
const Edits = Type.Object({ edited: Type.Array(Edited), unchanged: Type.Integer() });

/** Many devices at once: all of it in one commit, or nothing and every problem, with its place or the device's name. */
export const EDIT_COMMANDS = {
  /** Out of a person's table. */
  "device.rename-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { ...requestsInTable(controls, csv, ["name"]), check }),
  }),

  "device.move-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { ...requestsInTable(controls, csv, ["room"]), check }),
  }),

  /** Names and rooms at once, as far as the table has columns for them. */
  "device.edit-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { ...requestsInTable(controls, csv, ["name", "room"]), check }),
  }),

  /** Out of a list, as a program has it: a name, a room or both for each. */
  "device.edit-each": command({
    given: given({
      edits: Type.Array(
        Type.Object({ device: DeviceWords, name: Type.Optional(NameWords), room: Type.Optional(RoomWords) }),
        { maxItems: MOST_LISTED, description: "devices with names, rooms or both" },
      ),
      check: Check,
    }),
    result: Edits,
    run: ({ edits, check = false }, controls) => editAll(controls, { ...requestsInList(controls, edits), check }),
  }),
};

/** What is wanted of one device. */
interface Wanted {
  readonly request: EditRequest;
  /** Undefined where the device is as wanted already; else the edit, or what is wrong with the request. */
  readonly editFor: (home: Home, request: EditRequest) => Edit | string | undefined;
}

interface Requests {
  readonly wanted: readonly Wanted[];
  readonly problems: readonly string[];
}

const EDIT_FOR = { name: renaming, room: moving };

function requestsInTable({ gateway: { home } }: Controls, csv: string, fields: readonly Field[]): Requests {
  const { lines, problems } = readDeviceTable(home, csv, fields);
  const wanted = lines.map(({ device, field, wanted: { text, line, column: at } }) => {
    return { request: { device, wanted: text, line, place: `${line}:${at}` }, editFor: EDIT_FOR[field] };
  });
  return { wanted, problems };
}

interface Listed {
  readonly device: string;
  readonly name?: string;
  readonly room?: string;
}

function requestsInList({ gateway: { home } }: Controls, list: readonly Listed[]): Requests {
  const wanted = new Map<string, readonly Wanted[]>();
  const problems: string[] = [];
  for (const [at, listed] of list.entries()) {
    if (problems.length > MOST_PROBLEM_LINES) break;
    const device = findDevice(home, listed.device);
    if ("refused" in device) problems.push(...device.refused);
    else if (wanted.has(device.found.id)) problems.push(`${quoted(device.found.name)} is in the list twice.`);
    else wanted.set(device.found.id, wantedOf(device.found, listed, at + 1));
  }
  return { wanted: [...wanted.values()].flat(), problems };
}

function wantedOf(device: EditRequest["device"], { name, room }: Listed, line: number): readonly Wanted[] {
  const request = { device, line, place: quoted(device.name) };
  return [
    ...(room === undefined ? [] : [{ request: { ...request, wanted: room }, editFor: moving }]),
    ...(name === undefined ? [] : [{ request: { ...request, wanted: name }, editFor: renaming }]),
  ];
}

async function editAll(controls: Controls, { wanted, problems, check }: Requests & { readonly check: boolean }) {
  const { home } = controls.gateway;
  const read = wanted.map(({ request, editFor }) => editFor(home, request));
  const edits = read.flatMap((one) => (typeof one === "object" ? [one] : []));
  const wrong = [
    ...problems,
    ...read.filter((one) => typeof one === "string"),
    ...firstOfMany(namesTwice(home, edits)),
  ];
  if (wrong.length > 0) return refused(...problemLines(wrong.sort(byLine)));
  const refusal = check || edits.length === 0 ? undefined : await giveEdits(controls, edits);
  return refusal ?? { result: { edited: edits.map(({ edited }) => edited), unchanged: wanted.length - edits.length } };
}

/** Problems in a table begin with their lines; those in a list stay in their order. */
const byLine = (one: string, other: string): number => lineOf(one) - lineOf(other);
const lineOf = (problem: string): number => Number.parseInt(problem, 10) || 0;
