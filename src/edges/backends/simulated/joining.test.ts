import { expect, test } from "vitest";
import { CountingClock } from "../../../../test/support/gateway/counting-clock.ts";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { startSimulatedBackend } from "./start.ts";

const namesIn = (simulation: Simulation) => simulation.joined.map(({ device }) => device.name);

test("the first device turns up after 800 ms, the next after 2 s each, three at the most", () => {
  const simulation = new Simulation();
  void simulation.backend.openJoining(60_000);
  simulation.clock.advance(799);
  expect(namesIn(simulation)).toEqual([]);
  simulation.clock.advance(1);
  expect(namesIn(simulation)).toEqual(["Colour bulb 1"]);
  simulation.clock.advance(2_000);
  expect(namesIn(simulation)).toEqual(["Colour bulb 1", "Light strip 1"]);
  simulation.clock.advance(57_000);
  expect(namesIn(simulation)).toEqual(["Colour bulb 1", "Light strip 1", "White bulb 1"]);
});

test("the products come in turn, with names and serial numbers of their own", () => {
  const simulation = new Simulation();
  for (let opening = 1; opening <= 4; opening += 1) {
    void simulation.backend.openJoining(60_000);
    simulation.clock.advance(60_000);
  }
  expect(namesIn(simulation)).toEqual([
    "Colour bulb 1",
    "Light strip 1",
    "White bulb 1",
    "Dimmable bulb 1",
    "Spot 1",
    "Bar lamp 1",
    "Ceiling lamp 1",
    "Rgb strip 1",
    "Switched lamp 1",
    "Colour bulb 2",
    "Light strip 2",
    "White bulb 2",
  ]);
  expect(simulation.joined.map(({ device }) => device.serialNumber).slice(-2)).toEqual(["SIM-0011", "SIM-0012"]);
  expect(simulation.reports.every(({ outcome }) => outcome === "done")).toBe(true);
});

test("a name and a serial number that a device has already are passed over", () => {
  const simulation = new Simulation();
  const { plainHome } = simulation;
  plainHome.submit({ kind: "deviceRenamed", deviceId: simulation.id("Porch"), name: "light strip 1" });
  void simulation.backend.openJoining(3_000);
  simulation.clock.advance(3_000);
  expect(namesIn(simulation)).toEqual(["Colour bulb 1", "Light strip 2"]);
});

test("a serial number counts as taken in whatever case it is written", () => {
  const simulation = new Simulation();
  const porch = simulation.plainHome.device("Porch");
  const light = simulation.plainHome.light("Porch");
  simulation.plainHome.submit({ kind: "deviceLeft", deviceId: porch.id });
  const renumbered = { ...porch, serialNumber: "sim-0001" };
  simulation.plainHome.submit({ kind: "deviceJoined", device: renumbered, lights: [light], syncBox: null });
  void simulation.backend.openJoining(1_000);
  simulation.clock.advance(1_000);
  expect(simulation.joined.map(({ device }) => device.serialNumber)).toEqual(["SIM-0002"]);
});

test("a device that the home does not take is gone again", () => {
  const { home } = PlainHome.demo();
  const clock = new CountingClock();
  const backend = startSimulatedBackend({ home, clock, report: () => undefined, batch: (reportAll) => reportAll() });
  void backend.openJoining(1_000);
  clock.advance(1_000);
  expect(backend.actualStates().map(({ device }) => device.name)).not.toContain("Colour bulb 1");
});

test("what joins is online and not admitted, and obeys", () => {
  const simulation = new Simulation();
  void simulation.backend.openJoining(1_000);
  simulation.clock.advance(1_000);
  expect(simulation.plainHome.device("Colour bulb 1")).toMatchObject({ admitted: false, online: true });
  simulation.commandLight("Colour bulb 1", { on: true });
  simulation.settle();
  expect(simulation.changes.at(-1)).toMatchObject({ kind: "lightChanged", state: { on: true } });
});

test("it is open for the time it was opened for, and opening again starts anew", () => {
  const { backend, clock } = new Simulation();
  expect(backend.joiningMillisLeft()).toBe(0);
  void backend.openJoining(10_000);
  clock.advance(4_000);
  expect(backend.joiningMillisLeft()).toBe(6_000);
  void backend.openJoining(10_000);
  expect(backend.joiningMillisLeft()).toBe(10_000);
  clock.advance(10_000);
  expect(backend.joiningMillisLeft()).toBe(0);
});

test("shut before the first device comes, it lets none in and leaves no alarm", () => {
  const simulation = new Simulation();
  void simulation.backend.openJoining(60_000);
  simulation.clock.advance(500);
  void simulation.backend.openJoining(0);
  simulation.clock.advance(60_000);
  expect(simulation.joined).toEqual([]);
  expect(simulation.clock.pendingAlarms).toBe(0);
});

test("devices that were forgotten come first, as they were, and no longer admitted", () => {
  const simulation = new Simulation();
  const [porch, box] = [simulation.plainHome.device("Porch"), simulation.plainHome.device("Sync box")];
  const light = simulation.plainHome.light("Porch");
  simulation.remove("Porch");
  simulation.remove("Sync box");
  void simulation.backend.openJoining(60_000);
  simulation.clock.advance(60_000);
  expect(namesIn(simulation)).toEqual(["Porch", "Sync box", "Colour bulb 1"]);
  expect(simulation.reports.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  expect(simulation.plainHome.device("Porch")).toEqual({ ...porch, admitted: false });
  expect(simulation.plainHome.light("Porch")).toEqual(light);
  expect(simulation.plainHome.device("Sync box").syncBoxId).toBe(box.syncBoxId);
  expect(simulation.plainHome.syncBox("Sync box").areaId).toBeNull();
});

test("a device that was forgotten and came back by an import does not join again", () => {
  const simulation = new Simulation();
  const porch = simulation.plainHome.device("Porch");
  const light = simulation.plainHome.light("Porch");
  simulation.remove("Porch");
  simulation.plainHome.submit({ kind: "deviceJoined", device: porch, lights: [light], syncBox: null });
  void simulation.backend.openJoining(1_000);
  simulation.clock.advance(1_000);
  expect(namesIn(simulation)).toEqual(["Colour bulb 1"]);
});
