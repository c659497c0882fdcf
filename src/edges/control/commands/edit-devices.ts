import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { MOST_PROBLEM_LINES, problemLines } from "../../../shared/problem-lines.ts";
import { resultOf, type Steps } from "../../../shared/steps.ts";
import { command, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, NameWords, RoomWords } from "../values.ts";
import { type Field, readDeviceTable } from "../words/device-table.ts";
import { findDevice } from "../words/find.ts";
import { quoted } from "../words/quoted.ts";
import { type Edit, Edited, type EditRequest, moving, namesTwice, renaming } from "./device-edits.ts";
import { refusalOf } from "./give-command.ts";
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
      editAll(controls, { requestsIn: (home) => requestsInTable(home, csv, ["name"]), check }),
  }),

  "device.move-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { requestsIn: (home) => requestsInTable(home, csv, ["room"]), check }),
  }),

  /** Names and rooms at once, as far as the table has columns for them. */
  "device.edit-all": command({
    given: given({ csv: CSV, check: Check }),
    result: Edits,
    run: ({ csv, check = false }, controls) =>
      editAll(controls, { requestsIn: (home) => requestsInTable(home, csv, ["name", "room"]), check }),
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
    run: ({ edits, check = false }, controls) =>
      editAll(controls, { requestsIn: (home) => requestsInList(home, edits), check }),
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

function* requestsInTable(home: Home, csv: string, fields: readonly Field[]): Steps<Requests> {
  const { lines, problems } = yield* readDeviceTable(home, csv, fields);
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

function* requestsInList(home: Home, list: readonly Listed[]): Steps<Requests> {
  const wanted = new Map<string, readonly Wanted[]>();
  const problems: string[] = [];
  for (const [at, listed] of list.entries()) {
    if (problems.length > MOST_PROBLEM_LINES) break;
    const device = findDevice(home, listed.device);
    if ("refused" in device) problems.push(...device.refused);
    else if (wanted.has(device.found.id)) problems.push(`${quoted(device.found.name)} is in the list twice.`);
    else wanted.set(device.found.id, wantedOf(device.found, listed, at + 1));
    yield;
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

interface EditAll {
  readonly requestsIn: (home: Home) => Steps<Requests>;
  readonly check: boolean;
}

async function editAll(controls: Controls, { requestsIn, check }: EditAll) {
  const resolved = await resolvedEdits(controls, requestsIn);
  if (!resolved) return refusalOf("conflict", controls.gateway);
  const { edits, problems, unchanged } = resolved;
  if (problems.length > 0) return refused(...problems);
  const refusal = check || edits.length === 0 ? undefined : await giveEdits(controls, edits);
  return refusal ?? { result: { edited: edits.map(({ edited }) => edited), unchanged } };
}

interface ResolvedEdits {
  readonly edits: readonly Edit[];
  readonly problems: readonly string[];
  /** How many requests change nothing. */
  readonly unchanged: number;
}

/** Somebody who renames and moves things all the time must not keep edits in work for ever. */
const MOST_TRIES = 5;

/** Worked out again where names or rooms changed meanwhile; undefined where they do all the time. */
async function resolvedEdits(
  { gateway: { home }, run }: Controls,
  requestsIn: EditAll["requestsIn"],
): Promise<ResolvedEdits | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { namings } = home;
    const resolved = await resultOf(resolve(home, requestsIn), run);
    if (home.namings === namings) return resolved;
  }
  return undefined;
}

function* resolve(home: Home, requestsIn: EditAll["requestsIn"]): Steps<ResolvedEdits> {
  const { wanted, problems } = yield* requestsIn(home);
  const wrong = [...problems];
  const edits: Edit[] = [];
  for (const { request, editFor } of wanted) {
    const edit = wrong.length > MOST_PROBLEM_LINES ? undefined : editFor(home, request);
    if (typeof edit === "string") wrong.push(edit);
    else if (edit) edits.push(edit);
    yield;
  }
  // So many are told that those of two edits together would not be.
  if (wrong.length <= MOST_PROBLEM_LINES) wrong.push(...(yield* namesTwice(home, edits)));
  return { edits, problems: problemLines(wrong.sort(byLine)), unchanged: wanted.length - edits.length };
}

/** Problems in a table begin with their lines; those in a list stay in their order. */
const byLine = (one: string, other: string): number => lineOf(one) - lineOf(other);
const lineOf = (problem: string): number => Number.parseInt(problem, 10) || 0;
