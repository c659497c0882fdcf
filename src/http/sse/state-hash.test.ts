import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyMaking, anySteps, type Step } from "../../../test/support/home/any-step.ts";
import { aScene } from "../../../test/support/home/builders.ts";
import { FollowedGateway } from "../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { settled } from "../../../test/support/store/stored-gateway.ts";
import type { Home } from "../../home/home.ts";
import type { Picture } from "../../home/model/scene.ts";
import { Snapshots } from "../../present/events/snapshot.ts";
import { StateHash } from "./state-hash.ts";

const ORIGIN = "http://gate";
const sceneRoom = FURNISHED.scenes[0]?.roomId ?? ("" as never);

/** As its description says it, from nothing. */
function plainHash(home: Home, origin = ORIGIN): string {
  const texts = Object.values(new Snapshots(home).now()).flat();
  const whole = texts.map((text) => text.replace('"picture_url":"/', `"picture_url":"${origin}/`));
  const digests = whole.map((text) => createHash("sha256").update(text, "utf8").digest("hex").slice(0, 32));
  const sum = digests.reduce((so, digest) => so ^ BigInt(`0x${digest}`), 0n);
  return sum.toString(16).padStart(32, "0");
}

/** A gateway whose hash every event updates. */
function hashed(contents = FURNISHED, meddling?: (followed: FollowedGateway) => unknown) {
  const followed = new FollowedGateway(contents, meddling ? { after: meddling } : {});
  const { home } = followed.gateway;
  const hash = new StateHash(home, new Snapshots(home));
  let applied = followed.received.length;
  const applyEvents = () => {
    for (const { event } of followed.received.slice(applied)) hash.change(event);
    applied = followed.received.length;
  };
  return { followed, home, hash, applyEvents };
}

test("the hash of what nobody has begun to follow is 0", () => {
  expect(hashed(FOUNDED).hash.at(ORIGIN)).toBe("0".repeat(32));
});

test("the hash of a home is the exclusive or of the digests of all that it shows", () => {
  const { home, hash } = hashed();
  hash.begin();
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
  expect(hash.at(ORIGIN)).not.toBe("0".repeat(32));
});

test("a scene counts with the address of its picture, whatever other addresses clients use", () => {
  const { followed, home, hash } = hashed();
  const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0) };
  followed.gateway.submit({ kind: "sceneAdded", scene: aScene({ id: idAt("8"), roomId: sceneRoom, picture }) });
  hash.begin();
  const origins = Array.from({ length: 12 }, (_, number) => `http://gate${number}`);
  const hashes = [...origins, ...origins].map((origin) => hash.at(origin));
  expect(hashes).toEqual([...origins, ...origins].map((origin) => plainHash(home, origin)));
  expect(new Set(hashes).size).toBe(12);
});

/** Whatever is done, the hash is the one of the home as it is then. */
async function followsChanges(
  { followed, home, hash, applyEvents }: ReturnType<typeof hashed>,
  steps: readonly Step[],
) {
  hash.begin();
  for (const step of [...steps, ({ store }: FollowedGateway) => store.letGo()]) {
    step(followed);
    await settled();
    applyEvents();
    expect(hash.at(ORIGIN)).toBe(plainHash(home));
  }
}

test("whatever happens and is taken back, it is the hash of the home as it is then", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), anySteps, (isFurnished, steps) =>
      followsChanges(hashed(isFurnished ? FURNISHED : FOUNDED), steps),
    ),
    { numRuns: times(500) },
  );
});

test("so it is when more happens while an event is applied", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMaking, { maxLength: 10 }), anySteps, (meddling, steps) => {
      const left = [...meddling];
      return followsChanges(
        hashed(FURNISHED, (stored) => left.shift()?.(stored)),
        steps,
      );
    }),
    { numRuns: times(200) },
  );
});

test("what changes before it was taken down for the first time counts once, and after the end nothing counts", async () => {
  const { followed, home, hash, applyEvents } = hashed();
  hash.begin();
  const lightId = FURNISHED.lights[0]?.id ?? ("" as never);
  followed.gateway.submit({ kind: "lightChanged", lightId, state: { brightnessPercent: 7 } });
  applyEvents();
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
  hash.end();
  hash.begin();
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
});
