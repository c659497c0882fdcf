import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { contentsOf } from "../../../core/home/home.ts";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import type { LightState } from "../../../core/home/model/light.ts";
import type { SyncBoxState } from "../../../core/home/model/sync-box.ts";
import type { Happening } from "./happening.ts";

const NAMES = ["TV bar", "Reading lamp", "Worktop", "Bedside right", "Porch", "Sync box", "Dial"];
const LAMPS = NAMES.slice(0, 5);

type Act = (simulation: Simulation) => void;

const percent = fc.integer({ min: 1, max: 100 });
const millis = fc.integer({ min: 0, max: 3_000 });
const name = fc.constantFrom(...NAMES);
const state: fc.Arbitrary<Partial<LightState>> = fc.record(
  {
    on: fc.boolean(),
    brightnessPercent: percent,
    colour: fc.oneof(
      fc.record({ mode: fc.constant("white" as const), kelvin: fc.integer({ min: 2000, max: 6500 }) }),
      fc.constant({ mode: "xy" as const, point: { x: 0.4, y: 0.3 } }),
    ),
  },
  { requiredKeys: [] },
);

/** Something that happens to a device, if the home has it at that time. */
const to =
  (device: string, happening: (deviceId: ReturnType<Simulation["id"]>) => Happening): Act =>
  (simulation) => {
    if (isThere(simulation, device)) simulation.backend.happen(happening(simulation.id(device)));
  };

const isThere = ({ plainHome }: Simulation, device: string): boolean =>
  plainHome.home.devices.all().some((some) => some.name === device);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...LAMPS), state).map(
      ([lamp, command]): Act =>
        (simulation) => {
          if (isThere(simulation, lamp)) simulation.commandLight(lamp, command);
        },
    ),
  },
  fc.tuple(fc.boolean(), percent).map(
    ([on, brightnessPercent]): Act =>
      (simulation) => {
        if (isThere(simulation, "Sync box")) simulation.commandSyncBox("Sync box", { on, brightnessPercent });
      },
  ),
  {
    weight: 4,
    arbitrary: millis.map(
      (passed): Act =>
        ({ clock }) =>
          clock.advance(passed),
    ),
  },
  fc.integer({ min: 1, max: 5 }).map(
    (minutes): Act =>
      ({ clock }) =>
        clock.advance(minutes * 60_000),
  ),
  name.map((device) => to(device, (deviceId) => ({ kind: "offline", deviceId }))),
  name.map((device) => to(device, (deviceId) => ({ kind: "online", deviceId }))),
  fc
    .tuple(name, fc.nat({ max: 3 }))
    .map(([device, count]) => to(device, (deviceId) => ({ kind: "loseNext", deviceId, count }))),
  fc
    .tuple(name, millis)
    .map(([device, late]) => to(device, (deviceId) => ({ kind: "latency", deviceId, millis: late }))),
  fc
    .tuple(name, millis)
    .map(([device, late]) => to(device, (deviceId) => ({ kind: "reportLate", deviceId, millis: late }))),
  fc
    .tuple(name, fc.constantFrom("on", "off", "toggle"))
    .map(([device, switched]) => to(device, (deviceId) => ({ kind: "switch", deviceId, to: switched }))),
  fc.tuple(name, state).map(([device, settings]) => to(device, (deviceId) => ({ kind: "set", deviceId, settings }))),
  fc.record({ seed: fc.nat(), losePercent: percent, dropPercent: percent }).map(
    (faults): Act =>
      ({ backend }) => {
        backend.happen({ kind: "random", ...faults, latencyMillis: { from: 0, to: 900 }, speed: 1 });
      },
  ),
  fc.constant<Act>(({ backend }) => backend.happen({ kind: "calm" })),
  fc.nat({ max: 8_000 }).map(
    (open): Act =>
      ({ backend }) =>
        backend.openJoining(open),
  ),
  name.map(
    (device): Act =>
      (simulation) => {
        if (isThere(simulation, device)) simulation.remove(device);
      },
  ),
  fc.constant<Act>(({ plainHome }) => {
    const [room] = plainHome.home.rooms.all().filter(({ kind }) => kind === "normal");
    if (room) plainHome.submit({ kind: "roomRemoved", roomId: room.id });
  }),
);
const acts = fc.array(act, { maxLength: 60, size: "max" });

/** A command that every back end reports. */
const reportedCommand: Act = (simulation) => {
  simulation.commandLight("TV bar", { brightnessPercent: 33 });
  simulation.settle();
};

function played(history: readonly Act[]): Simulation {
  const simulation = new Simulation();
  for (const step of history) step(simulation);
  return simulation;
}

type ReportedStates = ReadonlyMap<string, Partial<LightState> | Partial<SyncBoxState>>;

/** What each light and sync box was at the start or when it joined, with all reports since. */
function reportedStates(initial: HomeContents, changes: readonly Change[]): ReportedStates {
  const states = new Map<string, object>([...initial.lights, ...initial.syncBoxes].map((part) => [part.id, part]));
  for (const { id, state } of changes.flatMap(reportsIn)) states.set(id, { ...states.get(id), ...state });
  return states;
}

function reportsIn(change: Change): readonly { readonly id: string; readonly state: object }[] {
  if (change.kind === "lightChanged") return [{ id: change.lightId, state: change.state }];
  if (change.kind === "syncBoxChanged") return [{ id: change.syncBoxId, state: change.state }];
  if (change.kind !== "deviceJoined") return [];
  const parts = [...change.lights, ...(change.syncBox ? [change.syncBox] : [])];
  return parts.map((part) => ({ id: part.id, state: part }));
}

test("whatever happens, once all is settled everything that changed in a device was reported", () => {
  fc.assert(
    fc.property(acts, (history) => {
      const initial = contentsOf(new Simulation().plainHome.home);
      const simulation = played(history);
      simulation.clock.advance(20 * 60_000);
      simulation.backend.happen({ kind: "calm" });
      for (const { device } of simulation.backend.actualStates())
        simulation.backend.happen({ kind: "online", deviceId: device.id });
      simulation.clock.advance(60_000);
      const reported = reportedStates(initial, simulation.changes);
      for (const { lights, syncBox } of simulation.backend.actualStates()) {
        for (const { id, on, brightnessPercent, colour, powerOn } of lights) {
          expect(reported.get(id)).toMatchObject({ on, brightnessPercent, colour, powerOn });
        }
        if (!syncBox) continue;
        const { on, brightnessPercent, source, mode, intensity } = syncBox;
        expect(reported.get(syncBox.id)).toMatchObject({ on, brightnessPercent, source, mode, intensity });
      }
    }),
    { numRuns: times(200) },
  );
});

test("whatever happens, once all is calm the home shows the actual states", () => {
  fc.assert(
    fc.property(acts, (history) => {
      const simulation = played(history);
      for (const { device } of simulation.backend.actualStates()) {
        // A device that the home declares as offline has no fault that could be cleared.
        simulation.backend.happen({ kind: "online", deviceId: device.id });
        simulation.backend.happen({ kind: "offline", deviceId: device.id });
      }
      simulation.backend.happen({ kind: "calm" });
      simulation.settle();
      const { devices, lights, syncBoxes } = simulation.plainHome.home;
      for (const actualState of simulation.backend.actualStates()) {
        expect(devices.get(actualState.device.id)?.online).toBe(true);
        for (const { drivenBySyncBox, name: _name, ...light } of actualState.lights) {
          expect(lights.get(light.id)).toMatchObject(light);
        }
        if (!actualState.syncBox) continue;
        const { areaId, name: _boxName, ...box } = actualState.syncBox;
        expect(syncBoxes.get(box.id)).toMatchObject(box);
      }
    }),
    { numRuns: times(200) },
  );
});

test("whatever happens, the home can take every report", () => {
  fc.assert(
    fc.property(acts, (history) => {
      const simulation = played([reportedCommand, ...history]);
      simulation.clock.advance(20 * 60_000);
      expect(simulation.reports.length).toBeGreaterThan(0);
      expect(simulation.reports.filter(({ outcome }) => outcome !== "done")).toEqual([]);
    }),
    { numRuns: times(200) },
  );
});

test("the same history gives the same reports at the same times", () => {
  fc.assert(
    fc.property(acts, (history) => {
      const steps = [reportedCommand, ...history];
      const [one, other] = [played(steps), played(steps)];
      expect(one.reports.length).toBeGreaterThan(0);
      expect(one.reports).toEqual(other.reports);
    }),
    { numRuns: times(100) },
  );
});

test("after the stop no alarm is left, and nothing that happens is reported or sets one", async () => {
  await fc.assert(
    fc.asyncProperty(acts, acts, async (history, afterwards) => {
      const simulation = played([reportedCommand, ...history]);
      await simulation.backend.stop();
      expect(simulation.reports.length).toBeGreaterThan(0);
      expect(simulation.clock.pendingAlarms).toBe(0);
      const before = simulation.reports.length;
      for (const step of afterwards) step(simulation);
      expect(simulation.reports).toHaveLength(before);
      expect(simulation.clock.pendingAlarms).toBe(0);
    }),
    { numRuns: times(100) },
  );
});
