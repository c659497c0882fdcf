import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { WireEvents } from "../src/core/present/events/events.ts";
import { Journal } from "../src/core/present/events/journal.ts";
import { EventFeed } from "../src/edges/http/sse/event-feed.ts";
import { EVENT_LIMITS } from "../src/edges/http/sse/event-limits.ts";
import { EventReader } from "../src/edges/http/sse/event-reader.ts";
import { atLeast, times } from "./support/depth.ts";
import { EventBlocks } from "./support/events/event-blocks.ts";
import { EventFollower } from "./support/events/event-follower.ts";
import { START } from "./support/events/event-stream-server.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { anyChange } from "./support/home/any-change.ts";
import { gatewayOf } from "./support/home/empty-gateway.ts";
import { FURNISHED } from "./support/home/furnished-home.ts";
import { allReads } from "./support/http/read-lists.ts";

/** How many sequences of changes are followed; real sockets see some more of them. */
const SEQUENCES = times(3_000);

/** How many of them in a home whose snapshots take many turns of the event loop. */
const SLOW_SEQUENCES = times(200);

interface GatewayOptions {
  /** In events. */
  readonly remembered: number;
  /** Of snapshots that are still being read, beside the newest. */
  readonly oldSnapshotBytes: number;
  readonly now: () => number;
}

/** A gateway that is forgetful and speaks in small pieces. */
class ForgetfulGateway {
  readonly gateway = gatewayOf(FURNISHED);
  readonly journal: Journal;
  readonly feed: EventFeed;
  readonly onReady: (() => void)[] = [];

  constructor({ remembered, oldSnapshotBytes, now }: GatewayOptions) {
    const { home } = this.gateway;
    const events = new WireEvents(home);
    const journal = new Journal(START, { events: remembered, length: 100_000 });
    this.journal = journal;
    this.feed = new EventFeed({
      home,
      journal,
      limits: { ...EVENT_LIMITS, chunkLength: 300, sharedBytes: 5_000, oldSnapshotBytes },
      clock: Object.assign(new ManualClock(), { now }),
      onReady: () => {
        for (const listener of this.onReady) listener();
      },
    });
    journal.onAppended((appended) => this.feed.apply(appended));
    this.gateway.watchRounds((round) => journal.append(events.of(round)));
  }
}

/** A client whose connection may break anywhere; it then asks again with the last id it had, or another. */
class Client {
  readonly follower = new EventFollower();
  readonly #gateway: ForgetfulGateway;
  readonly #authority: string;
  #blocks = new EventBlocks();
  #reader: EventReader;

  constructor(gateway: ForgetfulGateway, authority: string) {
    this.#gateway = gateway;
    gateway.onReady.push(() => this.read(1));
    this.#authority = authority;
    this.#reader = this.#readerFrom("");
  }

  change(change: Change): void {
    this.#gateway.gateway.submit(change);
  }

  /** Takes some pieces, if there are so many; the last one may break off. */
  read(pieces: number): void {
    for (let left = pieces; left > 0; left -= 1) {
      const pieces = this.#reader.next();
      if (!pieces) return;
      this.#hear(Buffer.concat(pieces));
    }
  }

  /** Loses the connection, with so much of the next piece as came through, and asks again. */
  reconnect(share: number, lastEventId?: string): void {
    const bytes = Buffer.concat(this.#reader.next() ?? []);
    this.#reader.close();
    this.#hear(bytes.subarray(0, Math.floor(bytes.byteLength * share)));
    this.#blocks = new EventBlocks(lastEventId ?? this.#blocks.lastEventId);
    this.#reader = this.#readerFrom(this.#blocks.lastEventId);
  }

  /** Is told everything, which a heartbeat proves. */
  async catchUp(): Promise<void> {
    const { heartbeats } = this.follower;
    this.#reader.requestHeartbeat();
    this.read(Infinity);
    while (this.follower.heartbeats === heartbeats) {
      await setImmediate();
      this.read(Infinity);
    }
    expect(this.follower.provenId).toBe(this.#gateway.journal.head);
  }

  async compare(): Promise<void> {
    await this.catchUp();
    expect(this.follower.known).toBe(allReads(this.#gateway.gateway.home, this.#authority));
  }

  #readerFrom(lastEventId: string): EventReader {
    const reader = new EventReader({
      feed: this.#gateway.feed,
      request: { clientAddress: "10.0.0.9", origin: `http://${this.#authority}`, lastEventId },
      limits: { retryMillis: 2_000, writeBytes: 300 },
      client: { wake: () => undefined, drop: () => this.reconnect(0) },
    });
    reader.begin();
    return reader;
  }

  #hear(bytes: Uint8Array): void {
    for (const message of this.#blocks.take(bytes)) this.follower.hear(message);
  }
}

type Step = (client: Client) => void | Promise<void>;
const named = (name: () => string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: name });

const share = fc.double({ min: 0, max: 1, noNaN: true });
const strangeId = fc.constantFrom("", "0", "-1", "1e15", " ", "abc", "9".repeat(17), `${START - 1}`, `${START + 1e6}`);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: anyChange.map((change) =>
      named(
        () => `change ${fc.stringify(change)}`,
        (client) => client.change(change),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(6).map((count) =>
      named(
        () => `read ${count}`,
        (client) => client.read(count),
      ),
    ),
  },
  {
    weight: 5,
    arbitrary: share.map((at) =>
      named(
        () => `reconnect at ${at}`,
        (client) => client.reconnect(at),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(share, strangeId).map(([at, id]) =>
      named(
        () => `reconnect with ${id}`,
        (client) => client.reconnect(at, id),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constant(
      named(
        () => "turn",
        () => setImmediate(),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      named(
        () => "catch up",
        (client) => client.catchUp(),
      ),
    ),
  },
);

/** Room for any number of snapshots, or for two. */
const anyRoom = fc.constantFrom(1_000_000, 1);

/** Two clients under two addresses: each step is one client's. */
const anySteps = fc.array(fc.tuple(anyStep, fc.boolean()), { minLength: 1, maxLength: 20, size: "max" });

/** Follows some sequences of changes; gives how often a client had to start over. */
async function followed(sequences: number, now: () => number): Promise<number> {
  let resets = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(3, 12, 1_000), anyRoom, anySteps, async (remembered, oldSnapshotBytes, steps) => {
      const gateway = new ForgetfulGateway({ remembered, oldSnapshotBytes, now });
      const one = new Client(gateway, "10.0.0.1:8080");
      const other = new Client(gateway, "gate.local");
      for (const [step, isOther] of steps) await step(isOther ? other : one);
      await one.compare();
      await other.compare();
      resets += one.follower.resets + other.follower.resets;
    }),
    { numRuns: sequences },
  );
  return resets;
}

test("whatever happens and wherever connections break, a stream folded is what the reads answer: none lost, none twice", async () => {
  expect(await followed(SEQUENCES, () => 0)).toBeGreaterThanOrEqual(atLeast(300));
});

test("and so it is where a snapshot is made text by text, while things happen", async () => {
  let millis = 0;
  expect(await followed(SLOW_SEQUENCES, () => millis++)).toBeGreaterThanOrEqual(atLeast(20));
});
