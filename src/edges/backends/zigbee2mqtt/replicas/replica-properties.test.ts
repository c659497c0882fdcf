import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { BusyClock } from "../../../../../test/support/gateway/busy-clock.ts";
import { anyZigbeeStory, type Doing } from "../../../../../test/support/zigbee2mqtt/any-zigbee-story.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import type { Happening } from "../../../../../test/support/zigbee2mqtt/zigbee-happening.ts";
import { ZigbeeStory } from "../../../../../test/support/zigbee2mqtt/zigbee-story.ts";

const LAST_ON_TOPIC = "luxgate/shown/";

/** What is shared of how lights were when they were turned off, by their ids. */
const lastOnStatesIn = ({ bridge }: ZigbeeStory): ReadonlyMap<string, string> =>
  new Map(bridge.retained.map(([topic, bytes]) => [topic.replace(LAST_ON_TOPIC, ""), String(Buffer.from(bytes))]));

/** What a home shows; how a lamp that is off would shine nobody can tell who did not see it on, unless it is shared. */
const shown = ({ contents, rooms }: ScriptedGateway, shared: ReadonlyMap<string, string>) => ({
  ...contents,
  lights: contents.lights.map(({ brightnessPercent, colour, ...light }) => {
    const known = (word: string) => light.on || shared.get(light.id)?.includes(word);
    return { ...light, ...(known("brightness") ? { brightnessPercent } : {}), ...(known("color") ? { colour } : {}) };
  }),
  rooms,
});

/** A story to its end, and a gateway that only hears how all is then: they are to show the same. */
function expectSameInTheEnd(story: ZigbeeStory): void {
  story.settle();
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of story.bridge.retained) bridge.retain(topic, payload);
  const fresh = ScriptedGateway.opened({ bridges: [bridge] });
  story.house.deliverAll(bridge);
  fresh.pass(60_000);
  const shared = lastOnStatesIn(story);
  expect(shown(fresh, shared)).toEqual(shown(story.scripted, shared));
}

test("whatever happened, a gateway ends in the state of one that only receives the final reports", async () => {
  await fc.assert(
    fc.asyncProperty(anyZigbeeStory, async (steps) => {
      const story = new ZigbeeStory();
      for (const step of steps) await story.tell(step);
      expectSameInTheEnd(story);
    }),
    { numRuns: times(200) },
  );
});

/** Of the list that comes before the first one was read, only the beginning arrives. */
const LIST_CUT_OFF: readonly (Happening | Doing)[] = [
  { kind: "brokenList", topic: "bridge/devices", length: 1 },
  { kind: "available", device: 1, isOnline: false },
  { kind: "passed", millis: 12_000 },
];

test("so it does on a machine that is too slow to handle one message before the next comes", async () => {
  const anyPace = fc.record({ lookMillis: fc.constantFrom(1, 3, 10), turns: fc.array(fc.nat(3), { minLength: 1 }) });
  await fc.assert(
    fc.asyncProperty(anyZigbeeStory, anyPace, async (steps, { lookMillis, turns }) => {
      const clock = new BusyClock(lookMillis);
      const story = new ZigbeeStory(clock);
      for (const [at, step] of steps.entries()) {
        await story.tell(step);
        for (let left = turns[at % turns.length] ?? 0; left > 0; left -= 1) clock.turn();
      }
      clock.settle();
      expectSameInTheEnd(story);
    }),
    { numRuns: times(200), examples: [[LIST_CUT_OFF, { lookMillis: 1, turns: [0] }]] },
  );
});
