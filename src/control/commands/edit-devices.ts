import { type Static, Type } from "typebox";
import type { DeviceEdit } from "../../home/changes/change.ts";
import type { Home } from "../../home/home.ts";
import { isGateway } from "../../home/model/product.ts";
import { normalRoomOf } from "../../home/select.ts";
import { OPERATOR } from "../../home/trail-entry.ts";
import { mistakeLines } from "../../shared/mistakes.ts";
import { command, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given, NO_NEWS } from "../values.ts";
import { mistakeAt, readDeviceTable, type TableLine } from "../words/device-table.ts";
import { folded } from "../words/find.ts";
import { NO_ROOM, parseName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { refusalOf } from "../words/refusal.ts";
import { placeFor } from "./device-place.ts";

const Edited = Type.Object({
  /** Of the table. */
  line: Type.Integer(),
  id: Type.String(),
  serial: Type.String(),
  name: Type.String(),
  before: Type.String(),
  after: Type.String(),
});
type Edited = Static<typeof Edited>;

const CSV = Type.String({ description: "a table with headings, as CSV" });
const Check = Type.Optional(Type.Boolean({ description: "true or false" }));

/** An edit that a line of a table leads to. */
interface Edit {
  readonly line: TableLine;
  readonly change: DeviceEdit;
  readonly edited: Edited;
}

/** Many devices at once out of a person's table: all of it in one commit, or nothing and every mistake with its place. */
export const EDIT_COMMANDS = {
  "device.rename-all": command({
    given: given({ csv: CSV, check: Check }),
    news: NO_NEWS,
    result: Type.Object({ edited: Type.Array(Edited), unchanged: Type.Integer() }),
    run: ({ csv, check = false }, controls) => editAll(controls, { csv, check, column: "name", editFor: renaming }),
  }),

  "device.move-all": command({
    given: given({ csv: CSV, check: Check }),
    news: NO_NEWS,
    result: Type.Object({ edited: Type.Array(Edited), unchanged: Type.Integer() }),
    run: ({ csv, check = false }, controls) => editAll(controls, { csv, check, column: "room", editFor: moving }),
  }),
};

interface Editing {
  readonly csv: string;
  readonly check: boolean;
  readonly column: "name" | "room";
  /** Undefined where the device is as wanted already; else the edit, or what is wrong with the line. */
  readonly editFor: (home: Home, line: TableLine) => Edit | string | undefined;
}

async function editAll(controls: Controls, { csv, check, column, editFor }: Editing) {
  const { home } = controls.gateway;
  const { lines, mistakes } = readDeviceTable(home, csv, column);
  const read = lines.map((line) => editFor(home, line));
  const edits = read.flatMap((one) => (typeof one === "object" ? [one] : []));
  const wrong = [...mistakes, ...read.filter((one) => typeof one === "string"), ...namesTwice(home, edits)];
  if (wrong.length > 0) return refused(...mistakeLines(wrong.sort(byPlace)));
  const refusal = check || edits.length === 0 ? undefined : await giveEdits(controls, edits);
  return refusal ?? { result: { edited: edits.map(({ edited }) => edited), unchanged: lines.length - edits.length } };
}

const byPlace = (one: string, other: string): number => Number.parseInt(one, 10) - Number.parseInt(other, 10);

function renaming(_home: Home, line: TableLine): Edit | string | undefined {
  const { device, wanted } = line;
  const called = parseName(wanted.text);
  if ("refused" in called) return mistakeAt(wanted, called.refused.join(" "));
  if (called.name === device.name) return undefined;
  const change: DeviceEdit = { kind: "deviceRenamed", deviceId: device.id, name: called.name };
  return { line, change, edited: { ...viewOf(line), before: device.name, after: called.name } };
}

function moving(home: Home, line: TableLine): Edit | string | undefined {
  const { device, wanted } = line;
  const before = normalRoomOf(home, device.id)?.name;
  const words = ["", "-"].includes(wanted.text) ? NO_ROOM : wanted.text;
  if (folded(words) === folded(before ?? NO_ROOM)) return undefined;
  const place = placeFor(home, device, words);
  if ("refused" in place) return mistakeAt(wanted, place.refused.join(" "));
  if (!device.admitted) return mistakeAt(wanted, `${quoted(device.name)} is not admitted: luxgate device admit`);
  const after = place.roomId === null ? NO_ROOM : (home.rooms.get(place.roomId)?.name ?? "");
  const change: DeviceEdit = { kind: "deviceMoved", deviceId: device.id, ...place };
  return { line, change, edited: { ...viewOf(line), before: before ?? NO_ROOM, after } };
}

const viewOf = ({ device: { id, serialNumber: serial, name }, wanted: { line } }: TableLine) => ({
  line,
  id,
  serial,
  name,
});

/** Two devices in one room must not get one name; that names are swapped, or rooms, is no mistake. */
function namesTwice(home: Home, edits: readonly Edit[]): readonly string[] {
  const changes = new Map(edits.map(({ change }) => [change.deviceId, change]));
  const bearers = new Map<string, string[]>();
  const keys = new Map<string, string>();
  for (const device of home.devices.all()) {
    if (isGateway(device.product)) continue;
    const change = changes.get(device.id);
    const name = change?.kind === "deviceRenamed" ? change.name : device.name;
    const roomId = change?.kind === "deviceMoved" ? change.roomId : normalRoomOf(home, device.id)?.id;
    const key = `${roomId ?? ""} ${folded(name)}`;
    keys.set(device.id, key);
    bearers.set(key, [...(bearers.get(key) ?? []), device.serialNumber]);
  }
  return edits.flatMap(({ line: { device, wanted } }) => {
    const others = (bearers.get(keys.get(device.id) ?? "") ?? []).filter((serial) => serial !== device.serialNumber);
    return others.length === 0 ? [] : [mistakeAt(wanted, `${others[0]} would have the same name in the same room`)];
  });
}

/** Those behind the gateway do their part device by device; when one refuses, the others get their old names back. */
async function giveEdits({ gateway, backend }: Controls, edits: readonly Edit[]): Promise<Refused | undefined> {
  const change = { kind: "devicesEdited", edits: edits.map((edit) => edit.change) } as const;
  if (gateway.storeTrouble !== undefined) return refusalOf("not-stored", gateway);
  const done: Edit[] = [];
  for (const edit of edits) {
    const agreement = await backend.agree(edit.change);
    if (agreement === "done") done.push(edit);
    if (typeof agreement !== "object") continue;
    const lines = [mistakeAt(edit.line.wanted, agreement.refused), ...(await takenBack(backend, done))];
    gateway.noteRefused(change, OPERATOR, lines.join(" "));
    return refused(...lines);
  }
  const outcome = await gateway.ask(change, OPERATOR);
  if (outcome === "done") return undefined;
  const { refused: lines } = refusalOf(outcome, gateway);
  return refused(...lines, ...(await takenBack(backend, done)));
}

/** Has those behind the gateway undo what they did; a line for each that they did not. */
async function takenBack(backend: Controls["backend"], done: readonly Edit[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { line, edited } of done.toReversed()) {
    const { id: deviceId, name } = line.device;
    const agreement = await backend.agree({ kind: "deviceRenamed", deviceId, name });
    if (typeof agreement !== "object") continue;
    lines.push(`Behind the gateway ${edited.serial} is called ${quoted(edited.after)} now: ${agreement.refused}`);
  }
  return lines;
}
