import { describe, expect, test } from "vitest";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";

describe("a command", () => {
  test("is obeyed after 20 ms and reported at once, with what was asked for and no more", () => {
    const { clock, ...simulation } = commanded();
    clock.advance(19);
    expect(simulation.reports()).toEqual([]);
    clock.advance(1);
    expect(simulation.reports()).toEqual([
      { kind: "lightChanged", lightId: simulation.lightId, state: { on: false, brightnessPercent: 12 } },
    ]);
  });

  test("changes the truth only when the lamp takes it", () => {
    const simulation = new Simulation();
    simulation.commandLight("Reading lamp", { brightnessPercent: 12 });
    expect(trueLight(simulation, "Reading lamp")?.brightnessPercent).toBe(80);
    simulation.clock.advance(20);
    expect(trueLight(simulation, "Reading lamp")?.brightnessPercent).toBe(12);
  });

  test("does not overtake another one when the latency falls", () => {
    const simulation = new Simulation();
    const deviceId = simulation.id("Reading lamp");
    simulation.backend.happen({ kind: "latency", deviceId, millis: 500 });
    simulation.commandLight("Reading lamp", { brightnessPercent: 1 });
    simulation.backend.happen({ kind: "latency", deviceId, millis: 0 });
    simulation.commandLight("Reading lamp", { brightnessPercent: 2 });
    simulation.clock.advance(499);
    expect(simulation.changes).toEqual([]);
    simulation.clock.advance(1);
    expect(simulation.changes.map((change) => "state" in change && change.state)).toEqual([
      { brightnessPercent: 1 },
      { brightnessPercent: 2 },
    ]);
  });

  test("for what a lamp cannot do is not taken", () => {
    const simulation = new Simulation();
    simulation.commandLight("Bedside left", { brightnessPercent: 30, colour: { mode: "white", kelvin: 5000 } });
    simulation.commandLight("Worktop", { colour: { mode: "xy", point: { x: 0.5, y: 0.3 } } });
    simulation.commandLight("Porch", { brightnessPercent: 30 });
    simulation.settle();
    expect(simulation.changes).toMatchObject([{ kind: "lightChanged", state: { brightnessPercent: 30 } }]);
    expect(simulation.changes).toHaveLength(1);
  });

  test("to a sync box is obeyed and reported too", () => {
    const simulation = new Simulation();
    const syncBoxId = simulation.plainHome.syncBox("Sync box").id;
    simulation.commandSyncBox("Sync box", { on: false, mode: "game" });
    simulation.settle();
    const obeyed = { kind: "syncBoxChanged", syncBoxId, state: { on: false, mode: "game" } };
    expect(simulation.changes.filter(({ kind }) => kind === "syncBoxChanged")).toEqual([obeyed]);
  });

  test("to a sync box for a room that is gone by then leaves it without an area", () => {
    const simulation = new Simulation();
    const kitchen = simulation.plainHome.home.rooms.all().find(({ name }) => name === "Kitchen");
    if (!kitchen) throw new Error("the demo home has no kitchen");
    simulation.commandSyncBox("Sync box", { areaId: kitchen.id });
    simulation.plainHome.submit({ kind: "roomRemoved", roomId: kitchen.id });
    simulation.settle();
    expect(simulation.reports).toMatchObject([{ change: { state: { areaId: null } }, outcome: "done" }]);
  });

  test("to a lamp that came unnoticed is obeyed", () => {
    const simulation = new Simulation();
    simulation.plainHome.onReplaced = () => undefined;
    simulation.backend.follow([{ in: "devices", before: simulation.plainHome.device("Porch"), after: undefined }]);
    simulation.commandLight("Porch", { on: false });
    simulation.settle();
    expect(simulation.changes).toMatchObject([{ kind: "lightChanged", state: { on: false } }]);
  });
});

describe("a home that changes by other ways", () => {
  test("changes nothing of a device that is known already", () => {
    const simulation = new Simulation();
    simulation.commandLight("Reading lamp", { brightnessPercent: 5 });
    const after = simulation.plainHome.device("Reading lamp");
    simulation.backend.follow([{ in: "devices", before: undefined, after }]);
    expect(trueLight(simulation, "Reading lamp")?.brightnessPercent).toBe(80);
  });

  test("brings its own truth when all of it is replaced, and what was on its way is lost", () => {
    const simulation = new Simulation();
    const { home } = simulation.plainHome;
    const lights = home.lights.all().map((light) => ({ ...light, on: true, brightnessPercent: 33 }));
    simulation.commandLight("Reading lamp", { brightnessPercent: 5 });
    const [rooms, devices] = [home.rooms.all(), home.devices.all()];
    const contents = {
      identity: home.identity,
      devices,
      lights,
      rooms,
      syncBoxes: home.syncBoxes.all(),
      scenes: [],
      keys: [],
    };
    expect(simulation.plainHome.submit({ kind: "homeReplaced", contents })).toBe("done");
    simulation.settle();
    expect(simulation.changes).toEqual([]);
    expect(
      simulation.backend
        .actualStates()
        .flatMap((actualState) => actualState.lights.map((light) => light.brightnessPercent)),
    ).toEqual(lights.map(() => 33));
  });
});

/** A lamp that was just told something. */
function commanded() {
  const simulation = new Simulation();
  simulation.commandLight("Reading lamp", { on: false, brightnessPercent: 12 });
  const lightId = simulation.plainHome.light("Reading lamp").id;
  return { clock: simulation.clock, lightId, reports: () => simulation.changes };
}

const trueLight = (simulation: Simulation, name: string) =>
  simulation.backend.actualStates().find(({ device }) => device.name === name)?.lights[0];
