import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyContents } from "../../../../test/support/home/any-change.ts";
import { deviceId, name, roomId } from "../../../../test/support/home/any-resource.ts";
import { contentsOf, MutableHome } from "../home.ts";
import type { Change, ChangeOf } from "./change.ts";
import { effectOf } from "./effect.ts";
import { idOf } from "./replacement.ts";

const anyAdmission: fc.Arbitrary<ChangeOf<"deviceAdmitted">> = fc
  .record(
    { deviceId, name, place: fc.record({ roomId: fc.option(roomId), byHand: fc.boolean() }) },
    { requiredKeys: ["deviceId"] },
  )
  .map((fields) => ({ kind: "deviceAdmitted", ...fields }));

/** The same, one thing after the other. */
const inSteps = ({ deviceId: id, name: called, place }: ChangeOf<"deviceAdmitted">): readonly Change[] => [
  { kind: "deviceAdmitted", deviceId: id },
  ...(called === undefined ? [] : [{ kind: "deviceRenamed", deviceId: id, name: called } as const]),
  ...(place ? [{ kind: "deviceMoved", deviceId: id, ...place } as const] : []),
];

function make(home: MutableHome, change: Change): string {
  const effect = effectOf(home, change);
  if (typeof effect === "string") return effect;
  for (const replacement of effect) home.replace(replacement);
  return "done";
}

test("a device that is admitted under a name and into a room at once is as if that had happened step by step", () => {
  fc.assert(
    fc.property(anyContents, anyAdmission, (contents, admission) => {
      const [atOnce, stepwise] = [new MutableHome(contents), new MutableHome(contents)];
      const effect = effectOf(atOnce, admission);
      const outcome = make(atOnce, admission);
      const outcomes = inSteps(admission).map((step) => make(stepwise, step));
      expect(outcome === "done").toBe(outcomes.every((each) => each === "done"));
      if (outcome === "done") expect(contentsOf(atOnce)).toEqual(contentsOf(stepwise));
      else expect(contentsOf(atOnce)).toEqual(contents);
      const places = typeof effect === "string" ? [] : effect.map((one) => `${one.in} ${idOf(one)}`);
      expect(new Set(places).size).toBe(places.length);
    }),
    { numRuns: times(1_000) },
  );
});
