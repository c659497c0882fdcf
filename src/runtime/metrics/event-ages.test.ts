import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import type { WireEvent } from "../../core/contract/events.ts";
import { Journal } from "../../core/present/events/journal.ts";
import { EventAges } from "./event-ages.ts";

const EVENT = { action: "remove", type: "light", item: { id: "1", type: "light" } } as unknown as WireEvent;

test("a reader's lag is the age of the first event that it does not have", () => {
  const clock = new ManualClock();
  const journal = new Journal(1_000);
  const ages = EventAges.follow(journal, clock.now);
  expect([ages.behind(1_000), ages.millisSince(1_000)]).toEqual([0, 0]);
  journal.append([EVENT, EVENT]);
  clock.advance(5_000);
  journal.append([EVENT]);
  clock.advance(1_000);
  expect([ages.behind(1_000), ages.millisSince(1_000)]).toEqual([3, 6_000]);
  expect([ages.behind(1_001), ages.millisSince(1_001)]).toEqual([2, 6_000]);
  expect([ages.behind(1_002), ages.millisSince(1_002)]).toEqual([1, 1_000]);
  expect([ages.behind(1_003), ages.millisSince(1_003)]).toEqual([0, 0]);
});

test("events without a pause take bounded memory, and the age of the oldest is at least what is remembered", () => {
  const clock = new ManualClock();
  const journal = new Journal(0);
  const ages = EventAges.follow(journal, clock.now);
  for (let at = 0; at < 20_000; at += 1) {
    journal.append([EVENT]);
    clock.advance(100);
  }
  expect(ages.millisSince(0)).toBeGreaterThanOrEqual(300_000);
  expect(ages.millisSince(19_999)).toBe(100);
});
