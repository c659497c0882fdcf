import { type Static, Type } from "typebox";
import type { DeviceEdit, Place } from "../../../core/home/changes/change.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { FreeNames, type NamedInRoom } from "../../../core/home/model/free-names.ts";
import { folded } from "../../../core/home/model/name.ts";
import { isGateway } from "../../../core/home/model/product.ts";
import { normalRoomOf } from "../../../core/home/select.ts";
import { MOST_PROBLEM_LINES } from "../../../shared/problem-lines.ts";
import type { Steps } from "../../../shared/steps.ts";
import { type Refused, refused } from "../command.ts";
import { findNormalRoom } from "../words/find.ts";
import { ANY_ROOM, NO_ROOM, parseName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";

/** What a person wants of one of many devices. */
export interface EditRequest {
  readonly device: Device;
  /** The new name or room, in a person's words. */
  readonly wanted: string;
  /** Of what was given. */
  readonly line: number;
  /** How a problem in it begins: with its place in a table, or with the device's name. */
  readonly place: string;
}

export const Edited = Type.Object({
  line: Type.Integer(),
  field: Type.Enum(["name", "room"]),
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

export const problemIn = ({ place }: EditRequest, words: string): string => `${place}: ${words}`;

/** Undefined where the device has that name already; else the edit, or what is wrong with the request. */
export function renaming(_home: Home, request: EditRequest): Edit | string | undefined {
  const { device, wanted } = request;
  const called = parseName(wanted);
  if ("refused" in called) return problemIn(request, called.refused.join(" "));
  if (called.name === device.name) return undefined;
  const change: DeviceEdit = { kind: "deviceRenamed", deviceId: device.id, name: called.name };
  return { request, change, edited: { field: "name", ...viewOf(request), before: device.name, after: called.name } };
}

/** The same of a room. */
export function moving(home: Home, request: EditRequest): Edit | string | undefined {
  const { device, wanted } = request;
  const before = normalRoomOf(home, device.id);
  const words = ["", "-"].includes(wanted) ? NO_ROOM : wanted;
  if (folded(words) === folded(before?.name ?? NO_ROOM)) return undefined;
  const place = placeFor(home, device, words);
  if ("refused" in place) return problemIn(request, place.refused.join(" "));
  if (place.byHand && place.roomId === (before?.id ?? null)) return undefined;
  if (!device.admitted) return problemIn(request, "it is not admitted yet. Admit it with: luxgate device admit");
  const after = place.roomId === null ? NO_ROOM : (home.rooms.get(place.roomId)?.name ?? "");
  const change: DeviceEdit = { kind: "deviceMoved", deviceId: device.id, ...place };
  return { request, change, edited: { field: "room", ...viewOf(request), before: before?.name ?? NO_ROOM, after } };
}

const viewOf = ({ device: { id, serialNumber: serial, name }, line }: EditRequest) => ({ line, id, serial, name });

/** Two devices in one room must not get one name; that names are swapped, or rooms, is no problem. */
export function* namesTwice(home: Home, edits: readonly Edit[]): Steps<readonly string[]> {
  const placed = yield* placesAfter(home, edits);
  const names = new FreeNames([]);
  const bearers = new Map<string, string[]>();
  for (const place of placed.values()) {
    names.take(place);
    const those = bearers.get(keyOf(place));
    if (those) those.push(place.serial);
    else bearers.set(keyOf(place), [place.serial]);
    yield;
  }
  const problems: string[] = [];
  for (const { request } of new Map(edits.map((edit) => [edit.request.device.id, edit])).values()) {
    if (problems.length > MOST_PROBLEM_LINES) break;
    const place = placed.get(request.device.id) ?? NOWHERE;
    const other = bearers.get(keyOf(place))?.find((one) => one !== place.serial);
    yield;
    if (other === undefined) continue;
    const free = names.next(place);
    // Whoever follows all advice must not be told of the next clash.
    names.take({ ...place, name: free });
    const words = `another device in the same room, ${other}, would have the same name. Use another name, such as ${quoted(free)}`;
    problems.push(problemIn(request, words));
  }
  return problems;
}

/** Where a device is, and what it is called there. */
interface NamedPlace extends NamedInRoom {
  readonly serial: string;
}

/** The gateway itself has no place. */
const NOWHERE: NamedPlace = { name: "", room: null, serial: "" };

/** By device, as it would be after the edits. */
function* placesAfter(home: Home, edits: readonly Edit[]): Steps<ReadonlyMap<string, NamedPlace>> {
  const renamed = new Map<string, string>();
  const moved = new Map<string, string | null>();
  for (const { change } of edits) {
    if (change.kind === "deviceRenamed") renamed.set(change.deviceId, change.name);
    else moved.set(change.deviceId, change.roomId);
  }
  const places = new Map<string, NamedPlace>();
  for (const { id, name, serialNumber: serial, product } of home.devices.all()) {
    if (isGateway(product)) continue;
    const room = moved.has(id) ? moved.get(id) : normalRoomOf(home, id)?.id;
    places.set(id, { name: renamed.get(id) ?? name, room: room ?? null, serial });
    yield;
  }
  return places;
}

const keyOf = ({ name, room }: NamedPlace): string => `${room ?? ""} ${folded(name)}`;

/** The place that a person's words for a room mean for a device. */
export function placeFor(home: Home, { id, product }: Device, words: string): Place | Refused {
  if (isGateway(product)) return refused("The gateway itself cannot be in a room.");
  const room = findNormalRoom(home, words);
  if ("found" in room) return { roomId: room.found.id, byHand: true };
  if (folded(words) === ANY_ROOM) return { roomId: home.roomIdOf(id) ?? null, byHand: false };
  const isNone = [NO_ROOM, folded(home.unassigned?.name ?? NO_ROOM)].includes(folded(words));
  return isNone ? { roomId: null, byHand: true } : room;
}
