import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
/** So long after it was first polled, a lamp that never answers is given up. */
const GIVEN_UP_MILLIS = 120_000;

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [] });
});

const polled = () => scripted.bridge.take("/get").map(({ topic }) => topic.slice(0, -"/get".length));

describe("a lamp that never answers", () => {
  test("is not polled again because lists come again, the same or others", () => {
    scripted.pass(GIVEN_UP_MILLIS);
    expect(polled()).toEqual([LAMP.ieee, LAMP.ieee, LAMP.ieee]);
    scripted.bridge.list({ devices: [LAMP], groups: [] });
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    scripted.bridge.list({ groups: [aGroup({ id: 5, members: [LAMP] })] });
    scripted.pass(GIVEN_UP_MILLIS);
    expect(polled()).toEqual([]);
  });

  test("is not polled sooner by lists, nor more often", () => {
    for (let times = 0; times < 20; times += 1) {
      scripted.pass(GIVEN_UP_MILLIS / 20);
      scripted.bridge.list({ devices: [{ ...LAMP, name: `Lamp ${times}` }] });
    }
    expect(polled()).toEqual([LAMP.ieee, LAMP.ieee, LAMP.ieee]);
  });

  test("does not keep newcomers from being polled", () => {
    scripted.pass(GIVEN_UP_MILLIS);
    polled();
    scripted.bridge.list({ devices: [LAMP, OTHER] });
    expect(polled()).toEqual([OTHER.ieee]);
  });

  test.each<readonly [string, () => void]>([
    [
      "the broker is back",
      () => {
        scripted.bridge.close();
        scripted.bridge.open();
      },
    ],
    ["it has its power again", () => scripted.bridge.deliver("bridge/event", ANNOUNCED)],
    [
      "it can be reached again",
      () => {
        scripted.bridge.deliver("Lamp/availability", "offline");
        scripted.bridge.deliver("Lamp/availability", "online");
      },
    ],
    [
      "Zigbee2MQTT is back",
      () => {
        scripted.bridge.deliver("bridge/state", "online");
        scripted.pass(5_000);
      },
    ],
  ])("is polled again when %s", (_when, happens) => {
    scripted.pass(GIVEN_UP_MILLIS);
    polled();
    happens();
    expect(polled()).toEqual([LAMP.ieee]);
    scripted.pass(GIVEN_UP_MILLIS);
    expect(polled()).toEqual([LAMP.ieee, LAMP.ieee]);
  });
});

const ANNOUNCED = { type: "device_announce", data: { friendly_name: "Lamp", ieee_address: LAMP.ieee } };
