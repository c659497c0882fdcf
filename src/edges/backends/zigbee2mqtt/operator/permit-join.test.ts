import { beforeEach, describe, expect, test } from "vitest";
import { settled } from "../../../../../test/support/store/stored-gateway.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const SECOND = 1_000;

let scripted: ScriptedGateway;

/** A Zigbee2MQTT that does what it is asked, or does not. */
function answering(bridge: ScriptedBridge, answer: object = { status: "ok", data: {} }): ScriptedBridge {
  bridge.onPublished = ({ topic, payload }) => {
    const { transaction } = Object(payload);
    if (!topic.endsWith("permit_join")) return;
    queueMicrotask(() => bridge.deliver("bridge/response/permit_join", { ...answer, transaction }));
  };
  return bridge;
}

beforeEach(() => {
  scripted = ScriptedGateway.opened({ bridges: [answering(new ScriptedBridge())] });
  scripted.bridge.list({ devices: [], groups: [] });
});

const requests = (bridge = scripted.bridge) =>
  bridge.take("permit_join").map(({ payload }) => {
    const { transaction: _, ...asked } = Object(payload);
    return asked;
  });
const open = (millis: number) => scripted.backend.openJoining(millis);
const left = () => scripted.backend.joiningMillisLeft();
const info = (isOpen: boolean, bridge = scripted.bridge) => bridge.deliver("bridge/info", { permit_join: isOpen });

async function pass(millis: number): Promise<void> {
  scripted.pass(millis);
  await settled();
}

describe("joining", () => {
  test("is opened for as long as it is asked for, and is over by itself", async () => {
    expect(await open(60 * SECOND)).toEqual({ isDone: true, problems: [] });
    expect(requests()).toEqual([{ value: true, time: 60 }]);
    await pass(59 * SECOND);
    expect(left()).toBe(SECOND);
    await pass(SECOND);
    expect(left()).toBe(0);
    expect(requests()).toEqual([]);
  });

  test("is not open before Zigbee2MQTT has confirmed it, nor when it refuses or does not respond", async () => {
    for (const answer of [{ status: "error", error: "the adapter is busy" }, undefined]) {
      if (answer) answering(scripted.bridge, answer);
      else scripted.bridge.onPublished = () => undefined;
      const opening = open(60 * SECOND);
      expect(left()).toBe(0);
      await settled();
      await pass(10 * SECOND);
      expect(await opening).toEqual({
        isDone: false,
        problems: [expect.stringContaining(answer ? "refused: the adapter is busy" : "did not answer within 10 s")],
      });
      expect(left()).toBe(0);
    }
  });

  test("for longer than Zigbee knows is asked for piece by piece, each before the one before is over", async () => {
    await open(600 * SECOND);
    const asked: unknown[] = [];
    let openUntil = scripted.clock.now();
    for (let second = 0; second < 700; second += 1) {
      for (const request of requests()) {
        asked.push(request);
        openUntil = scripted.clock.now() + Number(Object(request).time) * SECOND;
      }
      expect(scripted.clock.now() < openUntil).toBe(second < 600);
      expect(left()).toBe(Math.max(0, 600 - second) * SECOND);
      await pass(SECOND);
    }
    expect(asked).toEqual([
      { value: true, time: 254 },
      { value: true, time: 254 },
      { value: true, time: 100 },
    ]);
  });

  test("that is not gone on with is over when the piece before is", async () => {
    await open(600 * SECOND);
    await pass(249 * SECOND);
    expect(left()).toBe(351 * SECOND);
    answering(scripted.bridge, { status: "error", error: "no" });
    await pass(SECOND);
    expect(left()).toBe(4 * SECOND);
    await pass(4 * SECOND);
    expect(left()).toBe(0);
  });

  test("that is shut is shut at once, and no further piece is asked for", async () => {
    await open(600 * SECOND);
    expect(await open(0)).toEqual({ isDone: true, problems: [] });
    expect(requests()).toEqual([
      { value: true, time: 254 },
      { value: false, time: 0 },
    ]);
    expect(left()).toBe(0);
    info(true);
    expect(left()).toBe(0);
    await pass(600 * SECOND);
    expect(requests()).toEqual([]);
  });

  test("that cannot be shut is open still, for as long as it was to be", async () => {
    await open(60 * SECOND);
    scripted.bridge.close("the broker is gone");
    expect(await open(0)).toEqual({
      isDone: false,
      problems: [expect.stringContaining("the broker is gone. Nothing was sent.")],
    });
    expect(left()).toBe(60 * SECOND);
    await pass(60 * SECOND);
    expect(await open(0)).toEqual({ isDone: true, problems: [] });
  });

  test("counts as it was asked for last, though an earlier answer comes later", async () => {
    scripted.bridge.onPublished = () => undefined;
    const [first, second] = [open(600 * SECOND), open(0)];
    const [one, other] = scripted.bridge.take("permit_join").map(({ payload }) => Object(payload).transaction);
    for (const transaction of [other, one]) {
      scripted.bridge.deliver("bridge/response/permit_join", { status: "ok", transaction });
    }
    expect([(await first).isDone, (await second).isDone]).toEqual([true, true]);
    expect(left()).toBe(0);
  });

  test("that somebody else shut is shut, and no further piece is asked for", async () => {
    await open(600 * SECOND);
    info(false);
    expect(left()).toBe(600 * SECOND);
    await pass(5 * SECOND);
    info(true);
    expect(left()).toBe(595 * SECOND);
    info(false);
    expect(left()).toBe(0);
    requests();
    await pass(600 * SECOND);
    expect(requests()).toEqual([]);
  });

  test("continues though a bridge publishes between two renewals that joining is closed", async () => {
    await open(600 * SECOND);
    await pass(250 * SECOND);
    await pass(2 * SECOND);
    info(false);
    expect(left()).toBe(348 * SECOND);
  });

  test("that somebody else opened is open, for as long as Zigbee knows, or until it is shut", async () => {
    info(true);
    expect(left()).toBe(254 * SECOND);
    await pass(100 * SECOND);
    info(true);
    expect(left()).toBe(154 * SECOND);
    info(false);
    expect(left()).toBe(0);
    expect(requests()).toEqual([]);
  });
});

describe("joining at several bridges", () => {
  const [house, barn] = ["house", "barn"].map((name) => () => new ScriptedBridge({ name: `mqtt://${name}.lan/z` }));
  let bridges: readonly [ScriptedBridge, ScriptedBridge];

  beforeEach(() => {
    bridges = [answering(house?.() ?? expect.fail()), answering(barn?.() ?? expect.fail())];
    scripted = ScriptedGateway.opened({ bridges });
  });

  test("is opened at each, and open while one of them is", async () => {
    await open(60 * SECOND);
    for (const bridge of bridges) expect(requests(bridge)).toEqual([{ value: true, time: 60 }]);
    await pass(5 * SECOND);
    info(true, bridges[0]);
    info(false, bridges[1]);
    expect(left()).toBe(55 * SECOND);
    info(false, bridges[0]);
    expect(left()).toBe(0);
  });

  test("is open where it could be opened, and it is said where not and why", async () => {
    answering(bridges[1], { status: "error", error: "no" });
    expect(await open(60 * SECOND)).toEqual({
      isDone: true,
      problems: ["Zigbee2MQTT at mqtt://barn.lan/z refused: no"],
    });
    expect(left()).toBe(60 * SECOND);
    info(false, bridges[1]);
    expect(left()).toBe(60 * SECOND);
  });

  test("is shut without those that are away and had it shut", async () => {
    bridges[1].close("the broker is gone");
    await open(60 * SECOND);
    expect(await open(0)).toEqual({ isDone: true, problems: [] });
    expect(left()).toBe(0);
  });
});
