import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { belongsToTheHouse } from "../src/core/home/model/device.ts";
import { brokenIn } from "../src/programs/checker/report/report.ts";
import { RULES } from "../src/programs/checker/rules.ts";
import { breakGateway } from "./support/checker/broken-gateway.ts";
import { checkGateway, faultsIn } from "./support/checker/check.ts";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { aRoom } from "./support/home/builders.ts";

/** What people and lamps do to a home at any time. */
const CHANGES = {
  "a device moves to another room": ({ rooms, devices }, at) => ({
    kind: "deviceMoved",
    deviceId: pick(devices.all().filter(belongsToTheHouse), at).id,
    roomId: pick(rooms.all(), at).id,
  }),
  "a device moves out of its room": ({ devices }, at) => ({
    kind: "deviceMoved",
    deviceId: pick(devices.all().filter(belongsToTheHouse), at).id,
    roomId: null,
  }),
  "a device leaves": ({ devices }, at) => ({
    kind: "deviceLeft",
    deviceId: pick(devices.all().filter(belongsToTheHouse), at).id,
  }),
  "a device goes offline": ({ devices }, at) => ({
    kind: "deviceReached",
    deviceId: pick(devices.all().filter(belongsToTheHouse), at).id,
    online: false,
  }),
  "a light is switched": ({ lights }, at) => ({
    kind: "lightChanged",
    lightId: pick(lights.all(), at).id,
    state: { on: at % 2 === 0 },
  }),
  "a room is renamed": ({ rooms }, at) => ({ kind: "roomRenamed", roomId: pick(rooms.all(), at).id, name: "Studio" }),
  "a room is added": () => ({ kind: "roomAdded", room: aRoom({ name: "Attic", sequence: 8 }) }),
  "a room is removed": ({ rooms }, at) => ({ kind: "roomRemoved", roomId: pick(rooms.all(), at).id }),
  "a scene is activated": ({ scenes }, at) => ({ kind: "sceneActivated", sceneId: pick(scenes.all(), at).id }),
  "a scene is removed": ({ scenes }, at) => ({ kind: "sceneRemoved", sceneId: pick(scenes.all(), at).id }),
} as const satisfies Record<string, (home: TestGateway["gateway"]["home"], at: number) => Change>;

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

/** The last request before the end of a check, or so. */
const LAST_REQUEST = 200;

test("a home that changes while it is checked fails no must", { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
      fc.integer({ min: 1, max: LAST_REQUEST }),
      fc.nat(100),
      async (what, request, at) => {
        const running = await runGateway();
        let requests = 0;
        const changing = await breakGateway(running, {
          asked: (asked) => {
            requests += 1;
            if (requests === request) running.gateway.submit(CHANGES[what](running.gateway.home, at));
            return asked;
          },
        });
        try {
          const report = await checkGateway(running, changing);
          const musts = brokenIn(report).filter((id) => RULES[id].level === "must");
          expect({ musts, faults: musts.length === 0 ? [] : faultsIn(report) }).toEqual({ musts: [], faults: [] });
        } finally {
          await changing.stop();
          await running.stop();
        }
      },
    ),
    { numRuns: times(300) },
  );
});
