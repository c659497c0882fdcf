import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test, vi } from "vitest";
import { entriesOf } from "../src/edges/fleet/bucket-entries.ts";
import { BucketFollower } from "../src/edges/fleet/front/follow-bucket.ts";
import { entrySubject, FLEET_BUCKET, KEYS_BUCKET, streamOf } from "../src/edges/fleet/subjects.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";

/** So many that a server takes seconds to fetch them. */
const ENTRIES = 30_000;

let fleet: TestFleet | undefined;
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

test("a bucket that was made anew is read from its first entry, also when that fails at first", async () => {
  fleet = await TestFleet.start(["g1"]);
  const { operator } = fleet;
  const manager = await jetstreamManager(operator);
  const put = (key: string) => jetstream(operator).publish(entrySubject(FLEET_BUCKET, `g1.${key}`), "{}");
  for (const key of ["lights.a", "lights.b", "lights.c"]) await put(key);

  let failures = 0;
  let keys = new Set<string>();
  const follower = new BucketFollower({
    connection: operator,
    manager: {
      streams: manager.streams,
      getOptions: () => manager.getOptions(),
      consumers: Object.assign(Object.create(manager.consumers), {
        add: async (...given: Parameters<typeof manager.consumers.add>) => {
          if (failures > 0) {
            failures -= 1;
            throw new Error("no leader");
          }
          return manager.consumers.add(...given);
        },
      }),
    },
    bucket: FLEET_BUCKET,
    clock: SYSTEM_CLOCK,
    onEntry: ({ key }) => keys.add(key),
    onSnapshotBegin: () => {
      keys = new Set();
    },
    onSnapshotEnd: () => undefined,
  });
  await vi.waitFor(() => expect(keys.size).toBe(3), { timeout: 60_000 });

  failures = 1;
  await manager.streams.delete(streamOf(FLEET_BUCKET));
  await fleet.makeBuckets();
  await put("lights.d");
  await vi.waitFor(() => expect(failures).toBe(0), { timeout: 60_000, interval: 5 });
  for (const key of ["lights.e", "lights.f", "lights.g"]) await put(key);
  await vi.waitFor(
    () => expect([...keys].toSorted()).toEqual(["g1.lights.d", "g1.lights.e", "g1.lights.f", "g1.lights.g"]),
    {
      timeout: 60_000,
    },
  );
  follower.stop();
});

test("a follower knows when it has all that the bucket has, also where the last entry expired before it came", async () => {
  fleet = await TestFleet.start(["g1"]);
  const { operator } = fleet;
  const manager = await jetstreamManager(operator);
  const stream = jetstream(operator);
  const put = (key: string, ttl?: string) =>
    stream.publish(entrySubject(FLEET_BUCKET, `g1.${key}`), "{}", ttl === undefined ? {} : { ttl });
  await put("lights.a");
  await put("lights.b", "1s");
  await vi.waitFor(async () => expect((await manager.streams.info(streamOf(FLEET_BUCKET))).state.messages).toBe(1), {
    timeout: 60_000,
  });
  const keys: string[] = [];
  let byServers = 0;
  const follower = new BucketFollower({
    connection: operator,
    manager,
    bucket: FLEET_BUCKET,
    clock: SYSTEM_CLOCK,
    onEntry: ({ key }) => keys.push(key),
    onSnapshotBegin: (serverMillis) => {
      byServers = serverMillis;
    },
    onSnapshotEnd: () => undefined,
  });
  await vi.waitFor(async () => expect(await follower.caughtUp(1)).toBe(true), { timeout: 60_000 });
  expect(Math.abs(Date.now() - byServers)).toBeLessThan(60_000);
  for (let number = 0; number < 100; number += 1) {
    await put(`lights.${number}`);
    expect(await follower.caughtUp(60_000)).toBe(true);
    expect(keys.at(-1)).toBe(`g1.lights.${number}`);
  }
  follower.stop();
});

test("a server that has lost its data and fetches it again ends no snapshot, and no read, before all has come", async () => {
  fleet = await TestFleet.start(["g1"], 3);
  const { operator } = fleet;
  const manager = await jetstreamManager(operator);
  const value = "x".repeat(600);
  const stream = jetstream(operator);
  for (let begin = 0; begin < ENTRIES; begin += 1_000) {
    const numbers = Array.from({ length: 1_000 }, (_, index) => begin + index);
    await Promise.all(
      numbers.map((number) => stream.publish(entrySubject(FLEET_BUCKET, `g1.lights.${number}`), value)),
    );
  }
  const { cluster } = await manager.streams.info(streamOf(FLEET_BUCKET));
  const usedPort = Number(new URL(`nats://${operator.getServer()}`).port);
  const victim = fleet.servers.find(({ port }, index) => `n${index}` !== cluster?.leader && port !== usedPort);
  await victim?.kill();
  victim?.wipe();
  await victim?.start();

  const snapshot = async () => {
    let keys = new Set<string>();
    const end = Promise.withResolvers<void>();
    const follower = new BucketFollower({
      connection: operator,
      manager,
      bucket: FLEET_BUCKET,
      clock: SYSTEM_CLOCK,
      onEntry: ({ key }) => keys.add(key),
      onSnapshotBegin: () => {
        keys = new Set();
      },
      onSnapshotEnd: () => end.resolve(),
    });
    await end.promise;
    follower.stop();
    return keys.size;
  };
  for (let round = 0; round < 3; round += 1) {
    const reads = Array.from({ length: 30 }, () => entriesOf(operator, KEYS_BUCKET, ">"));
    const ofOne = Array.from({ length: 10 }, () => entriesOf(operator, FLEET_BUCKET, `g1.lights.${ENTRIES - 1}`));
    const snapshots = Array.from({ length: 4 }, snapshot);
    for (const read of await Promise.all(reads))
      expect(read.map(({ key }) => key).toSorted()).toEqual(["gateway.g1", "identity"]);
    for (const read of await Promise.all(ofOne)) expect(read).toHaveLength(1);
    expect(await Promise.all(snapshots)).toEqual(snapshots.map(() => ENTRIES));
  }
});
