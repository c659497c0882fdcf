import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import type { SessionEnd } from "./session-keeper.ts";
import { SESSION_MILLIS } from "./session-lifetime.ts";
import { OperatorSessions } from "./sessions.ts";

const HOUR_MILLIS = 3_600_000;

type Step =
  | { readonly kind: "open" }
  | { readonly kind: "wait"; readonly hours: number }
  | { readonly kind: "end"; readonly which: number };

const steps = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: "open" }),
    fc.constantFrom(0.5, 3, 11.999, 12).map((hours): Step => ({ kind: "wait", hours })),
    fc.nat(12).map((which): Step => ({ kind: "end", which })),
  ),
  { maxLength: 60, size: "max" },
);

/** OperatorSessions on a clock that the test drives, and which of them ended why. */
function drivenSessions() {
  const clock = new ManualClock();
  const ended: (readonly [id: string, why: SessionEnd])[] = [];
  const sessions = new OperatorSessions({
    clock,
    today: () => new Date(clock.now()),
    onEnded: ({ id }, why) => void ended.push([id, why]),
  });
  const open = () => sessions.open({ address: "192.168.1.7", browser: "Firefox on Linux" });
  return { clock, sessions, ended, open };
}

interface Opened {
  readonly id: string;
  readonly secret: string;
  readonly endsAtMillis: number;
  isOver: boolean;
}

/** Sessions beside a list of what should be of them. */
class ListedSessions {
  readonly driven = drivenSessions();
  readonly opened: Opened[] = [];

  take(step: Step): void {
    const { clock, sessions, open } = this.driven;
    if (step.kind === "open") {
      const { secret, session } = open();
      this.opened.push({ id: session.id, secret, endsAtMillis: clock.now() + SESSION_MILLIS, isOver: false });
    } else if (step.kind === "wait") {
      clock.advance(step.hours * HOUR_MILLIS);
      for (const one of this.opened) one.isOver ||= clock.now() >= one.endsAtMillis;
    } else {
      const one = this.opened[step.which];
      expect(sessions.end(one?.id ?? "nobody")).toBe(one?.isOver === false);
      if (one) one.isOver = true;
    }
  }

  check(): void {
    const { sessions, ended } = this.driven;
    const idsOf = (isOver: boolean) => this.opened.filter((one) => one.isOver === isOver).map(({ id }) => id);
    for (const { id, secret, isOver } of this.opened) {
      expect(sessions.find(["x".repeat(43), secret])?.id).toBe(isOver ? undefined : id);
    }
    expect(sessions.all.map(({ id }) => id)).toEqual(idsOf(false));
    expect(ended.map(([id]) => id).toSorted()).toEqual(idsOf(true).toSorted());
  }
}

test("G89: a session is found by its secret until it is ended or 12 hours are over, and never after; each end is told once", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const listed = new ListedSessions();
      for (const step of history) {
        listed.take(step);
        listed.check();
      }
    }),
    { numRuns: times(1_000) },
  );
});

test("of more than 64 sessions, the one that was used least recently ends", () => {
  const { clock, sessions, ended, open } = drivenSessions();
  const [first, second] = Array.from({ length: 64 }, () => {
    clock.advance(1_000);
    return open();
  });
  clock.advance(1_000);
  expect(sessions.find([first?.secret ?? ""])).toBe(first?.session);
  open();
  expect(ended).toEqual([[second?.session.id, "too-many"]]);
  expect(sessions.all.length).toBe(64);
});

test("a session knows when it was used last", () => {
  const { clock, sessions, open } = drivenSessions();
  const { secret, session } = open();
  expect(session.endsAt.getTime() - session.since.getTime()).toBe(SESSION_MILLIS);
  clock.advance(90_000);
  sessions.find([secret]);
  expect(session.lastUsedAt.getTime() - session.since.getTime()).toBe(90_000);
});

test("a session is over after 12 hours, also while its timer is late", () => {
  let nowMillis = 1_000;
  const sessions = new OperatorSessions({
    clock: { now: () => nowMillis, after: () => () => undefined },
    today: () => new Date(nowMillis),
    onEnded: () => undefined,
  });
  const { secret } = sessions.open({ address: "192.168.1.7", browser: "Firefox on Linux" });
  nowMillis += SESSION_MILLIS - 1;
  expect([sessions.find([secret]) !== undefined, sessions.has([secret])]).toEqual([true, true]);
  nowMillis += 1;
  expect([sessions.find([secret]), sessions.has([secret])]).toEqual([undefined, false]);
});
