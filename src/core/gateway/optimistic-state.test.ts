import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { runGateway, type TestGateway } from "../../../test/support/gateway/running-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import type { DeviceId, LightId, SceneId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";
import { OptimisticState } from "./optimistic-state.ts";

let running: TestGateway;
beforeEach(async () => {
  running = await runGateway();
});
afterEach(() => running.stop());

const lampCalled = (name: string): { readonly deviceId: DeviceId; readonly id: LightId } => {
  const light = running.gateway.home.lights.all().find((some) => some.name === name);
  if (!light) throw new Error(`there is no ${name}`);
  return light;
};
const sceneCalled = (name: string): SceneId => {
  const scene = running.gateway.home.scenes.all().find((some) => some.name === name);
  if (!scene) throw new Error(`there is no ${name}`);
  return scene.id;
};
const shown = (id: LightId) => running.gateway.home.lights.get(id);
const actualState = (id: LightId) =>
  running.backend
    .actualStates()
    .flatMap(({ lights }) => lights)
    .find((light) => light.id === id);

async function command(lightId: LightId, state: Partial<LightState>): Promise<void> {
  expect(await running.gateway.ask({ kind: "lightChanged", lightId, state })).toBe("done");
}

describe("a command", () => {
  test("is shown at once, and stays when the lamp obeys", async () => {
    const { id } = lampCalled("Ceiling");
    await command(id, { brightnessPercent: 7 });
    expect(shown(id)?.brightnessPercent).toBe(7);
    expect(actualState(id)?.brightnessPercent).toBe(100);
    running.clock.advance(60_000);
    expect(shown(id)?.brightnessPercent).toBe(7);
    expect(actualState(id)?.brightnessPercent).toBe(7);
  });

  test("that was lost is put back after 10 seconds: the lamp is shown as it last reported", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
    await command(id, { on: false, brightnessPercent: 7 });
    running.clock.advance(9_999);
    expect(shown(id)).toMatchObject({ on: false, brightnessPercent: 7 });
    running.clock.advance(1);
    expect(shown(id)).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("that was lost can be repeated before that", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
    await command(id, { brightnessPercent: 7 });
    await command(id, { brightnessPercent: 8 });
    running.clock.advance(60_000);
    expect(shown(id)?.brightnessPercent).toBe(8);
    expect(actualState(id)?.brightnessPercent).toBe(8);
  });

  test("that follows a lost one gives the lamp all of its time again", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 2 });
    await command(id, { brightnessPercent: 7 });
    running.clock.advance(6_000);
    await command(id, { brightnessPercent: 8 });
    running.clock.advance(9_999);
    expect(shown(id)?.brightnessPercent).toBe(8);
    running.clock.advance(1);
    expect(shown(id)?.brightnessPercent).toBe(100);
  });

  test("hides no report of fields that it does not change", async () => {
    const { id } = lampCalled("Ceiling");
    await command(id, { brightnessPercent: 7 });
    running.gateway.submit({ kind: "lightChanged", lightId: id, state: { on: false } });
    expect(shown(id)).toMatchObject({ on: false, brightnessPercent: 7 });
  });

  test("that is confirmed does not hide what a wall switch does later", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    await command(id, { on: false });
    running.clock.advance(1_000);
    running.backend.happen({ kind: "switch", deviceId, to: "on" });
    running.clock.advance(1_000);
    expect(shown(id)?.on).toBe(true);
  });
});

describe("whether a lamp confirms is known", () => {
  const isConfirmed = (id: LightId) => running.optimisticState.isConfirmed(id);

  test("at once when no command is pending, and as soon as the lamp reports the desired state", async () => {
    const { id } = lampCalled("Ceiling");
    expect(await isConfirmed(id)).toBe(true);
    await command(id, { on: false });
    const confirmed = isConfirmed(id);
    running.clock.advance(1_000);
    expect(await confirmed).toBe(true);
  });

  test("after 10 seconds when the lamp reports nothing, however many commands follow meanwhile", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 99 });
    await command(id, { on: false });
    const confirmed = isConfirmed(id);
    for (let second = 0; second < 10; second += 1) {
      await command(id, { brightnessPercent: 10 + second });
      running.clock.advance(1_000);
    }
    expect(await confirmed).toBe(false);
  });

  test("as no when the lamp is removed, or the gateway stops", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    await command(id, { on: false });
    const confirmed = isConfirmed(id);
    await running.gateway.ask({ kind: "deviceLeft", deviceId });
    expect(await confirmed).toBe(false);
    const { id: other } = lampCalled("Worktop");
    await command(other, { on: true });
    const otherConfirmed = isConfirmed(other);
    running.optimisticState.stop();
    expect(await otherConfirmed).toBe(false);
  });
});

test("of scenes that are activated right after one another, the last one stays active", async () => {
  const { gateway } = running;
  const recalls = ["Aurora", "Evening", "Aurora"].map((name) =>
    gateway.ask({ kind: "sceneActivated", sceneId: sceneCalled(name) }),
  );
  expect(await Promise.all(recalls)).toEqual(["done", "done", "done"]);
  running.clock.advance(60_000);
  expect(gateway.home.scenes.get(sceneCalled("Aurora"))?.active).toBe(true);
  expect(gateway.home.scenes.get(sceneCalled("Evening"))?.active).toBe(false);
});

test("commands in a row never flicker back, however slow lamps and reports are; in the end the lamp's actual state is shown", async () => {
  const steps = fc.array(
    fc.record({
      percent: fc.integer({ min: 1, max: 4 }),
      pauseMillis: fc.integer({ min: 0, max: 300 }),
      latencyMillis: fc.integer({ min: 0, max: 500 }),
      reportLateMillis: fc.integer({ min: 0, max: 500 }),
      isLost: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const { id, deviceId } = lampCalled("Ceiling");
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      running.backend.happen({ kind: "calm" });
      let desired = shown(id)?.brightnessPercent;
      let flickers = 0;
      const unsubscribe = running.gateway.watch(({ cause }) => {
        if (cause === "report" && shown(id)?.brightnessPercent !== desired) flickers += 1;
      });
      for (const { percent, pauseMillis, latencyMillis, reportLateMillis, isLost } of commands) {
        running.backend.happen({ kind: "latency", deviceId, millis: latencyMillis });
        running.backend.happen({ kind: "reportLate", deviceId, millis: reportLateMillis });
        if (isLost) running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
        desired = percent;
        await command(id, { brightnessPercent: percent });
        running.clock.advance(pauseMillis);
      }
      unsubscribe();
      expect(flickers).toBe(0);
      running.clock.advance(30_000);
      expect(shown(id)?.brightnessPercent).toBe(actualState(id)?.brightnessPercent);
    }),
    { numRuns: times(300) },
  );
});

test("a brightness that a lamp reports after a command for it confirms that one, as the lamp rounds it; later ones do not", () => {
  const passed: Change[] = [];
  const state = new OptimisticState(new ManualClock(), (change) => passed.push(change));
  const { id: lightId } = lampCalled("Ceiling");
  const brightness = (brightnessPercent: number) =>
    ({ kind: "lightChanged", lightId, state: { brightnessPercent } }) as const;
  state.add(brightness(30), { brightnessPercent: 80 });
  state.report(brightness(80));
  state.report(brightness(30.7));
  state.report(brightness(40));
  expect(passed).toEqual([{ ...brightness(30.7), isConfirmation: true }, brightness(40)]);
});

test("a lamp of a room that was dimmed remembers what it was made when it rounds its brightness, not when it is changed by hand", async () => {
  const { id: lightId } = lampCalled("Ceiling");
  const roomId =
    running.gateway.home.rooms.all().find(({ name }) => name === "Kitchen")?.id ?? expect.fail("no kitchen");
  const report = (brightnessPercent: number, isConfirmation?: true) =>
    running.gateway.submit({
      kind: "lightChanged",
      lightId,
      state: { brightnessPercent },
      ...(isConfirmation ? { isConfirmation } : {}),
    });
  await running.gateway.ask({ kind: "roomLightsChanged", roomId, state: { brightnessPercent: 10 } });
  report(14, true);
  expect(shown(lightId)).toMatchObject({ brightnessPercent: 14, dimming: { madePercent: 100 } });
  report(20);
  expect(shown(lightId)?.dimming).toBeUndefined();
});
