import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../../../test/support/gateway/manual-clock.ts";
import { aBulb, ieeeAddress, type StandInDevice } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedReplicas } from "../../../../../test/support/zigbee2mqtt/replicas.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { lightIdOf } from "../ids.ts";

const GATHERED_MILLIS = 2_000;
const MOST_AT_ONCE = 500;
const ON = { state: "ON", brightness: 127 };
const DIM = { state: "ON", brightness: 51 };
const OFF = { state: "OFF" };

const lamps = (count: number): readonly StandInDevice[] =>
  Array.from({ length: count }, (_, at) =>
    aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}`, model: "dimmable" }),
  );

const noteOf = (number: number) => `luxgate/shown/${lightIdOf(ieeeAddress(number), null)}`;

/** Before lamps that are on. */
function replicas({ gateways = 1, lampCount = 1 } = {}): ScriptedReplicas {
  const all = new ScriptedReplicas(gateways, lamps(lampCount));
  for (const { name } of lamps(lampCount)) all.deliver(name, ON);
  return all;
}

/** The payloads that were published since the last call, and by which gateway. */
const takePublished = ({ published }: ScriptedReplicas) => published.splice(0).map(({ by, payload }) => [by, payload]);

describe("shared last-on states", () => {
  test("are published a while later, and only the newest of each lamp", () => {
    const all = replicas({ lampCount: 2 });
    all.deliver("Lamp 1", OFF);
    all.pass(GATHERED_MILLIS - 1);
    all.deliver("Lamp 2", OFF);
    all.deliver("Lamp 1", DIM);
    all.deliver("Lamp 1", OFF);
    expect(takePublished(all)).toEqual([]);
    all.pass(1);
    expect([all.retained(noteOf(1)), all.retained(noteOf(2))]).toEqual(['{"brightness":51}', '{"brightness":127}']);
    expect(takePublished(all)).toHaveLength(2);
    all.pass(10 * GATHERED_MILLIS);
    expect(takePublished(all)).toEqual([]);
  });

  test("are not published when the broker already has the same in the end", () => {
    const all = replicas();
    all.deliver("Lamp 1", OFF);
    all.pass(GATHERED_MILLIS);
    all.published.splice(0);
    for (const words of [DIM, OFF, ON, OFF]) all.deliver("Lamp 1", words);
    all.pass(GATHERED_MILLIS);
    expect(takePublished(all)).toEqual([]);
  });

  test("are published by one of several gateways that received the same reports", () => {
    const all = replicas({ gateways: 3, lampCount: 20 });
    for (const { name } of lamps(20)) all.deliver(name, OFF);
    all.pass(GATHERED_MILLIS);
    expect(takePublished(all)).toHaveLength(20);
  });

  test("are published in spite of an older one that another gateway publishes meanwhile", () => {
    const all = replicas();
    all.deliver("Lamp 1", OFF);
    all.bridges[0]?.retain(noteOf(1), '{"brightness":3}');
    all.pass(GATHERED_MILLIS);
    expect(all.retained(noteOf(1))).toBe('{"brightness":127}');
  });

  test("are left so many at a time, and all of them when the gateway is stopped", async () => {
    const all = replicas({ lampCount: 3 * MOST_AT_ONCE });
    for (const { name } of lamps(3 * MOST_AT_ONCE)) all.deliver(name, OFF);
    all.pass(GATHERED_MILLIS);
    expect(all.published).toHaveLength(MOST_AT_ONCE);
    all.pass(GATHERED_MILLIS);
    expect(all.published).toHaveLength(2 * MOST_AT_ONCE);
    await all.gateways[0]?.stop();
    expect(new Set(all.published.map(({ topic }) => topic)).size).toBe(3 * MOST_AT_ONCE);
    all.pass(10 * GATHERED_MILLIS);
    expect(all.published).toHaveLength(3 * MOST_AT_ONCE);
  });

  test("count for the gateway that is about to leave them", () => {
    const all = replicas();
    const [bridge, gateway] = [all.bridges[0], all.gateways[0]];
    all.deliver("Lamp 1", OFF);
    bridge?.deliver("bridge/state", { state: "offline" });
    bridge?.retain(noteOf(1), '{"brightness":3}');
    bridge?.deliver("Lamp 1", { state: "OFF", brightness: 254 });
    expect(gateway?.light("Lamp 1").brightnessPercent).toBe(50);
  });
});

describe("when the connection ends, a last-on state", () => {
  /** A lamp that is dimmed and turned off, and a connection that is lost before the note of that arrives. */
  function lostNote(kept: string | undefined): ScriptedReplicas {
    const all = replicas();
    const [bridge] = all.bridges;
    if (kept !== undefined) bridge?.retain(noteOf(1), kept);
    for (const words of [DIM, OFF]) all.deliver("Lamp 1", words);
    bridge?.cut();
    all.pass(GATHERED_MILLIS);
    bridge?.close();
    return all;
  }

  test("that is due is dropped: what the broker keeps counts, for this gateway as for all others", () => {
    for (const isLeftMeanwhile of [true, false]) {
      const all = lostNote(isLeftMeanwhile ? undefined : '{"brightness":254}');
      const [bridge, gateway] = [all.bridges[0], all.gateways[0]];
      expect(gateway?.light("Lamp 1").brightnessPercent).toBe(20);
      if (isLeftMeanwhile) bridge?.retain(noteOf(1), '{"brightness":254}');
      bridge?.open();
      all.pass(10 * GATHERED_MILLIS);
      expect(takePublished(all)).toEqual([]);
      expect(gateway?.light("Lamp 1").brightnessPercent).toBe(100);
    }
  });

  test("that is due is not left over the next one, however soon that is there", () => {
    const all = replicas();
    const [bridge] = all.bridges;
    all.deliver("Lamp 1", OFF);
    bridge?.close();
    bridge?.open();
    all.pass(10 * GATHERED_MILLIS);
    expect(takePublished(all)).toEqual([]);
  });

  test("that did not arrive is published when the lamp is turned off the next time, though it is the same", () => {
    const all = lostNote(undefined);
    all.bridges[0]?.open();
    for (const words of [DIM, OFF]) all.deliver("Lamp 1", words);
    all.pass(GATHERED_MILLIS);
    expect(takePublished(all)).toEqual([[0, '{"brightness":51}']]);
  });

  test("of a lamp behind another broker is left all the same, and is known to be there", () => {
    const clock = new ManualClock();
    const bridges = ["house", "barn"].map((name) => new ScriptedBridge({ name, base: name }));
    const [house, barn] = bridges;
    ScriptedGateway.opened({ bridges, clock });
    house?.list({ devices: [aBulb({ ieee: ieeeAddress(1), name: "Lamp", model: "dimmable" })], groups: [] });
    barn?.list({ devices: [aBulb({ ieee: ieeeAddress(2), name: "Lamp", model: "dimmable" })], groups: [] });
    const leftAtHouse = () => {
      for (const words of [ON, OFF]) house?.deliver("Lamp", words);
      barn?.close();
      barn?.open();
      clock.advance(GATHERED_MILLIS);
      return house?.take(noteOf(1)).length;
    };
    expect([leftAtHouse(), leftAtHouse()]).toEqual([1, 0]);
  });
});
