import { expect, test } from "vitest";
import { gatewayOf } from "../../../test/support/home/empty-gateway.ts";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { WireEvents } from "../../present/events/events.ts";
import { Journal } from "../../present/events/journal.ts";
import { EventFeed } from "./event-feed.ts";
import { EVENT_LIMITS } from "./event-limits.ts";
import { EventReader } from "./event-reader.ts";

interface FeedTiming {
  readonly now?: () => number;
  readonly onPrepared?: () => void;
}

function feedOf(sharedBytes: number, { now = () => 0, onPrepared = () => undefined }: FeedTiming = {}) {
  const gateway = gatewayOf(FURNISHED);
  const journal = new Journal(0);
  const events = new WireEvents(gateway.home);
  gateway.watchRounds((round) => journal.append(events.of(round)));
  const feed = new EventFeed({
    home: gateway.home,
    journal,
    limits: { ...EVENT_LIMITS, sharedBytes, chunkLength: 500 },
    now,
    onPrepared,
  });
  const dim = (brightnessPercent: number) =>
    gateway.submit({
      kind: "lightChanged",
      lightId: FURNISHED.lights[0]?.id ?? ("" as never),
      state: { brightnessPercent },
    });
  return { feed, dim };
}

const readerOf = (feed: EventFeed, origin = "http://gate") => new EventReader(feed, { origin, lastEventId: "" }, 2_000);

/** All that a reader is to be sent, piece by piece. */
function chunksFor(reader: EventReader): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let piece = reader.next(); piece; piece = reader.next()) pieces.push(piece);
  return pieces;
}

const textsFor = (reader: EventReader): string[] => chunksFor(reader).map((piece) => Buffer.from(piece).toString());

test("everybody who asks at the same moment is sent the same bytes, not equal ones", () => {
  const { feed, dim } = feedOf(1_000_000);
  const readers = Array.from({ length: 3 }, () => readerOf(feed));
  const [first = [], ...others] = readers.map((reader) => chunksFor(reader).slice(1));
  expect(first.length).toBeGreaterThan(5);
  for (const other of others) for (const [index, piece] of other.entries()) expect(piece).toBe(first[index]);
  dim(7);
  const [event, ...same] = readers.map((reader) => reader.next());
  expect(event).toBeDefined();
  for (const other of same) expect(other).toBe(event);
});

test("only scenes are other bytes under another address", () => {
  const { feed } = feedOf(1_000_000);
  const one = chunksFor(readerOf(feed)).slice(1);
  const other = chunksFor(readerOf(feed, "http://other")).slice(1);
  const differing = one.filter((piece, index) => piece !== other[index]).map((piece) => Buffer.from(piece).toString());
  expect(differing.length).toBeGreaterThan(0);
  for (const text of differing) expect(text).toMatch(/"type":"scene"/);
});

test("what is shared is let go when nobody needs it, and is never more than may be", () => {
  const { feed } = feedOf(2_000);
  const [first, again] = [chunksFor(readerOf(feed)), chunksFor(readerOf(feed))];
  expect(again).toEqual(first);
  expect(again.filter((piece, index) => piece === first[index])).toEqual([]);
  const { feed: ample } = feedOf(1_000_000);
  const before = chunksFor(readerOf(ample));
  ample.release();
  const after = chunksFor(readerOf(ample));
  expect(after).toEqual(before);
  expect(after.filter((piece, index) => piece === before[index])).toEqual([]);
});

test("a snapshot is of the moment it was asked for, however late it is read, and what happened since comes after it", () => {
  const { feed, dim } = feedOf(1_000_000);
  const early = readerOf(feed);
  const due = chunksFor(readerOf(feed));
  dim(7);
  const pieces = chunksFor(early);
  expect(pieces.slice(0, due.length)).toEqual(due);
  expect(pieces.slice(due.length).map((piece) => Buffer.from(piece).toString())).toEqual([
    expect.stringMatching(/^id: 1\nevent: update\n/),
  ]);
});

test("what a snapshot needs is made in slices: it is of the moment when all is made, and no event is lost or sent twice", async () => {
  let millis = 0;
  // Every text takes as long as others may have to wait.
  const now = () => millis++;
  let onPrepared: () => void = () => undefined;
  const { feed, dim } = feedOf(1_000_000, { now, onPrepared: () => onPrepared() });
  const readers = [readerOf(feed), readerOf(feed)];
  const texts = new Promise<readonly string[][]>((resolve) => {
    onPrepared = () => resolve(readers.map(textsFor));
  });
  for (const reader of readers) expect(chunksFor(reader)).toHaveLength(1);
  dim(7);
  for (const reader of readers) expect(chunksFor(reader)).toEqual([]);
  const [first = [], other] = await texts;
  dim(8);
  expect(other).toEqual(first);
  expect(first.join("")).toMatch(/^id: 3\nevent: snapshot\n.*"brightness":7[,}].*\n\n$/);
  const after = [expect.stringMatching(/^id: 4\nevent: update\n.*"brightness":8/)];
  for (const reader of readers) expect(textsFor(reader)).toEqual(after);
});
