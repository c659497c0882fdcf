import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atLeast, times } from "../../../test/support/depth.ts";
import { initialState, isBusy, nextState, problemIn, type WriteEvent, type WriteState } from "./write-state.ts";

const anyProblem = fc.constantFrom("the disk is full", "the disk is gone");
const anyEvent: fc.Arbitrary<WriteEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("changed" as const), isCommand: fc.boolean() }) },
  { weight: 3, arbitrary: fc.constant({ kind: "due" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("committed" as const),
      left: fc.constantFrom("commands" as const, "reports" as const, "nothing" as const),
      canGather: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refused" as const), problem: fc.option(anyProblem, { nil: undefined }) }),
  },
);

interface Transition {
  readonly before: WriteState;
  readonly event: WriteEvent;
  readonly after: WriteState;
}

/** Checks those transitions of any walk that match, of which there must be many: from either start, with a stop or none. */
function onAnyWalk(matches: (transition: Transition) => boolean, check: (transition: Transition) => void): void {
  const anyEvents = fc.array(anyEvent, { maxLength: 40, size: "max" });
  const anyStop = fc.constantFrom<readonly WriteEvent[]>([], [{ kind: "stopped" }, { kind: "due" }]);
  let checked = 0;
  fc.assert(
    fc.property(fc.option(anyProblem, { nil: undefined }), anyEvents, anyStop, (problem, events, stop) => {
      let before = initialState(problem);
      for (const event of [...events, ...stop, ...events.slice(0, 3)]) {
        const transition = { before, event, after: nextState(before, event) };
        if (matches(transition)) {
          check(transition);
          checked += 1;
        }
        before = transition.after;
      }
    }),
    { numRuns: times(500) },
  );
  expect(checked).toBeGreaterThanOrEqual(atLeast(100));
}

const isOpen = (state: WriteState): boolean => state.name !== "stopped" && !isBusy(state);
const isSame = ({ before, after }: Transition): void => expect(after).toBe(before);

describe("whatever happens to the write-behind", () => {
  test("a change begins no commit while another is under way or about to follow", () => {
    onAnyWalk(({ before, event }) => isBusy(before) && event.kind === "changed", isSame);
    onAnyWalk(({ before, event }) => before.name === "committing" && event.kind === "due", isSame);
  });

  test("a command is committed at once when no commit is under way", () => {
    onAnyWalk(
      ({ before, event }) => isOpen(before) && event.kind === "changed" && event.isCommand,
      ({ before, after }) => expect(after).toEqual({ name: "committing", problem: problemIn(before) }),
    );
  });

  test("a report schedules a commit, and postpones none", () => {
    onAnyWalk(
      ({ before, event }) => before.name === "idle" && event.kind === "changed" && !event.isCommand,
      ({ after }) => expect(after.name).toBe("scheduled"),
    );
    onAnyWalk(
      ({ before, event }) => before.name === "scheduled" && event.kind === "changed" && !event.isCommand,
      isSame,
    );
  });

  test("only a commit that is under way is committed or refused", () => {
    onAnyWalk(
      ({ before, event }) => before.name !== "committing" && (event.kind === "committed" || event.kind === "refused"),
      isSame,
    );
  });

  test.each([
    ["commands, which the store lets gather", { left: "commands", canGather: true }, "gathering"],
    ["commands, which the store takes one by one", { left: "commands", canGather: false }, "committing"],
    ["reports", { left: "reports" }, "scheduled"],
    ["nothing", { left: "nothing" }, "idle"],
  ])("a commit that leaves %s is followed by what that needs", (_what, left, name) => {
    onAnyWalk(
      ({ before, event }) => before.name === "committing" && isMatch({ kind: "committed", ...left }, event),
      ({ before, after }) => {
        expect(after.name).toBe(name);
        expect(after).not.toBe(before);
      },
    );
  });

  test("a problem lasts from a refusal to the next commit that succeeds", () => {
    const isDecided = ({ before, event }: Transition) =>
      before.name === "committing" && (event.kind === "refused" || event.kind === "committed");
    onAnyWalk(isDecided, ({ event, after }) => {
      expect(problemIn(after)).toBe(event.kind === "refused" ? event.problem : undefined);
    });
    onAnyWalk(
      (transition) => !isDecided(transition) && transition.event.kind !== "stopped",
      ({ before, after }) => expect(problemIn(after)).toBe(problemIn(before)),
    );
  });

  test("a store that refused is tried again after a second, and reports are stored after half a second", () => {
    onAnyWalk(
      ({ after }) => after.name === "scheduled",
      ({ after }) => expect(after).toMatchObject({ delayMillis: problemIn(after) === undefined ? 500 : 1_000 }),
    );
  });

  test("nothing follows a stop, and a stopped write-behind says why it takes nothing", () => {
    onAnyWalk(({ before }) => before.name === "stopped", isSame);
    onAnyWalk(
      ({ before, event }) => before.name !== "stopped" && event.kind === "stopped",
      ({ before, after }) => {
        expect(after).toEqual({ name: "stopped", problem: problemIn(before) ?? "the gateway has stopped" });
      },
    );
  });

  test("one commit that succeeds and leaves nothing brings every state to idle", () => {
    onAnyWalk(
      ({ after }) => after.name !== "stopped",
      ({ after }) => {
        const committing = nextState(after, { kind: "due" });
        const committed: WriteEvent = { kind: "committed", left: "nothing", canGather: true };
        expect(nextState(committing, committed)).toEqual({ name: "idle" });
      },
    );
  });
});

const isMatch = (expected: object, event: WriteEvent): boolean => {
  const fields = new Map(Object.entries(event));
  return Object.entries(expected).every(([key, value]) => fields.get(key) === value);
};
