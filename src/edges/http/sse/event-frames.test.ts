import fc from "fast-check";
import { expect, test } from "vitest";
import { EventBlocks, type Message } from "../../../../test/support/events/event-blocks.ts";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { aRoom, aScene } from "../../../../test/support/home/builders.ts";
import type { WireEvent } from "../../../core/contract/events.ts";
import { idFrom, type PictureId } from "../../../core/home/model/ids.ts";
import { Journal, type Recorded } from "../../../core/present/events/journal.ts";
import { withOrigin } from "../../../core/present/wire/picture-address.ts";
import { wireScene } from "../../../core/present/wire/scene.ts";
import { eventFrame, heartbeatFrame, RESET_FRAME, retryFrame, snapshotChunks } from "./event-frames.ts";

const ORIGIN = "http://gate:8080";

function recorded(event: WireEvent): Recorded {
  const journal = new Journal(6);
  journal.append([event]);
  return (journal.after(6) as [Recorded])[0];
}

const messages = (text: string): readonly Message[] => new EventBlocks().take(new TextEncoder().encode(text));

test("an item that is added or removed is sent as it is; an update gets its type, too", () => {
  const item = { id: "A", type: "light" } as const;
  expect(eventFrame(recorded({ action: "remove", type: "light", item }))).toBe(
    'id: 7\nevent: remove\ndata: {"id":"A","type":"light"}\n\n',
  );
  const value = { brightness: 7 };
  const update = recorded({ action: "update", type: "light", item: { id: "A", device_id: "B", value } });
  expect(eventFrame(update)).toBe(
    'id: 7\nevent: update\ndata: {"type":"light","id":"A","device_id":"B","value":{"brightness":7}}\n\n',
  );
});

test("heartbeat, reset and the hint when to come back", () => {
  expect(heartbeatFrame(7, "ab")).toBe('id: 7\nevent: heartbeat\ndata: {"id":7,"hash":"ab"}\n\n');
  expect(heartbeatFrame(7, undefined)).toBe('id: 7\nevent: heartbeat\ndata: {"id":7}\n\n');
  expect(RESET_FRAME).toBe("id: \nevent: reset\ndata: {}\n\n");
  expect(retryFrame(2_000)).toBe("retry: 2000\n\n");
});

const picture = { id: idFrom<PictureId>("F0000000-0000-4000-8000-000000000000"), mediaType: "image/png" } as const;
const pictures = fc.constantFrom(null, { ...picture, bytes: new Uint8Array() });
const hostile = fc.oneof(
  anyText,
  fc.constantFrom('"picture_url":"/', '","picture_url":"/x', "$&$1", "\n\nid: 9\n", "\r"),
);

test("any scene comes out of a stream as the reads give it, its picture where the client reaches us", () => {
  fc.assert(
    fc.property(hostile, pictures, (name, some) => {
      const scene = aScene({ name, picture: some });
      const item = wireScene(scene, aRoom(), "");
      const due = JSON.stringify(wireScene(scene, aRoom(), ORIGIN));
      const added = withOrigin(eventFrame(recorded({ action: "add", type: "scene", item })), ORIGIN);
      expect(messages(added)).toEqual([{ event: "add", lastEventId: "7", data: due }]);
      const { id, picture_url } = item;
      const changed = recorded({ action: "update", type: "scene", item: { id, value: { name, picture_url } } });
      expect(JSON.parse(messages(withOrigin(eventFrame(changed), ORIGIN))[0]?.data ?? "").value).toEqual({
        name,
        picture_url: JSON.parse(due).picture_url,
      });
    }),
  );
});

test("an address that a client gave itself cannot break out of its place", () => {
  const item = wireScene(aScene({ picture: { ...picture, bytes: new Uint8Array() } }), aRoom(), "");
  const origin = 'http://"\n\nevent: remove$&\\';
  const [added, ...more] = messages(withOrigin(eventFrame(recorded({ action: "add", type: "scene", item })), origin));
  expect(more).toEqual([]);
  expect(JSON.parse(added?.data ?? "").picture_url).toBe(`${origin}${item.picture_url}`);
});

test("a snapshot is one message, whatever its lists hold, with pictures where the client reaches us", () => {
  const resources = fc.array(
    fc.string().map((text) => JSON.stringify({ name: text })),
    { maxLength: 5 },
  );
  const scenes = fc.array(
    fc.tuple(hostile, pictures).map(([name, some]) => wireScene(aScene({ name, picture: some }), aRoom(), "")),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(fc.tuple(resources, resources, resources, resources, resources), scenes, (lists, scene) => {
      const [device = [], light = [], sync = [], room = [], group_light = []] = lists;
      const texts = { device, light, sync, room, scene: scene.map((one) => JSON.stringify(one)), group_light };
      const pieces = (list: readonly string[]) => list.map((text, at) => Buffer.from(at === 0 ? text : `,${text}`));
      const chunks = snapshotChunks(7, {
        device: pieces(texts.device),
        light: pieces(texts.light),
        sync: pieces(texts.sync),
        room: pieces(texts.room),
        scene: pieces(texts.scene),
        group_light: pieces(texts.group_light),
      });
      const text = Buffer.concat(chunks.map((chunk) => chunk.at(ORIGIN))).toString();
      const [{ data, ...rest } = { data: "" }, ...more] = messages(text);
      expect([rest, more]).toEqual([{ event: "snapshot", lastEventId: "7" }, []]);
      const parsed = Object.entries(texts).map(([type, list]) => [type, list.map((one) => JSON.parse(one))]);
      const shown = scene.map((one) => ({ ...one, picture_url: one.picture_url && `${ORIGIN}${one.picture_url}` }));
      expect(JSON.parse(data)).toEqual({ ...Object.fromEntries(parsed), scene: shown });
    }),
  );
});
