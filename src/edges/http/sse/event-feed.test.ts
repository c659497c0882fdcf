import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { aScene } from "../../../../test/support/home/builders.ts";
import { gatewayOf } from "../../../../test/support/home/empty-gateway.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import { WireEvents } from "../../../core/present/events/events.ts";
import { Journal } from "../../../core/present/events/journal.ts";
import { EventFeed } from "./event-feed.ts";
import { EVENT_LIMITS, type EventLimits } from "./event-limits.ts";
import { EventReader } from "./event-reader.ts";

interface FeedOptions {
  readonly limits?: Partial<EventLimits>;
  /** On a slow machine each look at the clock takes as long as others may have to wait. */
  readonly isSlow?: boolean;
  /** How many events the journal remembers. */
  readonly remembered?: number;
}

class TestFeed {
  readonly clock = new ManualClock();
  readonly gateway = gatewayOf(FURNISHED);
  readonly journal: Journal;
  readonly feed: EventFeed;
  readonly readers: EventReader[] = [];
  readonly dropped: EventReader[] = [];
  /** How often readers were told to ask again. */
  readyCount = 0;

  constructor({ limits = {}, isSlow = false, remembered = 1_000 }: FeedOptions = {}) {
    const { home } = this.gateway;
    this.journal = new Journal(0, { events: remembered, length: 1_000_000 });
    const events = new WireEvents(home);
    this.gateway.watchRounds((round) => this.journal.append(events.of(round)));
    let millis = 0;
    if (isSlow) Object.assign(this.clock, { now: () => millis++ });
    this.feed = new EventFeed({
      home,
      journal: this.journal,
      limits: { ...EVENT_LIMITS, chunkLength: 500, ...limits },
      clock: this.clock,
      onReady: () => {
        this.readyCount += 1;
      },
    });
    this.journal.onAppended((appended) => this.feed.apply(appended));
  }

  reader({ origin = "http://gate", clientAddress = "10.0.0.1" } = {}): EventReader {
    const reader: EventReader = new EventReader({
      feed: this.feed,
      request: { clientAddress, origin, lastEventId: "" },
      limits: { retryMillis: 2_000, writeBytes: 500 },
      client: {
        wake: () => {
          this.readyCount += 1;
        },
        drop: () => {
          reader.close();
          this.dropped.push(reader);
        },
      },
    });
    reader.begin();
    this.readers.push(reader);
    return reader;
  }

  dim(brightnessPercent: number): void {
    const lightId = FURNISHED.lights[0]?.id ?? ("" as never);
    this.gateway.submit({ kind: "lightChanged", lightId, state: { brightnessPercent } });
  }

  /** Scenes with a picture, of which the hash is another one for each origin. */
  addPictures(count: number): void {
    const picture = { id: idAt<never>("9"), mediaType: "image/png", bytes: new Uint8Array() } as const;
    for (let number = 0; number < count; number += 1) {
      const scene = aScene({ id: idAt(`8${number}`), roomId: FURNISHED.rooms[2]?.id ?? ("" as never), picture });
      this.gateway.submit({ kind: "sceneAdded", scene });
    }
  }
}

/** All that a reader is to be sent, piece by piece. */
function piecesFor(reader: EventReader): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let next = reader.next(); next; next = reader.next()) pieces.push(...next);
  return pieces;
}

const textFor = (reader: EventReader): string => Buffer.concat(piecesFor(reader)).toString();

describe("a snapshot", () => {
  test("is the same bytes, not equal ones, for everybody who asks at the same moment", () => {
    const feed = new TestFeed();
    const readers = [feed.reader(), feed.reader(), feed.reader()];
    const [first = [], ...others] = readers.map((reader) => piecesFor(reader).slice(1));
    expect(first.length).toBeGreaterThan(5);
    for (const other of others) for (const [at, piece] of other.entries()) expect(piece).toBe(first[at]);
    feed.dim(7);
    const [event, ...same] = readers.map((reader) => reader.next()?.[0]);
    expect(event).toBeDefined();
    for (const other of same) expect(other).toBe(event);
  });

  test("is other bytes under another address only where scenes have pictures", () => {
    const feed = new TestFeed();
    feed.addPictures(1);
    const one = piecesFor(feed.reader()).slice(1);
    const other = piecesFor(feed.reader({ origin: "http://other" })).slice(1);
    const differing = one.filter((piece, at) => piece !== other[at]).map((piece) => Buffer.from(piece).toString());
    expect(differing).toHaveLength(1);
    expect(differing[0]).toContain('"picture_url":"http://gate/');
  });

  test("is of the moment it was asked for, however late it is read, and what happened since comes after it", () => {
    const feed = new TestFeed();
    const early = feed.reader();
    const due = textFor(feed.reader());
    feed.dim(7);
    const text = textFor(early);
    expect(text.slice(0, due.length)).toBe(due);
    expect(text.slice(due.length)).toMatch(/^id: 1\nevent: update\n/);
  });

  test("is made in slices, once for all who wait, of the moment it was asked for; no event is lost or sent twice", async () => {
    const feed = new TestFeed({ isSlow: true });
    const readers = [feed.reader(), feed.reader()];
    for (const reader of readers) expect(textFor(reader)).toBe("retry: 2000\n\n");
    feed.dim(7);
    for (const reader of readers) expect(piecesFor(reader)).toEqual([]);
    while (feed.readyCount === 0) await settled();
    const [first = "", other] = readers.map(textFor);
    expect(other).toEqual(first);
    expect(first).toMatch(/^id: 0\nevent: snapshot\n.*\n\nid: 1\nevent: update\n.*"brightness":7/s);
  });

  test("for who asks while one is made is of its own moment, and made after that one", async () => {
    const feed = new TestFeed({ isSlow: true });
    const early = feed.reader();
    feed.dim(7);
    const late = feed.reader();
    for (const reader of [early, late]) piecesFor(reader);
    while (feed.readyCount === 0) await settled();
    expect(textFor(early)).toMatch(/^id: 0\nevent: snapshot/);
    expect(textFor(late)).toBe("");
    while (feed.readyCount === 1) await settled();
    expect(textFor(late)).toMatch(/^id: \d+\nevent: snapshot\n.*"brightness":7/s);
  });
});

describe("snapshots that are read slowly", () => {
  test("take only so much memory: from then on newcomers share the newest, and get what happened since", () => {
    const feed = new TestFeed({ limits: { oldSnapshotBytes: 1 } });
    const slow = feed.reader();
    slow.next();
    feed.dim(6);
    const next = feed.reader().after;
    expect(next).toBe(feed.journal.head);
    feed.dim(7);
    const newcomer = textFor(feed.reader());
    expect(newcomer).toMatch(new RegExp(`id: ${next}\nevent: snapshot\n.*\n\nid: .*update\n.*"brightness":7`, "s"));
    textFor(slow);
    expect(feed.reader().after).toBe(feed.journal.head);
  });

  test("count for as long as one of several readers is left, whichever of them leaves first", () => {
    for (const leaving of [0, 1]) {
      const feed = new TestFeed({ limits: { oldSnapshotBytes: 1 } });
      const sharing = [feed.reader(), feed.reader()];
      for (const reader of sharing) reader.next();
      sharing[leaving]?.close();
      feed.dim(6);
      const next = feed.reader().after;
      feed.dim(7);
      expect(feed.reader().after).toBe(next);
      sharing[1 - leaving]?.close();
      expect(feed.reader().after).toBe(feed.journal.head);
    }
  });

  test("make room where the journal has forgotten what happened since: their readers could not go on", () => {
    const feed = new TestFeed({ limits: { oldSnapshotBytes: 1 }, remembered: 3 });
    const slow = [feed.reader()];
    feed.dim(33);
    slow.push(feed.reader());
    for (let percent = 1; percent < 9; percent += 1) feed.dim(percent);
    expect(textFor(feed.reader())).toContain("event: snapshot");
    expect(feed.dropped).toEqual(slow);
  });

  test("are counted once for the bytes that they share", () => {
    const feed = new TestFeed({ limits: { oldSnapshotBytes: 20_000 } });
    const heads = Array.from({ length: 20 }, (_, number) => {
      feed.dim(number + 1);
      const reader = feed.reader();
      reader.next();
      return reader.after;
    });
    const wholeBytes = textFor(new TestFeed().reader()).length;
    expect(new Set(heads).size).toBeGreaterThan(20_000 / wholeBytes + 2);
  });

  test("are let go some seconds after the last reader", () => {
    const feed = new TestFeed();
    const before = piecesFor(feed.reader()).slice(1);
    expect(piecesFor(feed.reader()).slice(1)[2]).toBe(before[2]);
    feed.clock.advance(20_000);
    const after = piecesFor(feed.reader()).slice(1);
    expect(after).toEqual(before);
    expect(after.filter((piece, at) => piece === before[at])).toEqual([]);
  });
});

describe("a heartbeat", () => {
  test("comes once its hash is worked out, in slices", async () => {
    const feed = new TestFeed({ isSlow: true });
    const reader = feed.reader();
    while (feed.readyCount === 0) await settled();
    textFor(reader);
    reader.requestHeartbeat();
    expect(textFor(reader)).toBe("");
    while (feed.readyCount === 1) await settled();
    expect(textFor(reader)).toMatch(/^id: 0\nevent: heartbeat\ndata: \{"id":0,"hash":"[0-9a-f]{32}"\}\n\n$/);
  });

  test("has no hash where one client uses more addresses than are worked out for a client; others have theirs", async () => {
    const feed = new TestFeed({ isSlow: true });
    feed.addPictures(3);
    const greedy = Array.from({ length: 20 }, (_, number) => feed.reader({ origin: `http://gate${number}` }));
    const other = feed.reader({ clientAddress: "10.0.0.2" });
    for (let before = -1; before !== feed.readyCount || before === 0; await settled()) before = feed.readyCount;
    for (const reader of [...greedy, other]) {
      textFor(reader);
      reader.requestHeartbeat();
    }
    const heartbeats = [...greedy, other].map(textFor);
    for (let turn = 0; turn < 500; turn += 1) await settled();
    const all = [...greedy, other].map((reader, at) => `${heartbeats[at]}${textFor(reader)}`);
    for (const text of all) expect(text.match(/event: heartbeat/g)).toHaveLength(1);
    const isWithHash = all.map((text) => text.includes('"hash"'));
    expect(isWithHash.filter((has) => has)).toHaveLength(5);
    expect(isWithHash.at(-1)).toBe(true);
  });
});
