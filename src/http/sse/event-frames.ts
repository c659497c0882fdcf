import { WIRE_TYPES, type WireType } from "../../contract/events.ts";
import type { Recorded } from "../../present/events/journal.ts";
import type { Snapshot } from "../../present/events/snapshot.ts";

/** A place in a snapshot: the resource, and its list, at which the next chunk begins. */
export interface SnapshotPlace {
  /** The newest event that the snapshot includes. */
  readonly head: number;
  readonly snapshot: Snapshot;
  readonly list: number;
  readonly item: number;
}

/** One message. JSON has no line breaks, so its data is one line. */
const frame = (id: number | "", event: string, data: string): string => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

export const retryFrame = (millis: number): string => `retry: ${millis}\n\n`;

/**
 * The client is to forget everything: a snapshot follows. The empty id makes the client forget its last event id too;
 * with that id, a client that lost the stream within the snapshot would come back and miss what the snapshot holds.
 */
export const RESET_FRAME = frame("", "reset", "{}");

export const heartbeatFrame = (head: number, hash: string): string =>
  frame(head, "heartbeat", `{"id":${head},"hash":"${hash}"}`);

/** One event. The item of an update has no type, unlike that of an `add` or `remove`, so it is put in. */
export function eventFrame({ id, action, type, text }: Recorded, origin: string): string {
  const data = action === "update" ? `{"type":"${type}",${text.slice(1)}` : text;
  return frame(id, action, type === "scene" ? withOrigin(data, origin) : data);
}

/** The next part of a snapshot's one frame, from one list only, and the place after it, if there is one. */
export function snapshotPart(
  place: SnapshotPlace,
  { origin, length }: { readonly origin: string; readonly length: number },
): { readonly text: string; readonly next: SnapshotPlace | undefined } {
  const type = typeAt(place.list);
  const texts = place.snapshot[type];
  let text = place.item > 0 ? "" : opening(place, type);
  let item = place.item;
  for (; item < texts.length && (item === place.item || text.length < length); item += 1) {
    const resource = texts[item] ?? "";
    text += `${item > 0 ? "," : ""}${type === "scene" ? withOrigin(resource, origin) : resource}`;
  }
  if (item < texts.length) return { text, next: { ...place, item } };
  if (place.list + 1 < WIRE_TYPES.length)
    return { text: `${text}]`, next: { ...place, list: place.list + 1, item: 0 } };
  return { text: `${text}]}\n\n`, next: undefined };
}

/** Whether a part of a snapshot is the same for every address under which clients reach us. */
export const isSameForAll = ({ list }: SnapshotPlace): boolean => typeAt(list) !== "scene";

const typeAt = (list: number): WireType => WIRE_TYPES[list] ?? "scene";

const opening = ({ head, list }: SnapshotPlace, type: WireType): string =>
  list === 0 ? `id: ${head}\nevent: snapshot\ndata: {"${type}":[` : `,"${type}":[`;

/**
 * The JSON of a scene, or of what changed in one, with the address of its picture where the client reaches us. Text
 * suffices: the quotes of any name that looks like the field are escaped.
 */
export const withOrigin = (text: string, origin: string): string =>
  text.replace('"picture_url":"/', () => `"picture_url":"${JSON.stringify(origin).slice(1, -1)}/`);
