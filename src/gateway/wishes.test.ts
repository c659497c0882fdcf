import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runGateway, type TestGateway } from "../../test/support/running-gateway.ts";
import type { DeviceId, LightId, SceneId } from "../home/ids.ts";
import type { LightState } from "../home/light.ts";

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
const truth = (id: LightId) =>
  running.backend
    .truths()
    .flatMap(({ lights }) => lights)
    .find((light) => light.id === id);

async function wish(lightId: LightId, state: Partial<LightState>): Promise<void> {
  expect(await running.gateway.ask({ kind: "lightChanged", lightId, state })).toBe("done");
}

describe("a wish", () => {
  test("is shown at once, and stays when the lamp obeys", async () => {
    const { id } = lampCalled("Ceiling");
    await wish(id, { brightnessPercent: 7 });
    expect(shown(id)?.brightnessPercent).toBe(7);
    expect(truth(id)?.brightnessPercent).toBe(100);
    running.clock.advance(60_000);
    expect(shown(id)?.brightnessPercent).toBe(7);
    expect(truth(id)?.brightnessPercent).toBe(7);
  });

  test("that was lost is over after 10 seconds: the lamp is shown as it is", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
    await wish(id, { on: false, brightnessPercent: 7 });
    running.clock.advance(9_999);
    expect(shown(id)).toMatchObject({ on: false, brightnessPercent: 7 });
    running.clock.advance(1);
    expect(shown(id)).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("that was lost can be repeated before that", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
    await wish(id, { brightnessPercent: 7 });
    await wish(id, { brightnessPercent: 8 });
    running.clock.advance(60_000);
    expect(shown(id)?.brightnessPercent).toBe(8);
    expect(truth(id)?.brightnessPercent).toBe(8);
  });

  test("hides nothing that it does not concern", async () => {
    const { id } = lampCalled("Ceiling");
    await wish(id, { brightnessPercent: 7 });
    running.gateway.submit({ kind: "lightChanged", lightId: id, state: { on: false } });
    expect(shown(id)).toMatchObject({ on: false, brightnessPercent: 7 });
  });

  test("that came true leaves the wall switch its say", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    await wish(id, { on: false });
    running.clock.advance(1_000);
    running.backend.happen({ kind: "switch", deviceId, to: "on" });
    running.clock.advance(1_000);
    expect(shown(id)?.on).toBe(true);
  });
});

describe("whether a lamp obeys is known", () => {
  const isObeyed = (id: LightId) => running.wishes.isObeyed(id);

  test("at once when it was told nothing, and as soon as it says that it did what it was told", async () => {
    const { id } = lampCalled("Ceiling");
    expect(await isObeyed(id)).toBe(true);
    await wish(id, { on: false });
    const obeyed = isObeyed(id);
    running.clock.advance(1_000);
    expect(await obeyed).toBe(true);
  });

  test("after 10 seconds when it says nothing, however often it is told anew meanwhile", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    running.backend.happen({ kind: "loseNext", deviceId, count: 99 });
    await wish(id, { on: false });
    const obeyed = isObeyed(id);
    for (let second = 0; second < 10; second += 1) {
      await wish(id, { brightnessPercent: 10 + second });
      running.clock.advance(1_000);
    }
    expect(await obeyed).toBe(false);
  });

  test("as no when it is gone, or the gateway stops", async () => {
    const { id, deviceId } = lampCalled("Ceiling");
    await wish(id, { on: false });
    const obeyed = isObeyed(id);
    await running.gateway.ask({ kind: "deviceLeft", deviceId });
    expect(await obeyed).toBe(false);
    const { id: other } = lampCalled("Worktop");
    await wish(other, { on: true });
    const otherObeyed = isObeyed(other);
    running.wishes.stop();
    expect(await otherObeyed).toBe(false);
  });
});

test("of two scenes that are recalled in one breath, the later one is active for good", async () => {
  const { gateway } = running;
  const recalls = ["Aurora", "Evening", "Aurora"].map((name) =>
    gateway.ask({ kind: "sceneActivated", sceneId: sceneCalled(name) }),
  );
  expect(await Promise.all(recalls)).toEqual(["done", "done", "done"]);
  running.clock.advance(60_000);
  expect(gateway.home.scenes.get(sceneCalled("Aurora"))?.active).toBe(true);
  expect(gateway.home.scenes.get(sceneCalled("Evening"))?.active).toBe(false);
});

test("wishes in a row never flicker back, however slow lamps and reports are; in the end the lamp's truth is shown", async () => {
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
    fc.asyncProperty(steps, async (wishes) => {
      running.backend.happen({ kind: "calm" });
      let wanted = shown(id)?.brightnessPercent;
      let flickers = 0;
      const unwatch = running.gateway.watch(({ because }) => {
        if (because === "reported" && shown(id)?.brightnessPercent !== wanted) flickers += 1;
      });
      for (const { percent, pauseMillis, latencyMillis, reportLateMillis, isLost } of wishes) {
        running.backend.happen({ kind: "latency", deviceId, millis: latencyMillis });
        running.backend.happen({ kind: "reportLate", deviceId, millis: reportLateMillis });
        if (isLost) running.backend.happen({ kind: "loseNext", deviceId, count: 1 });
        wanted = percent;
        await wish(id, { brightnessPercent: percent });
        running.clock.advance(pauseMillis);
      }
      unwatch();
      expect(flickers).toBe(0);
      running.clock.advance(30_000);
      expect(shown(id)?.brightnessPercent).toBe(truth(id)?.brightnessPercent);
    }),
    { numRuns: 300 },
  );
});
