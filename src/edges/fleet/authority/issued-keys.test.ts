import { createUser } from "@nats-io/nkeys";
import fc from "fast-check";
import { expect, test } from "vitest";
import { USUAL_RUNS } from "../../../../test/support/depth.ts";
import { type IssuedKeys, keysOf, withIssued, withKnown, withoutKeys } from "./issued-keys.ts";

const KEYS = Array.from({ length: 12 }, () => createUser().getPublicKey());
const IDS = ["g1", "g2", "constructor"];
const NONE: IssuedKeys = { revoked: { HUB: [], GATEWAYS: [] } };

const anyStep = fc.record({
  does: fc.constantFrom("known" as const, "issued" as const, "removed" as const),
  id: fc.constantFrom(...IDS),
  publicKey: fc.constantFrom(...KEYS),
});
type Step = Readonly<{ does: "known" | "issued" | "removed"; id: string; publicKey: string }>;

const taken: Readonly<Record<Step["does"], (keys: IssuedKeys, step: Step) => IssuedKeys>> = {
  known: (keys, step) => withKnown(keys, "gateway", [step]),
  issued: (keys, step) => withIssued(withoutKeys(keys, "gateway", step.id), step),
  removed: (keys, { id }) => withoutKeys(keys, "gateway", id),
};
const left: Readonly<Record<Step["does"], (step: Step) => readonly string[] | undefined>> = {
  known: () => undefined,
  issued: ({ publicKey }) => [publicKey],
  removed: () => [],
};

test("a key that is known once is valid or revoked from then on, and after a removal a member has none", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
      let keys = NONE;
      for (const [index, step] of steps.entries()) {
        keys = taken[step.does](keys, step);
        expect(keysOf(keys, step.id)).toEqual(left[step.does](step) ?? keysOf(keys, step.id));
        const seen = steps.slice(0, index + 1).filter(({ does }) => does !== "removed");
        const all = new Set([...IDS.flatMap((id) => keysOf(keys, id)), ...keys.revoked.GATEWAYS]);
        expect(all).toEqual(new Set(seen.map(({ publicKey }) => publicKey)));
      }
    }),
    { numRuns: USUAL_RUNS },
  );
});

test("what is no key of credentials is not known, as servers would refuse the account that revokes it", () => {
  for (const publicKey of ["", "wibble", "A".repeat(56)]) {
    expect(withKnown(NONE, "front", [{ id: "f1", publicKey }])).toBe(NONE);
  }
});
