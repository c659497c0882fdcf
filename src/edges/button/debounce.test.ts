import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOUNCE_MILLIS, Debounce } from "./debounce.ts";
import type { KeyTransition } from "./input-events.ts";

const A = 30;
const B = 48;
const down = (atMillis: number, key = A): KeyTransition => ({ key, isDown: true, atMillis });
const up = (atMillis: number, key = A): KeyTransition => ({ key, isDown: false, atMillis });

/** When the presses were. */
function presses(transitions: readonly KeyTransition[]): readonly number[] {
  const debounce = new Debounce();
  return transitions.filter((transition) => debounce.isPress(transition)).map(({ atMillis }) => atMillis);
}

test.each<[string, readonly KeyTransition[], readonly number[]]>([
  ["a key that goes down is a press at once", [down(0)], [0]],
  ["two presses are two", [down(0), up(80), down(200), up(280)], [0, 200]],
  ["contacts that bounce as they close are one press", [down(0), up(3), down(7), up(9), down(12), up(90)], [0]],
  ["contacts that bounce as they open are none", [down(0), up(900), down(903), up(905)], [0]],
  ["a key that comes up without having gone down is none", [up(0), up(100)], []],
  ["a key that was down before we looked is a press once it has been up", [up(0), down(50)], [50]],
  ["a key that stays down is one press", [down(0), down(500), down(9_000)], [0]],
  ["keys hit at once are one press", [down(0), down(20, B), up(90), up(95, B)], [0]],
  ["keys hit one after the other are a press each", [down(0), down(50, B)], [0, 50]],
  ["a stuck key does not block another", [down(0), down(500, B), up(600, B), down(900, B)], [0, 500, 900]],
  ["a clock that is set back does not silence the button", [down(9_000), up(9_080), down(1_000)], [9_000, 1_000]],
])("%s", (_title, transitions, expected) => {
  expect(presses(transitions)).toEqual(expected);
});

test("a contact that never comes to rest is one press and does not block another key", () => {
  const chatter = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? down(index * 10) : up(index * 10)));
  expect(presses(chatter)).toEqual([0]);
  expect(presses([...chatter, down(10_000, B)])).toEqual([0, 10_000]);
});

describe("whatever happens", () => {
  const anyTransitions = fc
    .array(fc.record({ key: fc.constantFrom(A, B, 57), isDown: fc.boolean(), waitMillis: fc.nat(120) }))
    .map((steps) => {
      let atMillis = 0;
      return steps.map(({ key, isDown, waitMillis }) => {
        atMillis += waitMillis;
        return { key, isDown, atMillis };
      });
    });

  /** Contacts bounce as they close, stay closed for a while, bounce as they open, and rest. */
  const anyHold = fc.record({
    key: fc.constantFrom(A, B),
    closing: fc.array(fc.nat(BOUNCE_MILLIS - 1), { maxLength: 5 }),
    heldMillis: fc.nat(20_000),
    opening: fc.array(fc.nat(BOUNCE_MILLIS - 1), { maxLength: 5 }),
    restMillis: fc.integer({ min: BOUNCE_MILLIS, max: 20_000 }),
  });

  test("each hold of a key is one press, however its contacts bounce", () => {
    fc.assert(
      fc.property(fc.array(anyHold), (holds) => {
        let atMillis = 0;
        const bounce = (key: number, gaps: readonly number[], isDown: boolean) =>
          gaps.flatMap((gap) => {
            const flip = { key, isDown: !isDown, atMillis };
            atMillis += gap;
            return [flip, { key, isDown, atMillis }];
          });
        const pressedAt: number[] = [];
        const transitions = holds.flatMap(({ key, closing, heldMillis, opening, restMillis }) => {
          pressedAt.push(atMillis);
          const closed = [down(atMillis, key), ...bounce(key, closing, true)];
          atMillis += heldMillis;
          const opened = [up(atMillis, key), ...bounce(key, opening, false)];
          atMillis += restMillis;
          return [...closed, ...opened];
        });
        expect(presses(transitions)).toEqual(pressedAt);
      }),
    );
  });

  test("the presses are those of a model that looks at the whole past each time", () => {
    fc.assert(
      fc.property(anyTransitions, (transitions) => {
        const expected: number[] = [];
        for (const [index, { key, isDown, atMillis }] of transitions.entries()) {
          const past = transitions.slice(0, index).filter((other) => other.key === key);
          const hasBeenUp = past.every((other, at) => at < past.length - 1 || !other.isDown);
          const isQuiet = past.every((other) => atMillis - other.atMillis >= BOUNCE_MILLIS);
          const isAlone = expected.every((pressed) => atMillis - pressed >= BOUNCE_MILLIS);
          if (isDown && hasBeenUp && isQuiet && isAlone) expected.push(atMillis);
        }
        expect(presses(transitions)).toEqual(expected);
      }),
    );
  });
});
