import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordedEntry } from "../src/core/home/trail-entry.ts";
import { newest } from "../src/edges/control/commands/history.ts";
import { FleetMirror } from "../src/edges/fleet/front/mirror.ts";
import { problemsOf } from "../src/edges/fleet/front/problems.ts";
import { TrailAnswerer } from "../src/edges/fleet/member/trail-answerer.ts";
import { CONFLICT_MILLIS, PRESENCE_MILLIS } from "../src/edges/fleet/presence.ts";
import { trailAnswerFrom, trailRequestFrom } from "../src/edges/fleet/trail-request.ts";
import { times } from "./support/depth.ts";

const PRESENCE = {
  epoch: "first",
  instance: "1",
  name: "Luxgate",
  version: "0.0.0",
  startedAt: "2026-11-18T12:00:00.000Z",
  problems: [],
  lights: 0,
  pending: 0,
};

test("a gateway that was not heard of for a lease is offline since it was last heard of", () => {
  const mirror = new FleetMirror();
  mirror.enrol("g1", "Floor 1");
  mirror.take({ key: "g1.presence", value: JSON.stringify(PRESENCE), revision: 1, atMillis: 1_000 }, 1_000);
  mirror.judge(1_000 + PRESENCE_MILLIS.lease);
  expect(problemsOf(mirror)).toEqual([]);
  mirror.judge(1_001 + PRESENCE_MILLIS.lease);
  expect(problemsOf(mirror)).toMatchObject([{ kind: "offline", gateways: ["Floor 1"], sinceMillis: 1_000 }]);
});

test("a conflict of two gateways is over when the second one was not heard of for a while", () => {
  const mirror = new FleetMirror();
  mirror.enrol("g1", "Floor 1");
  const put = (kind: string, value: object, atMillis: number) =>
    mirror.take({ key: `g1.${kind}`, value: JSON.stringify(value), revision: atMillis, atMillis }, atMillis);
  put("conflict", { at: "2026-11-18T12:00:00.000Z", host: "spare" }, 1_000);
  const endMillis = 1_000 + CONFLICT_MILLIS.holds;
  put("presence", PRESENCE, endMillis);
  mirror.judge(endMillis);
  expect(problemsOf(mirror)).toMatchObject([{ kind: "conflict", gateways: ["Floor 1"] }]);
  mirror.judge(endMillis + 1, endMillis);
  expect(problemsOf(mirror)).toHaveLength(1);
  mirror.judge(endMillis + 1);
  expect(problemsOf(mirror)).toEqual([]);
});

test("whatever is put into the bucket, problems can be listed, and a presence that is none is named", () => {
  const anyKey = fc.tuple(
    fc.constantFrom("g1", "g2"),
    fc.constantFrom("presence", "conflict", "lights.L1", "devices.D1", "rooms.R1", "scenes.S1", "wibble.1", ""),
  );
  const anyValue = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(PRESENCE)));
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, fc.option(anyValue, { nil: undefined }))), (puts) => {
      const mirror = new FleetMirror();
      mirror.enrol("g1", "Floor 1");
      puts.forEach(([key, value], index) => {
        mirror.take({ key: key.join("."), value, revision: index, atMillis: index }, index);
      });
      const named = problemsOf(mirror).flatMap(({ kind, gateways }) => gateways.map((gateway) => `${kind} ${gateway}`));
      expect(new Set(named).size).toBe(named.length);
      const last = puts.findLast(([key]) => key.join(".") === "g1.presence")?.[1];
      const isNone = last !== undefined && last !== JSON.stringify(PRESENCE);
      if (isNone) expect(named).toContain("not understood Floor 1");
    }),
    { numRuns: times(300) },
  );
});

/** Entries of a trail, with gaps in their numbers, and stretches of it that are read at once. */
const anyTrail = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 40 }),
  stretch: fc.integer({ min: 1, max: 12 }),
  most: fc.integer({ min: 1, max: 50 }),
});

test("a trail that is asked for in pieces has each of the newest entries once, in their order", async () => {
  await fc.assert(
    fc.asyncProperty(anyTrail, async ({ sizes, stretch, most }) => {
      const all = sizes.map(
        (size, index): RecordedEntry => ({
          sequence: 2 * index + 1,
          at: new Date(index).toISOString(),
          by: { kind: "operator" },
          did: "x".repeat(size % 10_000),
          devices: [],
          outcome: "done",
        }),
      );
      const answerer = new TrailAnswerer(async (_query, older = Number.POSITIVE_INFINITY) => {
        const before = all.filter(({ sequence }) => sequence < older);
        const entries = before.slice(-stretch);
        const isLast = entries.length === before.length;
        const [oldest] = entries;
        return {
          entries,
          oldestAt: oldest?.at,
          unreadable: 0,
          older: isLast ? undefined : oldest?.sequence,
          last: all.length,
        };
      });
      // As over the network.
      const readTrail = async (query: object, older?: number) => {
        const request = trailRequestFrom(JSON.stringify({ trail: { query, older, most } }));
        const answer = request && trailAnswerFrom(JSON.stringify(await answerer.answer(request)));
        if (!answer || !("piece" in answer)) throw new Error("no piece");
        expect(JSON.stringify(answer).length).toBeLessThan(300 * 1024);
        return answer.piece;
      };
      const { pieces } = await newest({ readTrail }, {}, most);
      expect(pieces.flat()).toEqual(all.slice(-most));
    }),
    { numRuns: times(200) },
  );
});

test("a third question for a trail that is being read is answered as busy, and a fault of the disk in words", async () => {
  const failing: ((fault: Error) => void)[] = [];
  const answerer = new TrailAnswerer(() => new Promise((_resolve, reject) => failing.push(reject)));
  const request = { trail: { query: {}, most: 1 } };
  const [first, second] = [answerer.answer(request), answerer.answer(request)];
  expect(await answerer.answer(request)).toEqual({ busy: true });
  for (const fail of failing) fail(new Error("EIO"));
  expect(await Promise.all([first, second])).toEqual([{ problem: "EIO" }, { problem: "EIO" }]);
});
