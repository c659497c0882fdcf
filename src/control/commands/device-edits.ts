import { type Static, Type } from "typebox";
import type { DeviceEdit } from "../../home/changes/change.ts";
import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import { isGateway } from "../../home/model/product.ts";
import { normalRoomOf } from "../../home/select.ts";
import { OPERATOR } from "../../home/trail-entry.ts";
import { type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { freeOne } from "../words/device-name.ts";
import { folded } from "../words/find.ts";
import { NO_ROOM, parseName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { refusalOf } from "../words/refusal.ts";
import { placeFor } from "./device-place.ts";

/** What a person wants of one of many devices. */
export interface EditRequest {
  readonly device: Device;
  /** The new name or room, in a person's words. */
  readonly wanted: string;
  /** Of what was given. */
  readonly line: number;
  /** How a mistake in it begins: with its place in a table, or with the device's name. */
  readonly place: string;
}

export const Edited = Type.Object({
  line: Type.Integer(),
  id: Type.String(),
  serial: Type.String(),
  name: Type.String(),
  before: Type.String(),
  after: Type.String(),
});
type Edited = Static<typeof Edited>;

/** An edit that a request leads to. */
export interface Edit {
  readonly request: EditRequest;
  readonly change: DeviceEdit;
  readonly edited: Edited;
}

const mistakeIn = ({ place }: EditRequest, words: string): string => `${place}: ${words}`;

/** Undefined where the device has that name already; else the edit, or what is wrong with the request. */
export function renaming(_home: Home, request: EditRequest): Edit | string | undefined {
  const { device, wanted } = request;
  const called = parseName(wanted);
  if ("refused" in called) return mistakeIn(request, called.refused.join(" "));
  if (called.name === device.name) return undefined;
  const change: DeviceEdit = { kind: "deviceRenamed", deviceId: device.id, name: called.name };
  return { request, change, edited: { ...viewOf(request), before: device.name, after: called.name } };
}

/** The same of a room. */
export function moving(home: Home, request: EditRequest): Edit | string | undefined {
  const { device, wanted } = request;
  const before = normalRoomOf(home, device.id);
  const words = ["", "-"].includes(wanted) ? NO_ROOM : wanted;
  if (folded(words) === folded(before?.name ?? NO_ROOM)) return undefined;
  const place = placeFor(home, device, words);
  if ("refused" in place) return mistakeIn(request, place.refused.join(" "));
  if (!device.admitted) return mistakeIn(request, "it is not admitted yet: luxgate device admit");
  const after = place.roomId === null ? NO_ROOM : (home.rooms.get(place.roomId)?.name ?? "");
  const change: DeviceEdit = { kind: "deviceMoved", deviceId: device.id, ...place };
  return { request, change, edited: { ...viewOf(request), before: before?.name ?? NO_ROOM, after } };
}

const viewOf = ({ device: { id, serialNumber: serial, name }, line }: EditRequest) => ({ line, id, serial, name });

/** Two devices in one room must not get one name; that names are swapped, or rooms, is no mistake. */
export function namesTwice(home: Home, edits: readonly Edit[]): readonly string[] {
  const changes = new Map(edits.map(({ change }) => [change.deviceId, change]));
  const bearers = new Map<string, string[]>();
  const placed = new Map<string, { readonly name: string; readonly roomId: string }>();
  for (const device of home.devices.all()) {
    if (isGateway(device.product)) continue;
    const change = changes.get(device.id);
    const name = change?.kind === "deviceRenamed" ? change.name : device.name;
    const roomId = (change?.kind === "deviceMoved" ? change.roomId : normalRoomOf(home, device.id)?.id) ?? "";
    const key = keyOf(roomId, folded(name));
    placed.set(device.id, { name, roomId });
    bearers.set(key, [...(bearers.get(key) ?? []), device.serialNumber]);
  }
  return edits.flatMap(({ request }) => {
    const { name, roomId } = placed.get(request.device.id) ?? { name: "", roomId: "" };
    const [other] = (bearers.get(keyOf(roomId, folded(name))) ?? []).filter(
      (serial) => serial !== request.device.serialNumber,
    );
    if (other === undefined) return [];
    const free = freeOne(name, (foldedName) => bearers.has(keyOf(roomId, foldedName)));
    const words = `another device in the same room, ${other}, would have this name too; ${quoted(free)} is free there`;
    return [mistakeIn(request, words)];
  });
}

const keyOf = (roomId: string, foldedName: string): string => `${roomId} ${foldedName}`;

/** Those behind the gateway do their part device by device; when one refuses, the others get their old names back. */
export async function giveEdits({ gateway, backend }: Controls, edits: readonly Edit[]): Promise<Refused | undefined> {
  const change = { kind: "devicesEdited", edits: edits.map((edit) => edit.change) } as const;
  if (gateway.storeTrouble !== undefined) return refusalOf("not-stored", gateway);
  const done: Edit[] = [];
  for (const edit of edits) {
    const agreement = await backend.agree(edit.change);
    if (agreement === "done") done.push(edit);
    if (typeof agreement !== "object") continue;
    const lines = [mistakeIn(edit.request, agreement.refused), ...(await takenBack(backend, done))];
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
  for (const { request, edited } of done.toReversed()) {
    const { id: deviceId, name } = request.device;
    const agreement = await backend.agree({ kind: "deviceRenamed", deviceId, name });
    if (typeof agreement !== "object") continue;
    lines.push(`Behind the gateway ${edited.serial} is called ${quoted(edited.after)} now: ${agreement.refused}`);
  }
  return lines;
}
