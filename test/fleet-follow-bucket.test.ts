import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test, vi } from "vitest";
import { BucketFollower } from "../src/edges/fleet/front/follow-bucket.ts";
import { entrySubject, FLEET_BUCKET, streamOf } from "../src/edges/fleet/subjects.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";

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
    name: "operator",
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
  const follower = new BucketFollower({
    connection: operator,
    manager,
    bucket: FLEET_BUCKET,
    name: "operator",
    clock: SYSTEM_CLOCK,
    onEntry: ({ key }) => keys.push(key),
    onSnapshotBegin: () => undefined,
    onSnapshotEnd: () => undefined,
  });
  await vi.waitFor(async () => expect(await follower.caughtUp(1)).toBe(true), { timeout: 60_000 });
  for (let number = 0; number < 100; number += 1) {
    await put(`lights.${number}`);
    expect(await follower.caughtUp(60_000)).toBe(true);
    expect(keys.at(-1)).toBe(`g1.lights.${number}`);
  }
  follower.stop();
});
