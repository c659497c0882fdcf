import { expect, test } from "vitest";
import { CountingClock } from "../../../test/support/gateway/counting-clock.ts";
import { eitherOf, pause, unlessAborted, within } from "./clock.ts";

const REASON = new Error("enough");
const never = new Promise<never>(() => undefined);
const late = () => new Error("too late");

function limits(signal: AbortSignal = new AbortController().signal) {
  const clock = new CountingClock();
  return { clock, millis: 100, signal };
}

test("a promise is waited for until it is settled, the signal comes, or its time is up", async () => {
  expect(await unlessAborted(Promise.resolve(7), limits().signal)).toBe(7);
  expect(await within(Promise.resolve(7), limits(), late)).toBe(7);
  await expect(within(Promise.reject(REASON), limits(), late)).rejects.toBe(REASON);
  const some = limits();
  const waiting = within(never, some, late);
  some.clock.advance(100);
  await expect(waiting).rejects.toThrow("too late");
});

test("a signal that came before is heard as one that comes now", async () => {
  const aborted = AbortSignal.abort(REASON);
  await expect(unlessAborted(never, aborted)).rejects.toBe(REASON);
  await expect(unlessAborted(Promise.reject(new Error("later")), aborted)).rejects.toBe(REASON);
  await expect(within(never, limits(aborted), late)).rejects.toBe(REASON);
  await expect(pause(limits(aborted))).rejects.toBe(REASON);
  const end = new AbortController();
  const waiting = [
    unlessAborted(never, end.signal),
    within(never, limits(end.signal), late),
    pause(limits(end.signal)),
  ];
  end.abort(REASON);
  for (const promise of waiting) await expect(promise).rejects.toBe(REASON);
});

test("a pause is over when its time is up", async () => {
  const some = limits();
  const waiting = pause(some);
  some.clock.advance(100);
  expect(await waiting).toBeUndefined();
});

test("no alarm is left behind", async () => {
  const end = new AbortController();
  const some = limits(end.signal);
  await within(Promise.resolve(), some, late);
  await new Promise(setImmediate);
  const waiting = [within(never, some, late), pause(some)];
  expect(some.clock.pendingAlarms).toBe(2);
  end.abort(REASON);
  await Promise.allSettled(waiting);
  await new Promise(setImmediate);
  expect(some.clock.pendingAlarms).toBe(0);
});

test("one signal stands for several, and one alone for itself", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const both = eitherOf(one.signal, undefined, other.signal);
  expect(both.aborted).toBe(false);
  other.abort(REASON);
  expect(both.reason).toBe(REASON);
  expect(eitherOf(undefined, one.signal)).toBe(one.signal);
  expect(eitherOf().aborted).toBe(false);
});
