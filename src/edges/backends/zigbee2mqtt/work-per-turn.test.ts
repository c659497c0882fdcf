import { expect, test } from "vitest";
import { BusyClock } from "../../../../test/support/gateway/busy-clock.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

/** On a clock of which each look takes a millisecond, a turn has time for so many steps; each is a device, room or scene. */
const MOST_STEPS = 6;
/** A room that goes takes what was in it along. */
const MOST_AT_ONCE = 4 * MOST_STEPS;

const LAMPS = Array.from({ length: 300 }, (_, at) => aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}` }));
const GROUPS = Array.from({ length: 150 }, (_, at) => aGroup({ id: at + 1, members: LAMPS.slice(2 * at, 2 * at + 2) }));
const SCENES = Array.from({ length: 20 }, (_, at) => ({ id: at, name: `Scene ${at}` }));

test.each([
  ["devices", [{ devices: LAMPS }]],
  ["groups without a scene", [{ devices: [], groups: GROUPS.map((group) => ({ ...group, members: [] })) }]],
  ["groups with many scenes", [{ devices: [], groups: [{ ...aGroup({ id: 1 }), scenes: SCENES }, ...GROUPS] }]],
  ["devices and groups", [{ devices: LAMPS, groups: GROUPS }]],
  ["other names for all", [{ devices: LAMPS }, { devices: LAMPS.map((lamp) => ({ ...lamp, name: `${lamp.name}x` })) }]],
  ["all in one group", [{ devices: LAMPS, groups: GROUPS }, { groups: [aGroup({ id: 500, members: LAMPS })] }]],
  ["no groups any more", [{ devices: LAMPS, groups: GROUPS }, { groups: [] }]],
  ["one device left", [{ devices: LAMPS, groups: GROUPS }, { devices: LAMPS.slice(0, 1) }]],
])("%s are dealt with a little in each turn of the event loop", (_what, lists) => {
  const clock = new BusyClock();
  const bridge = new ScriptedBridge();
  const scripted = ScriptedGateway.opened({ bridges: [bridge], clock });
  for (const list of lists) {
    scripted.notifications.length = 0;
    bridge.list(list);
    clock.settle();
  }
  const changesInTurns = scripted.notifications.map(({ replacements }) => replacements.length);
  expect(changesInTurns.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  expect(Math.max(...changesInTurns)).toBeLessThanOrEqual(MOST_AT_ONCE);
});
