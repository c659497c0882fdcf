import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { BusyClock } from "../../../../test/support/gateway/busy-clock.ts";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMPS = [1, 2, 3].map((at) => aBulb({ ieee: ieeeAddress(at), name: `Lamp ${at}` }));
/** The same lamps, each of which has the name that another one had. */
const EXCHANGED = LAMPS.map((lamp, at) => ({ ...lamp, name: `Lamp ${((at + 1) % 3) + 1}` }));
const GROUPS = [aGroup({ id: 5, name: "Room", members: LAMPS })];

type Said = readonly [topic: string, payload: unknown];

const anyLamp = fc.constantFrom("Lamp 1", "Lamp 2", "Lamp 3");
const anyWhole = fc.record({
  state: fc.constantFrom("ON", "ON", "ON", "OFF"),
  brightness: fc.integer({ min: 1, max: 254 }),
  color_mode: fc.constant("color_temp"),
  color_temp: fc.integer({ min: 153, max: 500 }),
  linkquality: fc.integer({ min: 0, max: 255 }),
});
const anyPart = fc.record(
  { state: fc.constantFrom("ON", "OFF"), brightness: fc.constantFrom(1, 100, null), color_temp: fc.constant(200) },
  { requiredKeys: [] },
);
/** States mostly, whole as Zigbee2MQTT publishes them by default or in parts. */
const anySaid: fc.Arbitrary<Said> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(anyLamp, anyWhole) },
  { weight: 4, arbitrary: fc.tuple(anyLamp, anyPart) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("Lamp 1/availability"), fc.constantFrom("online", "offline")) },
  { weight: 1, arbitrary: fc.constantFrom<Said>(["Lamp 2", "no JSON"], ["Lamp 2", ""], ["bridge/logging", {}]) },
);

const anyMany = fc.array(anySaid, { maxLength: 20, size: "max" });
/** With other names for all lamps in the middle, or not. */
const anyConversation = fc
  .tuple(anyMany, fc.boolean(), anyMany)
  .map(([before, isRenamed, after]): readonly Said[] => [
    ...before,
    ...(isRenamed ? [["exchange", ""] as const] : []),
    ...after,
  ]);

/** What is known once all of that is handled: as it comes, or late and therefore in part superseded. */
function knownAfter(said: readonly Said[], clock: ManualClock): string {
  const bridge = new ScriptedBridge();
  const scripted = ScriptedGateway.opened({ bridges: [bridge], clock });
  bridge.list({ devices: LAMPS, groups: GROUPS });
  if (clock instanceof BusyClock) clock.settle();
  for (const [topic, payload] of said) {
    if (topic === "exchange") bridge.list({ devices: EXCHANGED });
    else bridge.deliver(topic, payload);
  }
  if (clock instanceof BusyClock) clock.settle();
  const { home, backend, problems } = scripted;
  const freshness = home.lights.all().map(({ id }) => backend.condition().freshnessOf(id));
  const words = problems.map(({ about, description }) => `${about}: ${description}`).toSorted();
  return JSON.stringify({ contents: scripted.contents, freshness, words });
}

test("whatever is reported faster than it can be handled, what is known in the end is the same", () => {
  fc.assert(
    fc.property(anyConversation, (said) => {
      expect(knownAfter(said, new BusyClock()) === knownAfter(said, new ManualClock())).toBe(true);
    }),
    { numRuns: times(500) },
  );
});

describe("lamps that all report again and again, faster than that can be handled", () => {
  const lamps = Array.from({ length: 300 }, (_, at) => aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}` }));
  const ROUNDS = 40;

  const reported = (round: number) => ({ state: "ON", brightness: round * 5, linkquality: 100 });

  test("are shown as they reported last, and earlier reports that nobody saw cost nothing", () => {
    const clock = new BusyClock();
    const bridge = new ScriptedBridge();
    const scripted = ScriptedGateway.opened({ bridges: [bridge], clock });
    bridge.list({ devices: lamps, groups: [] });
    clock.settle();
    const { turns } = clock;
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { name } of lamps) bridge.deliver(name, reported(round));
    }
    clock.settle();
    const shown = scripted.home.lights.all().map(({ brightnessPercent }) => brightnessPercent);
    expect(new Set(shown)).toEqual(new Set([Math.round((ROUNDS * 5 * 100) / 254)]));
    // A turn has time for a step or two, and a report takes two: one that is superseded takes none.
    expect(clock.turns - turns).toBeLessThan(lamps.length * 4);
  });

  test("do not supersede what they reported before they had another name", () => {
    const clock = new BusyClock();
    const bridge = new ScriptedBridge();
    const scripted = ScriptedGateway.opened({ bridges: [bridge], clock });
    bridge.list({ devices: LAMPS, groups: [] });
    clock.settle();
    bridge.deliver("Lamp 1", reported(20));
    bridge.list({ devices: EXCHANGED });
    bridge.deliver("Lamp 1", reported(40));
    clock.settle();
    const shown = LAMPS.map(({ ieee }) => {
      const device = scripted.home.devices.all().find(({ serialNumber }) => serialNumber === ieee);
      return scripted.home.lights.all().find(({ deviceId }) => deviceId === device?.id)?.brightnessPercent;
    });
    expect(shown).toEqual([39, 100, 79]);
  });
});
