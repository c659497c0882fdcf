import { describe, expect, test } from "vitest";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";
import type { Happening } from "./happening.ts";

/** The states that were reported, in order. */
const statesIn = (simulation: Simulation) =>
  simulation.changes.flatMap((change) => ("state" in change ? [change.state] : []));

describe("offline", () => {
  test("a device is reported gone once, and loses what is on its way", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Reading lamp");
    simulation.commandLight("Reading lamp", { on: false });
    simulation.backend.happen({ kind: "offline", deviceId });
    simulation.backend.happen({ kind: "offline", deviceId });
    simulation.settle();
    expect(simulation.changes).toEqual([{ kind: "deviceReached", deviceId, online: false }]);
  });

  test("a command on its way is not obeyed, and a report on its way is not heard", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Reading lamp");
    simulation.backend.happen({ kind: "reportLate", deviceId, millis: 100 });
    simulation.commandLight("Reading lamp", { brightnessPercent: 5 });
    simulation.clock.advance(20);
    simulation.commandLight("Reading lamp", { brightnessPercent: 6 });
    simulation.backend.happen({ kind: "offline", deviceId });
    simulation.settle();
    expect(statesIn(simulation)).toEqual([]);
    simulation.backend.happen({ kind: "online", deviceId });
    simulation.settle();
    expect(statesIn(simulation)).toMatchObject([{ brightnessPercent: 5 }]);
  });

  test("coming online while it is online says nothing", () => {
    const simulation = new Simulation();
    expect(simulation.backend.happen({ kind: "online", deviceId: simulation.id("Porch") })).toBe("done");
    simulation.settle();
    expect(simulation.changes).toEqual([]);
  });

  test("the wall switch works in silence, and the return tells of it", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Reading lamp");
    simulation.backend.happen({ kind: "offline", deviceId });
    simulation.backend.happen({ kind: "switch", deviceId, to: "toggle" });
    simulation.settle();
    expect(simulation.changes).toHaveLength(1);
    simulation.backend.happen({ kind: "online", deviceId });
    simulation.settle();
    expect(simulation.changes.slice(1)).toMatchObject([
      { kind: "deviceReached", deviceId, online: true },
      { kind: "lightChanged", state: { on: false, brightnessPercent: 80, colour: { mode: "white", kelvin: 2700 } } },
    ]);
  });

  test("a sync box whose room went meanwhile comes back without an area", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Sync box");
    const areaId = simulation.plainHome.syncBox("Sync box").areaId;
    if (areaId === null) throw new Error("the demo home's sync box has no area");
    simulation.backend.happen({ kind: "offline", deviceId });
    simulation.plainHome.submit({ kind: "roomRemoved", roomId: areaId });
    simulation.backend.happen({ kind: "online", deviceId });
    simulation.settle();
    expect(simulation.reports.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect(simulation.plainHome.syncBox("Sync box").areaId).toBeNull();
  });

  test("a device that the home shows offline at the start is so", () => {
    const simulation = new Simulation();
    simulation.commandLight("Bedside right", { on: true });
    simulation.settle();
    expect(simulation.changes).toEqual([]);
  });
});

describe("losing the next commands", () => {
  test("loses just so many", () => {
    const simulation = new Simulation();
    simulation.backend.happen({ kind: "loseNext", deviceId: simulation.id("TV bar"), count: 2 });
    for (const brightnessPercent of [1, 2, 3]) simulation.commandLight("TV bar", { brightnessPercent });
    simulation.settle();
    expect(statesIn(simulation)).toEqual([{ brightnessPercent: 3 }]);
  });
});

describe("delays", () => {
  test("a late report comes so much later, and is not overtaken", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("TV bar");
    simulation.backend.happen({ kind: "reportLate", deviceId, millis: 300 });
    simulation.commandLight("TV bar", { brightnessPercent: 1 });
    simulation.clock.advance(20);
    simulation.backend.happen({ kind: "reportLate", deviceId, millis: 0 });
    simulation.backend.happen({ kind: "switch", deviceId, to: "off" });
    simulation.clock.advance(299);
    expect(statesIn(simulation)).toEqual([]);
    simulation.clock.advance(1);
    expect(statesIn(simulation)).toEqual([{ brightnessPercent: 1 }, { on: false }]);
  });

  test("for all, a latency replaces those of single devices", () => {
    const simulation = new Simulation();
    simulation.backend.happen({ kind: "latency", deviceId: simulation.id("TV bar"), millis: 10_000 });
    simulation.backend.happen({ kind: "latency", deviceId: "all", millis: 400 });
    simulation.commandLight("TV bar", { on: true });
    simulation.commandLight("Porch", { on: true });
    simulation.clock.advance(399);
    expect(statesIn(simulation)).toEqual([]);
    simulation.clock.advance(1);
    expect(statesIn(simulation)).toHaveLength(2);
  });
});

describe("hands at the device", () => {
  test.each([
    ["on", [{ on: true }]],
    ["off", [{ on: false }]],
    ["toggle", [{ on: false }]],
  ] as const)("the wall switch to %s is reported", (to, states) => {
    const simulation = new Simulation();
    simulation.backend.happen({ kind: "switch", deviceId: simulation.id("Reading lamp"), to });
    simulation.settle();
    expect(statesIn(simulation)).toEqual(states);
  });

  test("a lamp that is set takes what it can", () => {
    const simulation = new Simulation();
    const settings = { on: true, brightnessPercent: 40, colour: { mode: "white", kelvin: 3000 } } as const;
    for (const name of ["Ceiling", "Bedside left", "Porch", "Sync box"]) {
      simulation.backend.happen({ kind: "set", deviceId: simulation.id(name), settings });
    }
    simulation.settle();
    const { colour, ...dimmed } = settings;
    simulation.backend.happen({ kind: "set", deviceId: simulation.id("Sync box"), settings: { colour } });
    simulation.settle();
    expect(statesIn(simulation)).toEqual([settings, dimmed, { on: true }, dimmed]);
  });
});

test("calm makes everything ordinary again, but for what the home declares", () => {
  const simulation = new Simulation();
  const deviceId = simulation.id("TV bar");
  const happenings: readonly Happening[] = [
    { kind: "loseNext", deviceId, count: 9 },
    { kind: "latency", deviceId, millis: 900 },
    { kind: "reportLate", deviceId: "all", millis: 900 },
    { kind: "offline", deviceId },
    { kind: "random", seed: 1, losePercent: 100, dropPercent: 100, latencyMillis: null, speed: 1 },
  ];
  for (const happening of happenings) simulation.backend.happen(happening);
  simulation.backend.happen({ kind: "calm" });
  const declared = { kind: "offline", deviceId: simulation.id("Bedside right"), isDeclared: true };
  expect(simulation.backend.activeFaults()).toEqual([declared]);
  const offline = () => simulation.plainHome.home.devices.all().filter(({ online }) => !online);
  expect(offline().map(({ name }) => name)).toEqual(["Bedside right"]);
  simulation.settle();
  const before = simulation.changes.length;
  simulation.commandLight("TV bar", { on: true });
  simulation.clock.advance(20);
  expect(simulation.changes).toHaveLength(before + 1);
  simulation.clock.advance(10 * 60_000);
  expect(simulation.changes).toHaveLength(before + 1);
  // Whoever brought it online has a fault when it is taken offline again.
  for (const kind of ["online", "offline", "calm"] as const)
    simulation.backend.happen({ kind, deviceId: declared.deviceId });
  expect(offline()).toEqual([]);
});

test("delays end one by one: of a device and of all", () => {
  const simulation = new Simulation();
  const { backend } = simulation;
  const deviceId = simulation.id("TV bar");
  backend.happen({ kind: "latency", deviceId, millis: 900 });
  backend.happen({ kind: "reportLate", deviceId: "all", millis: 900 });
  backend.happen({ kind: "undelayed", deviceId, delay: "latency" });
  backend.happen({ kind: "undelayed", deviceId: "all", delay: "reportLate" });
  expect(backend.activeFaults().filter(({ kind }) => kind !== "offline")).toEqual([]);
});

describe("the list of moods", () => {
  test("tells what was made so, and nothing of it once it is over", () => {
    const simulation = new Simulation();
    const { backend } = simulation;
    const deviceId = simulation.id("TV bar");
    backend.happen({ kind: "online", deviceId: simulation.id("Bedside right") });
    const activeFaults: readonly Happening[] = [
      { kind: "random", seed: 3, losePercent: 0, dropPercent: 0, latencyMillis: null, speed: 1 },
      { kind: "latency", deviceId: "all", millis: 50 },
      { kind: "offline", deviceId },
      { kind: "loseNext", deviceId, count: 2 },
      { kind: "reportLate", deviceId, millis: 70 },
    ];
    for (const mood of activeFaults) expect(backend.happen(mood)).toBe("done");
    expect(backend.activeFaults()).toEqual(activeFaults);
    backend.happen({ kind: "online", deviceId });
    backend.happen({ kind: "reportLate", deviceId, millis: 0 });
    backend.happen({ kind: "loseNext", deviceId, count: 0 });
    expect(backend.activeFaults()).toEqual(activeFaults.slice(0, 2));
  });

  test("has the devices that the home shows offline", () => {
    const simulation = new Simulation();
    expect(simulation.backend.activeFaults()).toEqual([
      { kind: "offline", deviceId: simulation.id("Bedside right"), isDeclared: true },
    ]);
  });
});

describe("what cannot happen", () => {
  test("the gateway itself has no moods", () => {
    const simulation = new Simulation();
    expect(simulation.backend.happen({ kind: "offline", deviceId: simulation.id("Luxgate") })).toBe("not-allowed");
    expect(simulation.changes).toEqual([]);
  });

  test("a dial button has nothing to switch, but can drop off", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Dial");
    expect(simulation.backend.happen({ kind: "switch", deviceId, to: "on" })).toBe("not-allowed");
    expect(simulation.backend.happen({ kind: "offline", deviceId })).toBe("done");
  });

  test("a device that the home does not have is not found", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Porch");
    simulation.remove("Porch");
    expect(simulation.backend.happen({ kind: "online", deviceId })).toBe("not-found");
  });
});
