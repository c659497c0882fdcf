import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { Journal } from "../src/core/present/events/journal.ts";
import { times } from "./support/depth.ts";
import { EventFollower } from "./support/events/event-follower.ts";
import type { EventStreamClient } from "./support/events/event-stream-client.ts";
import { EventServer, START } from "./support/events/event-stream-server.ts";
import { anyChange } from "./support/home/any-change.ts";
import { allReads } from "./support/http/read-lists.ts";

const SEQUENCES = times(400);

/** A client that asks again, with the last id it had, as soon as its connection breaks. */
class PersistentClient {
  readonly follower = new EventFollower();
  readonly #server: EventServer;
  #stream: EventStreamClient | undefined;
  #lastEventId = "";

  constructor(server: EventServer) {
    this.#server = server;
  }

  /** Loses the connection it has, if any, and gets one that breaks after so many bytes. */
  async connect(hangUpAfterBytes: number): Promise<void> {
    this.#stream?.hangUp();
    await this.#stream?.over();
    this.#stream = await this.#server.client({
      lastEventId: this.#lastEventId,
      hangUpAfterBytes,
      onMessage: (message) => {
        this.#lastEventId = message.lastEventId;
        this.follower.hear(message);
      },
    });
  }

  /** Is told everything, which a heartbeat proves, however often it has to connect for that. */
  async catchUp(): Promise<void> {
    const isDone = () => this.follower.provenId === this.#server.journal.head;
    while (!isDone()) {
      if (!this.#stream || this.#stream.isOver) await this.connect(Infinity);
      this.#server.clock.advance(15_000);
      await this.#stream?.until(() => isDone() || this.#stream?.isOver === true);
    }
  }
}

type Step = (server: EventServer, client: PersistentClient) => Promise<void> | void;
const named = (name: () => string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: name });

const change = (some: Change): Step =>
  named(
    () => `change ${fc.stringify(some)}`,
    ({ gateway }) => void gateway.submit(some),
  );
const breakAfter = (bytes: number): Step =>
  named(
    () => `break after ${bytes} bytes`,
    (_server, client) => client.connect(bytes),
  );
const catchUp: Step = named(
  () => "catch up",
  (_server, client) => client.catchUp(),
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: anyChange.map(change) },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 20_000 })).map(breakAfter),
  },
  { weight: 1, arbitrary: fc.constant(catchUp) },
);
const anySteps = fc.array(fc.tuple(anyStep, fc.boolean()), { minLength: 1, maxLength: 20, size: "max" });

test("over real sockets that break at any byte, a stream folded is what the reads answer: none lost, none twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(3, 12, 1_000), anySteps, async (events, steps) => {
      const journal = new Journal(START, { events, length: 100_000 });
      const server = await EventServer.start({ journal, limits: { chunkLength: 1_000 } });
      const clients = [new PersistentClient(server), new PersistentClient(server)] as const;
      for (const [step, isOther] of steps) await step(server, clients[isOther ? 1 : 0]);
      for (const client of clients) {
        await client.catchUp();
        expect(client.follower.known).toBe(allReads(server.gateway.home, `127.0.0.1:${server.port}`));
      }
      await server.stop();
      expect(server.faults).toEqual([]);
    }),
    { numRuns: SEQUENCES },
  );
});
