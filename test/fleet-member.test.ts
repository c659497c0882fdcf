import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contentsOf } from "../src/core/home/home.ts";
import type { HomeContents } from "../src/core/home/model/contents.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import type { Light } from "../src/core/home/model/light.ts";
import type { Picture } from "../src/core/home/model/scene.ts";
import { entrySubject, FLEET_BUCKET, streamOf } from "../src/edges/fleet/subjects.ts";
import { bucketOf, homeOf, shownOf } from "./support/fleet/bucket.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { JoinedGateway } from "./support/fleet/joined-gateway.ts";
import { PutWitness } from "./support/fleet/put-witness.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { idAt } from "./support/home/lit-home.ts";

const IDS = Array.from({ length: 30 }, (_, number) => `g${number + 1}`);
const LOG = "fleet-published.log";
const HOME = floorHome(1);
const [LIGHT] = HOME.lights as readonly [Light];

let fleet: TestFleet;
let used = 0;
let witness: PutWitness;
const open = new Set<JoinedGateway>();

beforeAll(async () => {
  fleet = await TestFleet.start(IDS);
});
afterEach(async () => {
  for (const gateway of open) {
    gateway.line.mend();
    await gateway.stop();
    gateway.clean();
  }
  open.clear();
  witness.stop();
});
afterAll(() => fleet.stop());

function newId(): string {
  used += 1;
  const id = IDS[used - 1] ?? "";
  witness = new PutWitness(fleet, id);
  return id;
}

function kept(gateway: JoinedGateway, instead?: JoinedGateway): JoinedGateway {
  if (instead) open.delete(instead);
  open.add(gateway);
  return gateway;
}

async function joined(id: string, contents: HomeContents = HOME): Promise<JoinedGateway> {
  const gateway = kept(await JoinedGateway.join(fleet, id, { contents }));
  await gateway.published();
  return gateway;
}

const switched = (lightId: Light["id"], on: boolean) => ({ kind: "lightChanged", lightId, state: { on } }) as const;

/** The home without its last lamp, which also leaves its room. */
function withoutLastLamp(contents: HomeContents): HomeContents {
  const device = contents.devices.at(-1)?.id;
  return {
    ...contents,
    devices: contents.devices.filter(({ id }) => id !== device),
    lights: contents.lights.filter(({ deviceId }) => deviceId !== device),
    rooms: contents.rooms.map((room) =>
      room.kind === "normal" ? { ...room, deviceIds: room.deviceIds.filter((id) => id !== device) } : room,
    ),
  };
}

const epochIn = async (id: string): Promise<string> =>
  JSON.parse((await bucketOf(fleet, id)).get("presence") ?? "{}").epoch;

describe("a gateway publishes", () => {
  test("everything that its home has, and that it is there", async () => {
    const id = newId();
    const { gateway } = await joined(id);
    expect(await shownOf(fleet, id)).toEqual(homeOf(gateway));
    const presence = JSON.parse((await bucketOf(fleet, id)).get("presence") ?? "");
    expect(presence).toMatchObject({ name: "Gateway 1", version: "0.0.0-test", lights: 3, problems: [] });
  });

  test("each change, and nothing else", async () => {
    const id = newId();
    const one = await joined(id);
    await witness.taken();
    one.gateway.submit(switched(LIGHT.id, !LIGHT.on));
    await one.published();
    expect(await witness.taken()).toEqual([`lights.${LIGHT.id}`]);
    expect(await shownOf(fleet, id)).toEqual(homeOf(one.gateway));
  });

  test("nothing for what changes and changes back", async () => {
    const one = await joined(newId());
    await witness.taken();
    one.line.cut();
    await one.until(() => !one.member.condition.isMember);
    for (const on of [!LIGHT.on, LIGHT.on]) one.gateway.submit(switched(LIGHT.id, on));
    one.line.mend();
    await one.published();
    expect(await witness.taken()).toEqual([]);
  });

  test("the removal of what goes", async () => {
    const id = newId();
    const one = await joined(id);
    const device = HOME.devices.at(-1);
    await one.gateway.ask({ kind: "deviceLeft", deviceId: device?.id ?? idFrom("") });
    await one.published();
    const left = await shownOf(fleet, id);
    expect(left).toEqual(homeOf(one.gateway));
    expect(left.join()).not.toContain(device?.id);
  });

  test("pictures in parts, once, for as long as a scene shows them", async () => {
    const id = newId();
    const [scene] = HOME.scenes;
    if (!scene) throw new Error("no scene");
    const bytes = new Uint8Array(1_200_000).map((_, at) => at % 251);
    const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes };
    const one = await joined(id, { ...HOME, scenes: [{ ...scene, picture }] });
    const parts = async () =>
      [...(await bucketOf(fleet, id))]
        .filter(([key]) => key.startsWith("picture."))
        .sort()
        .map(([key, value]) => ({ key, ...JSON.parse(value) }));
    const shown = await parts();
    expect(shown.map(({ key }) => key)).toEqual([0, 1, 2].map((part) => `picture.${picture.id}.${part}`));
    expect(shown.map(({ parts }) => parts)).toEqual([3, 3, 3]);
    expect(Buffer.concat(shown.map(({ base64 }) => Buffer.from(base64, "base64"))).equals(bytes)).toBe(true);
    expect((await shownOf(fleet, id)).join()).toContain(`"picture":"${picture.id}"`);
    await one.gateway.ask({ kind: "sceneRemoved", sceneId: scene.id });
    await one.published();
    expect(await parts()).toEqual([]);
  });
});

describe("a gateway that starts again", () => {
  test("publishes only what has changed, and removes what has gone meanwhile", async () => {
    const id = newId();
    const first = await joined(id);
    first.gateway.submit(switched(LIGHT.id, !LIGHT.on));
    await first.published();
    const epoch = await epochIn(id);
    await witness.taken();
    const contents = withoutLastLamp(contentsOf(first.gateway.home));
    const second = kept(await first.restart(contents), first);
    await second.published();
    const gone = HOME.devices.at(-1);
    const [hall] = HOME.rooms.filter(({ kind }) => kind === "normal");
    const expected = [`devices.${gone?.id}`, `lights.${gone?.lightIds[0]}`, `rooms.${hall?.id}`];
    expect((await witness.taken()).toSorted()).toEqual(expected.toSorted());
    expect(await shownOf(fleet, id)).toEqual(homeOf(second.gateway));
    expect(await epochIn(id)).toBe(epoch);
  });

  test("says that it stops, and that it is there again", async () => {
    const id = newId();
    const first = await joined(id);
    const presence = async () => JSON.parse((await bucketOf(fleet, id)).get("presence") ?? "{}");
    const { instance } = await presence();
    await first.stop();
    expect(await presence()).toMatchObject({ stopped: true, instance });
    const second = kept(await JoinedGateway.join(fleet, id, { contents: HOME, folder: first.folder }), first);
    await second.published();
    expect(await presence()).not.toHaveProperty("stopped");
    expect(await presence()).not.toMatchObject({ instance });
  });

  test("after it was killed publishes no more than what was uncertain", async () => {
    const id = newId();
    const first = await joined(id);
    // What is acknowledged is written within ten seconds.
    first.clock.advance(10_000);
    await first.until(() => !/"",\d+\]\n$/.test(readFileSync(join(first.folder, LOG), "utf8")));
    const epoch = await epochIn(id);
    await witness.taken();
    const second = kept(await first.killed(), first);
    await second.published();
    expect(await witness.taken()).toEqual([]);
    second.gateway.submit(switched(LIGHT.id, !LIGHT.on));
    await second.published();
    await witness.taken();
    const third = kept(await second.killed(), second);
    await third.published();
    expect((await witness.taken()).filter((key) => key !== `lights.${LIGHT.id}`)).toEqual([]);
    expect(await shownOf(fleet, id)).toEqual(homeOf(third.gateway));
    expect(await epochIn(id)).toBe(epoch);
  });

  test("removes what was put just before it was killed, and is in its home no more", async () => {
    const id = newId();
    const first = await joined(id, withoutLastLamp(HOME));
    first.line.deafen();
    const device = HOME.devices.at(-1);
    const lights = HOME.lights.filter(({ deviceId }) => deviceId === device?.id);
    if (device) first.gateway.submit({ kind: "deviceJoined", device, lights, syncBox: null });
    await first.until(async () => (await bucketOf(fleet, id)).has(`devices.${device?.id}`));
    const second = kept(await first.killed(withoutLastLamp(HOME)), first);
    await second.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(second.gateway));
    expect((await shownOf(fleet, id)).join()).not.toContain(device?.id);
  });

  test.each([
    ["is gone", (path: string) => rmSync(path)],
    ["is damaged", (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace(/lights/, "lightS"))],
    ["is that of another boot", (path: string) => writeFileSync(path, "")],
  ])("publishes all in a new epoch when the memory of what it published %s", async (_name, harm) => {
    const id = newId();
    const first = await joined(id);
    const epoch = await epochIn(id);
    await first.stop();
    harm(join(first.folder, LOG));
    const contents = withoutLastLamp(HOME);
    const second = kept(await JoinedGateway.join(fleet, id, { contents, folder: first.folder }), first);
    await second.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(second.gateway));
    expect(await epochIn(id)).not.toBe(epoch);
  });

  test("is not misled by a line that was never finished", async () => {
    const id = newId();
    const first = await joined(id);
    const epoch = await epochIn(id);
    await first.stop();
    appendFileSync(join(first.folder, LOG), '01234567 ["lights.');
    await witness.taken();
    const second = kept(await JoinedGateway.join(fleet, id, { contents: HOME, folder: first.folder }), first);
    await second.published();
    expect(await witness.taken()).toEqual([]);
    expect(await epochIn(id)).toBe(epoch);
  });
});

describe("when the bucket is another one", () => {
  test("all is published again, in a new epoch", async () => {
    const id = newId();
    const one = await joined(id);
    const epoch = await epochIn(id);
    const manager = await jetstreamManager(fleet.operator);
    await manager.streams.delete(streamOf(FLEET_BUCKET));
    await fleet.makeBuckets();
    await one.until(async () => (await bucketOf(fleet, id)).has(`lights.${LIGHT.id}`));
    await one.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(one.gateway));
    expect(await epochIn(id)).not.toBe(epoch);
  });

  test("an epoch that begins after the presence was accepted is shown at once", async () => {
    const id = newId();
    const gateway = await joined(id);
    const manager = await jetstreamManager(fleet.operator);
    const presence = async () => (await bucketOf(fleet, id)).get("presence");
    const epochOf = (text: string | undefined) => JSON.parse(text ?? "{}").epoch;
    const former = epochOf(await presence());
    // The bucket has the presence as it was last written, and what came later is lost.
    const last = async () => {
      const subject = entrySubject(FLEET_BUCKET, `${id}.presence`);
      const message = await manager.streams.getMessage(streamOf(FLEET_BUCKET), { last_by_subj: subject });
      return message?.seq ?? 0;
    };
    const isLatest = async () =>
      (await manager.streams.info(streamOf(FLEET_BUCKET))).state.last_seq <= (await last()) + 1;
    for (let on = !LIGHT.on; await isLatest(); on = !on) {
      gateway.gateway.submit(switched(LIGHT.id, on));
      await gateway.published();
    }
    const seq = await last();
    await manager.streams.delete(streamOf(FLEET_BUCKET));
    await fleet.makeBuckets();
    for (let revision = 1; revision <= seq; revision += 1)
      await jetstream(fleet.operator).publish(entrySubject(FLEET_BUCKET, `${id}.presence`), "{}");
    let acceptedAt = 0;
    await gateway.until(async () => {
      const epoch = epochOf(await presence());
      if (epoch === former && acceptedAt === 0) acceptedAt = gateway.clock.now();
      return epoch !== undefined && epoch !== former;
    });
    const waitedMillis = acceptedAt === 0 ? 0 : gateway.clock.now() - acceptedAt;
    expect(waitedMillis).toBeLessThan(4_000);
  });

  test("a gateway whose entries were purged publishes them again", async () => {
    const id = newId();
    const one = await joined(id);
    const manager = await jetstreamManager(fleet.operator);
    await manager.streams.purge(streamOf(FLEET_BUCKET), { filter: entrySubject(FLEET_BUCKET, `${id}.>`) });
    await one.until(async () => (await bucketOf(fleet, id)).has(`lights.${LIGHT.id}`));
    await one.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(one.gateway));
  });
});

describe("two processes with the same credentials:", () => {
  test("the newer is refused and named, publishes nothing, and takes over when the other is gone", async () => {
    const id = newId();
    const first = await joined(id);
    await witness.taken();
    const second = kept(await JoinedGateway.join(fleet, id, { contents: floorHome(2) }));
    const refused = /another gateway is connected with the same credentials/;
    await second.until(async () => {
      first.clock.advance(500);
      return refused.test(second.member.condition.problem ?? "") && (await bucketOf(fleet, id)).has("conflict");
    });
    expect(second.member.condition.isMember).toBe(false);
    expect(first.member.condition).toMatchObject({ isMember: true, problem: undefined });
    expect(await witness.taken()).toEqual(["conflict"]);
    expect(JSON.parse((await bucketOf(fleet, id)).get("conflict") ?? "")).toEqual({
      at: expect.any(String),
      host: expect.any(String),
    });
    expect(await shownOf(fleet, id)).toEqual(homeOf(first.gateway));
    await first.stop();
    await second.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(second.gateway));
    open.delete(first);
    first.clean();
  });
});

describe("a gateway away from the cluster", () => {
  test("says since when and why, and catches up with what changed when it is back", async () => {
    const id = newId();
    const one = await joined(id);
    await witness.taken();
    one.line.cut();
    await one.until(() => one.member.condition.server === undefined);
    expect(one.member.condition).toMatchObject({ isMember: false, problem: expect.stringMatching(/^not connected/) });
    for (let percent = 1; percent <= 99; percent += 1)
      one.gateway.submit({ kind: "lightChanged", lightId: LIGHT.id, state: { brightnessPercent: percent } });
    expect(one.member.condition.pending).toBe(1);
    one.line.mend();
    await one.published();
    expect(await witness.taken()).toEqual([`lights.${LIGHT.id}`]);
    expect(await shownOf(fleet, id)).toEqual(homeOf(one.gateway));
    expect(one.member.condition.problem).toBeUndefined();
  });

  test("repeats what was not acknowledged so that it is stored once", async () => {
    const id = newId();
    const one = await joined(id);
    one.line.deafen();
    one.gateway.submit(switched(LIGHT.id, !LIGHT.on));
    const key = `lights.${LIGHT.id}`;
    await one.until(async () => JSON.parse((await bucketOf(fleet, id)).get(key) ?? "").resource.on === !LIGHT.on);
    const revisions = async () => {
      const manager = await jetstreamManager(fleet.operator);
      return (
        await manager.direct.getMessage(streamOf(FLEET_BUCKET), {
          last_by_subj: entrySubject(FLEET_BUCKET, `${id}.${key}`),
        })
      )?.seq;
    };
    const stored = await revisions();
    one.line.cut();
    await one.until(() => !one.member.condition.isMember);
    one.line.mend();
    await one.published();
    expect(await revisions()).toBe(stored);
  });

  test("starts and serves when the cluster was never there, and joins when it comes", async () => {
    const id = newId();
    const one = kept(await JoinedGateway.join(fleet, id, { contents: HOME }));
    one.line.cut();
    await one.until(() => one.member.condition.problem !== undefined);
    one.gateway.submit(switched(LIGHT.id, !LIGHT.on));
    one.line.mend();
    await one.published();
    expect(await shownOf(fleet, id)).toEqual(homeOf(one.gateway));
  });

  test("stops while it waits for the cluster", async () => {
    const one = await JoinedGateway.join(fleet, newId(), { contents: HOME });
    one.line.cut();
    await one.until(() => one.member.condition.problem !== undefined);
    await one.stop();
    one.clean();
    expect(one.faults).toEqual([]);
  });
});
