import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { FollowedGateway } from "../../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import type { ResourceWrite } from "../../../core/gateway/store.ts";
import { additions } from "../../../core/home/home.ts";
import { entryKey, entryValue } from "../fleet-entry.ts";
import { FleetMirror } from "./mirror.ts";

const PRESENCE = JSON.stringify({
  ...{ epoch: "e", instance: "", name: "", version: "", startedAt: "", problems: [], lights: 0, pending: 0 },
});

interface Entry {
  readonly key: string;
  readonly value: string | undefined;
}

/** Each resource of a furnished home: as it is there, renamed, and gone. */
const ENTRIES = additions(FURNISHED).flatMap(({ in: kind, after }): readonly Entry[] => {
  if (!after || kind === "keys") return [];
  const key = `g1.${entryKey(kind, after.id)}`;
  const textOf = (resource: object) =>
    entryValue({ in: kind, id: after.id, after: resource, isNew: false } as ResourceWrite, "e");
  const values = [textOf(after), textOf({ ...after, name: "Otherwise" })];
  const isOwn = FOUNDED[kind].some(({ id }) => id === after.id);
  return [...values, ...(isOwn ? [] : [undefined])].map((value) => ({ key, value }));
});

test("in whatever order entries come and go, events folded onto what was read are what a front answers", async () => {
  const some = fc.array(fc.constantFrom(...ENTRIES), { minLength: 1, maxLength: 8 });
  const round = fc.record({ some, atOnce: fc.constantFrom(1, 2, 100) });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 12 }), async (rounds) => {
      const mirror = new FleetMirror();
      const followed = new FollowedGateway(FOUNDED, { order: "id-but-rooms" });
      const take = ({ key, value }: Entry) => mirror.take({ key, value, revision: 1, atMillis: 0 }, 0);
      mirror.enrol("g1", "Floor 1");
      take({ key: "g1.presence", value: PRESENCE });
      for (const { some: entries, atOnce } of rounds) {
        for (const entry of entries) take(entry);
        const touched = mirror.takeTouched();
        for (let at = 0; at < touched.length; at += atOnce) {
          const resources = touched.slice(at, at + atOnce).map((key) => mirror.shown(key));
          followed.gateway.submit({ kind: "resourcesMirrored", resources });
          await settled();
          expect(followed.known).toBe(followed.read);
        }
      }
    }),
    { numRuns: times(5_000) },
  );
});
