import { setTimeout as pause } from "node:timers/promises";
import type { ManualClock } from "../gateway/manual-clock.ts";

/** Lets time pass on a clock that the test drives, and sockets have their turn, until something is settled. */
export async function whileTimePasses<Value>(
  clock: ManualClock,
  promise: Promise<Value>,
  stepMillis = 100,
): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await pause(1);
    if (!isSettled) clock.advance(stepMillis);
  }
  return promise;
}
