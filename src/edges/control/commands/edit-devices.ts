import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { firstOfMany, MOST_PROBLEM_LINES, problemLines } from "../../../shared/problem-lines.ts";
import { command, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, NameWords, RoomWords } from "../values.ts";
import { readDeviceTable } from "../words/device-table.ts";
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
      editAll(controls, { ...requestsInTable(controls, csv, "name"), check, editFor: renaming }),
  }),

  "device.move-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { ...requestsInTable(controls, csv, "room"), check, editFor: moving }),
  }),

  /** Out of a list, as a program has it. */
  "device.rename-each": command({
    given: given({
      names: Type.Array(Type.Object({ device: DeviceWords, name: NameWords }), {
        maxItems: MOST_LISTED,
        description: "devices and names",
      }),
    }),
    result: Edits,
    run: ({ names }, controls) => {
      const wanted = names.map(({ device, name }) => ({ device, wanted: name }));
      return editAll(controls, { ...requestsInList(controls, wanted), check: false, editFor: renaming });
    },
  }),

  "device.move-each": command({
    given: given({
      devices: Type.Array(DeviceWords, { maxItems: MOST_LISTED, description: "devices" }),
      room: RoomWords,
    }),
    result: Edits,
    run: ({ devices, room }, controls) => {
      const wanted = devices.map((device) => ({ device, wanted: room }));
      return editAll(controls, { ...requestsInList(controls, wanted), check: false, editFor: moving });
    },
  }),
};

interface Requests {
  readonly requests: readonly EditRequest[];
  readonly problems: readonly string[];
}

function requestsInTable({ gateway: { home } }: Controls, csv: string, column: "name" | "room"): Requests {
  const { lines, problems } = readDeviceTable(home, csv, column);
  const requests = lines.map(({ device, wanted: { text, line, column: at } }) => {
    return { device, wanted: text, line, place: `${line}:${at}` };
  });
  return { requests, problems };
}

interface Wanted {
  readonly device: string;
  readonly wanted: string;
}

function requestsInList({ gateway: { home } }: Controls, list: readonly Wanted[]): Requests {
  const requests = new Map<string, EditRequest>();
  const problems: string[] = [];
  for (const [at, { device: words, wanted }] of list.entries()) {
    if (problems.length > MOST_PROBLEM_LINES) break;
    const device = findDevice(home, words);
    if ("refused" in device) problems.push(...device.refused);
    else if (requests.has(device.found.id)) problems.push(`${quoted(device.found.name)} is in the list twice.`);
    else requests.set(device.found.id, requestAt(device.found, wanted, at));
  }
  return { requests: [...requests.values()], problems };
}

const requestAt = (device: EditRequest["device"], wanted: string, at: number): EditRequest => ({
  device,
  wanted,
  line: at + 1,
  place: quoted(device.name),
});

interface Editing extends Requests {
  readonly check: boolean;
  /** Undefined where the device is as wanted already; else the edit, or what is wrong with the request. */
  readonly editFor: (home: Home, request: EditRequest) => Edit | string | undefined;
}

async function editAll(controls: Controls, { requests, problems, check, editFor }: Editing) {
  const { home } = controls.gateway;
  const read = requests.map((request) => editFor(home, request));
  const edits = read.flatMap((one) => (typeof one === "object" ? [one] : []));
  const wrong = [
    ...problems,
    ...read.filter((one) => typeof one === "string"),
    ...firstOfMany(namesTwice(home, edits)),
  ];
  if (wrong.length > 0) return refused(...problemLines(wrong.sort(byLine)));
  const refusal = check || edits.length === 0 ? undefined : await giveEdits(controls, edits);
  return (
    refusal ?? { result: { edited: edits.map(({ edited }) => edited), unchanged: requests.length - edits.length } }
  );
}

/** Problems in a table begin with their lines; those in a list stay in their order. */
const byLine = (one: string, other: string): number => lineOf(one) - lineOf(other);
const lineOf = (problem: string): number => Number.parseInt(problem, 10) || 0;
