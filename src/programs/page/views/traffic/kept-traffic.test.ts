import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import { DrivenClock } from "../../../../libraries/testing/driven-clock.ts";
import type { Session } from "../../access/session.ts";
import { HomeModel } from "../../model/home-model.ts";
import { keptTraffic } from "./kept-traffic.ts";

const FIRST = { endsAt: "2026-11-17T20:00:00.000Z" };
const SECOND = { endsAt: "2026-11-17T21:00:00.000Z" };

test.each([undefined, SECOND])(
  "what was seen is there for whoever comes back, and gone with the operator's session: then %j",
  (then) => {
    const session = signal<Session | undefined>(FIRST);
    const parts = { access: { session }, model: new HomeModel(), operator: { follow: async function* () {} as never } };
    const { list } = keptTraffic(parts, new DrivenClock());
    list.take([aTrafficEntry({})]);
    session.value = { ...FIRST };
    expect(keptTraffic(parts).list.shown.value).toHaveLength(1);
    session.value = then;
    expect(keptTraffic(parts).list.shown.value).toEqual([]);
  },
);

test("it is followed from the first look on, whatever is shown then, and again after the gateway was away", async () => {
  const clock = new DrivenClock();
  const pieces = [[], [1, 2], [3], "away", [], [4], "away", [], [1]];
  const answer = async function* () {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      if (piece === "away") throw new Error("away");
      yield [...piece].map((sequence) => aTrafficEntry({ sequence: Number(sequence), what: `GET /${sequence}` }));
    }
    await new Promise(() => {});
  };
  const session = signal<Session | undefined>(FIRST);
  const parts = { access: { session }, model: new HomeModel(), operator: { follow: answer as never } };
  const { list, isFollowed, refusal } = keptTraffic(parts, clock);
  const numbers = () => list.shown.value.map(({ last }) => last.sequence);
  await expect.poll(() => refusal.value).toEqual(["The gateway did not answer."]);
  expect([numbers(), isFollowed.value]).toEqual([[3, 2, 1], false]);
  clock.advance(3_000);
  await expect.poll(numbers).toEqual([4, 3, 2, 1]);
  await expect.poll(() => isFollowed.value).toBe(false);
  clock.advance(3_000);
  await expect.poll(numbers).toEqual([1]);
  expect([isFollowed.value, refusal.value]).toEqual([true, []]);
});
