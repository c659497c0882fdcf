import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyMaking, anySteps, type Step } from "../../../../test/support/home/any-step.ts";
import { aScene } from "../../../../test/support/home/builders.ts";
import { FollowedGateway } from "../../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Picture } from "../../../core/home/model/scene.ts";
import { presentersFor } from "../../../core/present/events/snapshot.ts";
import { allAtOnce } from "../../../shared/steps.ts";
import { StateHash } from "./state-hash.ts";

const ORIGIN = "http://gate";
const sceneRoom = FURNISHED.scenes[0]?.roomId ?? ("" as never);

/** As its description says it, from nothing. */
function plainHash(home: Home, origin = ORIGIN): string {
  const { device, light, sync, room, scene, group_light } = presentersFor(home);
  const texts = [
    ...home.devices.all().map(device.present),
    ...home.lights.all().map(light.present),
    ...home.syncBoxes.all().map(sync.present),
    ...home.rooms.all().map(room.present),
    ...home.scenes.all().map(scene.present),
    ...home.groupLights.all().map(group_light.present),
  ].filter((text) => text !== undefined);
  const whole = texts.map((text) => text.replace('"picture_url":"/', `"picture_url":"${origin}/`));
  const digests = whole.map((text) => createHash("sha256").update(text, "utf8").digest("hex").slice(0, 32));
  const sum = digests.reduce((so, digest) => so ^ BigInt(`0x${digest}`), 0n);
  return sum.toString(16).padStart(32, "0");
}

/** A gateway whose hash every event updates. */
function hashed(contents = FURNISHED, meddling?: (followed: FollowedGateway) => unknown) {
  const followed = new FollowedGateway(contents, meddling ? { after: meddling } : {});
  const { home } = followed.gateway;
  const hash = new StateHash(home);
  /** Once all is digested that it takes. */
  const hashAt = (origin: string) => {
    allAtOnce(hash.prepare(origin));
    return hash.at(origin);
  };
  let applied = followed.received.length;
  const applyEvents = () => {
    for (const { event } of followed.received.slice(applied)) hash.change(event);
    applied = followed.received.length;
  };
  return { followed, home, hash, hashAt, applyEvents };
}

test("while resources are still counted, there is no hash, and never a wrong one", () => {
  const { home, hash } = hashed();
  for (const _ of hash.prepare(ORIGIN)) expect([undefined, plainHash(home)]).toContain(hash.at(ORIGIN));
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
});

test("there is no hash before all that it takes is digested, a resource in each step", () => {
  const { home, hash } = hashed();
  expect(hash.at(ORIGIN)).toBeUndefined();
  let steps = 0;
  for (const _ of hash.prepare(ORIGIN)) {
    steps += 1;
    if (steps < 6) expect(hash.at(ORIGIN)).toBeUndefined();
  }
  const { devices, lights, rooms, scenes } = home;
  expect(steps).toBeGreaterThan([devices, lights, rooms, scenes].reduce((sum, list) => sum + list.all().length, 0));
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
});

test("the hash of a home is the exclusive or of the digests of all that it shows", () => {
  const { home, hashAt } = hashed();
  expect(hashAt(ORIGIN)).toBe(plainHash(home));
  expect(hashAt(ORIGIN)).not.toBe("0".repeat(32));
});

test("a scene counts with the address of its picture, whatever other addresses clients use", () => {
  const { followed, home, hashAt } = hashed();
  const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0) };
  followed.gateway.submit({ kind: "sceneAdded", scene: aScene({ id: idAt("8"), roomId: sceneRoom, picture }) });
  const origins = Array.from({ length: 100 }, (_, number) => `http://gate${number}`);
  const hashes = [...origins, ...origins].map(hashAt);
  expect(hashes).toEqual([...origins, ...origins].map((origin) => plainHash(home, origin)));
  expect(new Set(hashes).size).toBe(100);
});

test("however many addresses clients use, only scenes with a picture are digested for each", () => {
  const { followed, hash, hashAt } = hashed();
  const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0) };
  followed.gateway.submit({ kind: "sceneAdded", scene: aScene({ id: idAt("8"), roomId: sceneRoom, picture }) });
  hashAt(ORIGIN);
  for (let number = 0; number < 10; number += 1) {
    const steps = [...hash.prepare(`http://other${number}`)];
    expect(steps).toHaveLength(1);
  }
  expect([...hash.prepare(ORIGIN)]).toEqual([]);
});

test("a scene whose picture changes while it is digested for an address leaves no wrong hash behind", () => {
  const { followed, home, hash, hashAt, applyEvents } = hashed();
  const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0) };
  const scene = aScene({ id: idAt("8"), roomId: sceneRoom, picture });
  followed.gateway.submit({ kind: "sceneAdded", scene });
  hashAt("http://first");
  const preparing = hash.prepare(ORIGIN);
  preparing.next();
  followed.gateway.submit({ kind: "sceneChanged", sceneId: scene.id, scene: { name: "Another" } });
  applyEvents();
  allAtOnce(preparing);
  expect(hash.at(ORIGIN)).toBeUndefined();
  expect(hashAt(ORIGIN)).toBe(plainHash(home));
});

/** Whatever is done, the hash is the one of the home as it is then. */
async function followsChanges(
  { followed, home, hashAt, applyEvents }: ReturnType<typeof hashed>,
  steps: readonly Step[],
) {
  hashAt(ORIGIN);
  for (const step of [...steps, ({ store }: FollowedGateway) => store.letGo()]) {
    step(followed);
    await settled();
    applyEvents();
    expect(hashAt(ORIGIN)).toBe(plainHash(home));
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

test("what changes while all is digested for the first time counts once, and after the end all is digested anew", () => {
  const { followed, home, hash, hashAt, applyEvents } = hashed();
  const preparing = hash.prepare(ORIGIN);
  for (let step = 0; step < 8; step += 1) preparing.next();
  const lightId = FURNISHED.lights[0]?.id ?? ("" as never);
  followed.gateway.submit({ kind: "lightChanged", lightId, state: { brightnessPercent: 7 } });
  applyEvents();
  allAtOnce(preparing);
  expect(hash.at(ORIGIN)).toBe(plainHash(home));
  hash.end();
  expect(hash.at(ORIGIN)).toBeUndefined();
  expect(hashAt(ORIGIN)).toBe(plainHash(home));
});
