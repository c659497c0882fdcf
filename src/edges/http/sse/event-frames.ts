import { WIRE_TYPES, type WireType } from "../../../core/contract/events.ts";
import type { Recorded } from "../../../core/present/events/journal.ts";
import type { Snapshot } from "../../../core/present/events/snapshot.ts";
import { hasPicture } from "../../../core/present/wire/picture-address.ts";
import { Chunk } from "./chunk.ts";

/** One message. JSON has no line breaks, so its data is one line. */
const frame = (id: number | "", event: string, data: string): string => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

export const retryFrame = (millis: number): string => `retry: ${millis}\n\n`;

/**
 * The client is to forget everything: a snapshot follows. The empty id makes the client forget its last event id too;
 * with that id, a client that lost the stream within the snapshot would come back and miss what the snapshot holds.
 */
export const RESET_FRAME = frame("", "reset", "{}");

/** Without a hash where the gateway had no time to work it out. */
export const heartbeatFrame = (head: number, hash: string | undefined): string =>
  frame(head, "heartbeat", hash === undefined ? `{"id":${head}}` : `{"id":${head},"hash":"${hash}"}`);

/**
 * One event; a scene's `picture_url` is a path. The item of an update has no type, unlike that of an `add` or `remove`, so
 * it is put in.
 */
export const eventFrame = ({ id, action, type, text }: Recorded): string =>
  frame(id, action, action === "update" ? `{"type":"${type}",${text.slice(1)}` : text);

/** A snapshot's one frame; `head` is the newest event that the snapshot includes. */
export function snapshotChunks(head: number, snapshot: Snapshot): readonly Chunk[] {
  const opening = (type: WireType, at: number) =>
    `${at === 0 ? `id: ${head}\nevent: snapshot\ndata: {` : "],"}"${type}":[`;
  return [
    ...WIRE_TYPES.flatMap((type, at) => [
      plainChunk(opening(type, at)),
      ...snapshot[type].map((bytes) => new Chunk(bytes, { hasPictures: type === "scene" && hasPicture(bytes) })),
    ]),
    plainChunk("]}\n\n"),
  ];
}

const plainChunk = (text: string): Chunk => new Chunk(Buffer.from(text), { hasPictures: false });
