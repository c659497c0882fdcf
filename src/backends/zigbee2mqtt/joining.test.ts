import { beforeEach, describe, expect, test } from "vitest";
import { SpokenBridge } from "../../../test/support/spoken-bridge.ts";
import { SpokenGateway } from "../../../test/support/spoken-gateway.ts";

const SECOND = 1_000;

let spoken: SpokenGateway;

beforeEach(() => {
  spoken = SpokenGateway.opened();
  spoken.bridge.list({ devices: [], groups: [] });
});

const requests = (bridge = spoken.bridge) => bridge.take("permit_join").map(({ payload }) => payload);
const left = () => spoken.backend.joiningMillisLeft();
const info = (isOpen: boolean, bridge = spoken.bridge) => bridge.say("bridge/info", { permit_join: isOpen });

describe("joining", () => {
  test("is opened for as long as it is asked for, and is over by itself", () => {
    spoken.backend.openJoining(60 * SECOND);
    expect(requests()).toEqual([{ value: true, time: 60 }]);
    spoken.pass(59 * SECOND);
    expect(left()).toBe(SECOND);
    spoken.pass(SECOND);
    expect(left()).toBe(0);
    expect(requests()).toEqual([]);
  });

  test("for longer than Zigbee knows is asked for piece by piece, each before the one before is over", () => {
    spoken.backend.openJoining(600 * SECOND);
    const asked: unknown[] = [];
    let openUntil = spoken.clock.now();
    for (let second = 0; second < 700; second += 1) {
      for (const request of requests()) {
        asked.push(request);
        openUntil = spoken.clock.now() + Number(Object(request).time) * SECOND;
      }
      expect(spoken.clock.now() < openUntil).toBe(second < 600);
      spoken.pass(SECOND);
    }
    expect(asked).toEqual([
      { value: true, time: 254 },
      { value: true, time: 254 },
      { value: true, time: 100 },
    ]);
  });

  test("that is shut is shut at once, and no further piece is asked for", () => {
    spoken.backend.openJoining(600 * SECOND);
    spoken.backend.openJoining(0);
    expect(requests()).toEqual([
      { value: true, time: 254 },
      { value: false, time: 0 },
    ]);
    expect(left()).toBe(0);
    spoken.pass(600 * SECOND);
    expect(requests()).toEqual([]);
  });

  test("that somebody else shut is shut, and no further piece is asked for", () => {
    spoken.backend.openJoining(600 * SECOND);
    info(false);
    expect(left()).toBe(600 * SECOND);
    spoken.pass(5 * SECOND);
    info(true);
    expect(left()).toBe(595 * SECOND);
    info(false);
    expect(left()).toBe(0);
    requests();
    spoken.pass(600 * SECOND);
    expect(requests()).toEqual([]);
  });

  test("goes on though a bridge says between two pieces that it is over", () => {
    spoken.backend.openJoining(600 * SECOND);
    spoken.pass(252 * SECOND);
    info(false);
    expect(left()).toBe(348 * SECOND);
  });

  test("that somebody else opened is open, for as long as Zigbee knows, or until it is shut", () => {
    info(true);
    expect(left()).toBe(254 * SECOND);
    spoken.pass(100 * SECOND);
    info(true);
    expect(left()).toBe(154 * SECOND);
    info(false);
    expect(left()).toBe(0);
    expect(requests()).toEqual([]);
  });

  test("is opened at every bridge, and open while one of them is", () => {
    const bridges = [new SpokenBridge(), new SpokenBridge({ name: "mqtt://second.lan/zigbee2mqtt" })] as const;
    spoken = SpokenGateway.opened({ bridges });
    spoken.backend.openJoining(60 * SECOND);
    for (const bridge of bridges) expect(requests(bridge)).toEqual([{ value: true, time: 60 }]);
    spoken.pass(5 * SECOND);
    info(true, bridges[0]);
    info(false, bridges[1]);
    expect(left()).toBe(55 * SECOND);
    info(false, bridges[0]);
    expect(left()).toBe(0);
  });
});
