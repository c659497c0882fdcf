import fc from "fast-check";
import { expect, test } from "vitest";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import { Sender } from "./sender.ts";

interface Sent {
  readonly atMillis: number;
  readonly target: string;
  readonly command: number;
}

/** A sender whose commands are numbers, to a gateway that takes its time to answer. */
function driven(answerMillis: (count: number) => number) {
  const clock = new DrivenClock();
  const sent: Sent[] = [];
  const idle: string[] = [];
  let onTheirWay = 0;
  let mostOnTheirWay = 0;
  const sender = new Sender<number>({
    clock,
    merge: (_earlier, later) => later,
    onIdle: (target) => idle.push(target),
    send: async (target, command) => {
      sent.push({ atMillis: clock.now(), target, command });
      onTheirWay += 1;
      mostOnTheirWay = Math.max(mostOnTheirWay, onTheirWay);
      await new Promise<void>((resolve) => {
        clock.after(answerMillis(sent.length), resolve);
      });
      onTheirWay -= 1;
    },
  });
  const pass = async (millis: number) => {
    for (let left = millis; left > 0; left -= 5) {
      clock.advance(Math.min(5, left));
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    }
  };
  return { sender, sent, idle, pass, mostOnTheirWay: () => mostOnTheirWay };
}

const drag = fc.array(
  fc.record({ pauseMillis: fc.integer({ min: 0, max: 120 }), level: fc.integer({ min: 1, max: 100 }) }),
  {
    minLength: 1,
    maxLength: 60,
  },
);

test("a drag sends at most ten commands in any second, one at a time, and ends on the last", async () => {
  await fc.assert(
    fc.asyncProperty(drag, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), async (moves, answers) => {
      const { sender, sent, pass, mostOnTheirWay } = driven((count) => answers[count % answers.length] ?? 1);
      for (const { pauseMillis, level } of moves) {
        sender.give("lamp", level);
        await pass(pauseMillis);
      }
      await pass(2_000);
      expect(sent.at(-1)?.command).toBe(moves.at(-1)?.level);
      expect(mostOnTheirWay()).toBe(1);
      for (const [at, { atMillis }] of sent.entries()) {
        const eleventh = sent[at + 10];
        if (eleventh) expect(eleventh.atMillis - atMillis).toBeGreaterThanOrEqual(1_000);
      }
    }),
    { numRuns: 30 },
  );
});

test("the first command goes out at once", () => {
  const { sender, sent } = driven(() => 1);
  sender.give("lamp", 40);
  expect(sent).toHaveLength(1);
});

test("targets do not wait for one another, and each is idle once", async () => {
  const { sender, sent, idle, pass } = driven(() => 30);
  sender.give("lamp", 1);
  sender.give("room", 2);
  sender.give("lamp", 3);
  await pass(1_000);
  expect(sent.map(({ target, command }) => [target, command])).toEqual([
    ["lamp", 1],
    ["room", 2],
    ["lamp", 3],
  ]);
  expect(idle.toSorted()).toEqual(["lamp", "room"]);
});

test("commands that are not one command are sent one after the other, in their order", async () => {
  const clock = new DrivenClock();
  const sent: string[] = [];
  const sender = new Sender<string>({
    clock,
    merge: (earlier, later) => (earlier.at(0) === later.at(0) ? later : undefined),
    onIdle: () => undefined,
    send: async (_target, command) => {
      sent.push(command);
    },
  });
  for (const command of ["s1", "b1", "b2", "s2", "s3", "b3"]) sender.give("room", command);
  for (let turn = 0; turn < 20; turn += 1) {
    clock.advance(100);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(sent).toEqual(["s1", "b2", "s3", "b3"]);
});
