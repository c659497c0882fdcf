import fc from "fast-check";
import { expect, test } from "vitest";
import { anyZigbeeStory } from "../../../../test/support/any-zigbee-story.ts";
import { BusyClock } from "../../../../test/support/busy-clock.ts";
import { ScriptedBridge } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { ZigbeeStory } from "../../../../test/support/zigbee-story.ts";

const SHOWN_NOTES = "luxgate/shown/";

/** What is noted of how lights were when they were turned off, by their ids. */
const notedIn = ({ bridge }: ZigbeeStory): ReadonlyMap<string, string> =>
  new Map(bridge.kept.map(([topic, bytes]) => [topic.replace(SHOWN_NOTES, ""), String(Buffer.from(bytes))]));

/** What a home shows; how a lamp that is off would shine nobody can tell who did not see it on, unless it is noted. */
const shown = ({ contents, rooms }: ScriptedGateway, noted: ReadonlyMap<string, string>) => ({
  ...contents,
  lights: contents.lights.map(({ brightnessPercent, colour, ...light }) => {
    const known = (word: string) => light.on || noted.get(light.id)?.includes(word);
    return { ...light, ...(known("brightness") ? { brightnessPercent } : {}), ...(known("color") ? { colour } : {}) };
  }),
  rooms,
});

/** A story to its end, and a gateway that only hears how all is then: they are to show the same. */
function expectSameInTheEnd(story: ZigbeeStory): void {
  story.settle();
  const bridge = new ScriptedBridge();
  for (const [topic, payload] of story.bridge.kept) bridge.keep(topic, payload);
  const fresh = ScriptedGateway.opened({ bridges: [bridge] });
  story.house.sayAll(bridge);
  fresh.pass(60_000);
  const noted = notedIn(story);
  expect(shown(fresh, noted)).toEqual(shown(story.scripted, noted));
}

test("whatever happened, a gateway ends in the state of one that only receives the final reports", async () => {
  await fc.assert(
    fc.asyncProperty(anyZigbeeStory, async (steps) => {
      const story = new ZigbeeStory();
      for (const step of steps) await story.tell(step);
      expectSameInTheEnd(story);
    }),
    { numRuns: 200 },
  );
});

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
    { numRuns: 200 },
  );
});
