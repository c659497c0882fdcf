import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { OperatedGateway } from "../../test/support/gateway/operated-gateway.ts";
import type { SyncBox } from "../core/home/model/sync-box.ts";

/** What the sync box of the demo home drives; it turns these lamps off when it is turned off. */
const AREA = ["TV bar", "Reading lamp", "Shelf strip"];

/** Which lamps of the area burn: as the home shows them, and truly. */
const shown = ({ gateway }: OperatedGateway): readonly string[] =>
  gateway.home.lights.all().flatMap(({ name, on }) => (on && AREA.includes(name) ? [name] : []));
const burning = ({ simulation }: OperatedGateway): readonly string[] =>
  simulation
    .actualStates()
    .flatMap(({ lights }) => lights)
    .flatMap(({ name, on }) => (on && AREA.includes(name) ? [name] : []));

const boxOf = ({ gateway }: OperatedGateway): SyncBox => gateway.home.syncBoxes.all()[0] ?? expect.fail("no box");
const trueBox = ({ simulation }: OperatedGateway) =>
  simulation.actualStates().flatMap(({ syncBox }) => (syncBox ? [syncBox] : []))[0];
/** What the home showed of the area, whenever that changed. */
function watched(operated: OperatedGateway): readonly string[] {
  const seen: string[] = [];
  operated.gateway.watch(() => {
    const now = shown(operated).join(", ") || "none";
    if (now !== seen.at(-1)) seen.push(now);
  });
  return seen;
}

describe("lamps that a sync box turns off when it is turned off", () => {
  test.each<readonly [by: string, off: (operated: OperatedGateway) => Promise<unknown>]>([
    ["by hand", (operated) => operated.ask("sim.switch", { device: "Sync box", to: "off" })],
    ["by a command", (operated) => operated.ask("set", { device: "Sync box", words: ["off"] })],
  ])("are shown off and go off truly, and nothing flips back: %s", async (_by, turnOff) => {
    const operated = await OperatedGateway.start();
    const seen = watched(operated);
    expect([shown(operated), burning(operated)]).toEqual([AREA, AREA]);
    await turnOff(operated);
    operated.clock.advance(1_000);
    expect([shown(operated), burning(operated)]).toEqual([[], []]);
    operated.clock.advance(60_000);
    expect([shown(operated), burning(operated), seen]).toEqual([[], [], ["none"]]);
    expect([boxOf(operated).on, trueBox(operated)?.on]).toEqual([false, false]);
    expect(operated.gateway.home.scenes.all().find(({ name }) => name === "Evening")?.active).toBe(false);
  });

  test.each<readonly [by: string, off: (operated: OperatedGateway) => Promise<unknown>]>([
    ["by hand", (operated) => operated.ask("sim.switch", { device: "Sync box", to: "off" })],
    ["by a command", (operated) => operated.ask("set", { device: "Sync box", words: ["off"] })],
  ])("burn on when its stop action is to keep them: %s", async (_by, turnOff) => {
    const operated = await OperatedGateway.start();
    await operated.ask("set", { device: "Sync box", words: ["keep"] });
    const seen = watched(operated);
    await turnOff(operated);
    operated.clock.advance(60_000);
    expect([shown(operated), burning(operated), seen]).toEqual([AREA, AREA, [AREA.join(", ")]]);
    expect([boxOf(operated).on, trueBox(operated)?.on]).toEqual([false, false]);
  });

  test("burn on when the box leaves", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("device.remove", { device: "Sync box" });
    operated.clock.advance(60_000);
    expect([shown(operated), burning(operated)]).toEqual([AREA, AREA]);
  });

  test("burn on when it was never on, though it was shown so for 10 seconds because of a command", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("set", { device: "Sync box", words: ["keep"] });
    await operated.ask("set", { device: "Sync box", words: ["off", "lights-off"] });
    operated.clock.advance(1_000);
    for (const name of AREA) await operated.ask("set", { device: name, words: ["on"] });
    operated.clock.advance(1_000);
    await operated.ask("sim.lose-next", { device: "Sync box", count: 1 });
    await operated.ask("set", { device: "Sync box", words: ["on"] });
    expect(boxOf(operated).on).toBe(true);
    operated.clock.advance(60_000);
    expect([boxOf(operated).on, trueBox(operated)?.on]).toEqual([false, false]);
    expect([shown(operated), burning(operated)]).toEqual([AREA, AREA]);
  });

  test("are shown as they are after 10 seconds when they did not hear of it", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.lose-next", { device: "TV bar", count: 1 });
    await operated.ask("sim.switch", { device: "Sync box", to: "off" });
    operated.clock.advance(9_999);
    expect(shown(operated)).toEqual([]);
    operated.clock.advance(1);
    expect([shown(operated), burning(operated)]).toEqual([["TV bar"], ["TV bar"]]);
  });
});

describe("what a device reports is no command to it:", () => {
  test("a lamp that was turned on again before its report came stays on", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.report-late", { device: "Porch", millis: 2_000 });
    await operated.ask("sim.switch", { device: "Porch", to: "off" });
    operated.clock.advance(1_000);
    await operated.ask("sim.switch", { device: "Porch", to: "on" });
    operated.clock.advance(60_000);
    const porch = operated.simulation.actualStates().find(({ device }) => device.name === "Porch");
    expect(porch?.lights).toMatchObject([{ on: true }]);
  });

  test("neither is it to a sync box, though its lamps hear of what follows from it", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.report-late", { device: "Sync box", millis: 2_000 });
    await operated.ask("sim.switch", { device: "Sync box", to: "off" });
    operated.clock.advance(1_000);
    await operated.ask("sim.switch", { device: "Sync box", to: "on" });
    operated.clock.advance(60_000);
    expect([boxOf(operated).on, trueBox(operated)?.on]).toEqual([true, true]);
    expect([shown(operated), burning(operated)]).toEqual([[], []]);
  });
});

type Act = (operated: OperatedGateway) => unknown;

const device = fc.constantFrom("Sync box", ...AREA);
const to = fc.constantFrom("on", "off");
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(device, to).map(
    ([name, on]): Act =>
      (operated) =>
        operated.ask("set", { device: name, words: [on] }),
  ),
  fc.constantFrom("keep", "lights-off").map((word): Act => {
    return (operated) => operated.ask("set", { device: "Sync box", words: [word] });
  }),
  fc.tuple(device, to).map(
    ([name, on]): Act =>
      (operated) =>
        operated.ask("sim.switch", { device: name, to: on }),
  ),
  device.map(
    (name): Act =>
      (operated) =>
        operated.ask("sim.lose-next", { device: name, count: 1 }),
  ),
  fc.constantFrom(1, 19, 20, 500, 9_999, 10_000).map(
    (millis): Act =>
      ({ clock }) =>
        clock.advance(millis),
  ),
);

test("whatever is commanded of a sync box and its lamps, and done to them by hand, in the end the home shows what is", async () => {
  const operated = await OperatedGateway.start();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 20, size: "max" }), async (acts) => {
      for (const step of acts) await step(operated);
      await operated.ask("sim.calm", {});
      operated.clock.advance(60_000);
      expect(shown(operated)).toEqual(burning(operated));
      expect(boxOf(operated)).toMatchObject({ on: trueBox(operated)?.on, stopAction: trueBox(operated)?.stopAction });
    }),
    { numRuns: times(200) },
  );
});
