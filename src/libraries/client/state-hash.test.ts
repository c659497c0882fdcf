import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stateHash } from "./state-hash.ts";

/** As the gateway's documents say it, from nothing. */
function plainHash(resources: readonly object[]): string {
  const digests = resources.map((resource) => createHash("sha256").update(JSON.stringify(resource), "utf8").digest());
  const sum = digests.reduce((so, digest) => so ^ BigInt(`0x${digest.toString("hex", 0, 16)}`), 0n);
  return sum.toString(16).padStart(32, "0");
}

test("the hash of a home is the one that the gateway has of the same", () => {
  expect(stateHash([])).toBe("0".repeat(32));
  expect(stateHash([{ id: "A" }, { id: "B" }])).toBe("818bfa77e5a432c3eb5d91e0293f2a96");
  const lamp = { id: "A", type: "light", name: "Lämpchen 💡" };
  expect(stateHash([lamp])).toBe(plainHash([lamp]));
  expect(stateHash([lamp, lamp])).toBe("0".repeat(32));
});

test("so it is for resources of any length and text, in whatever order, the second time as well", () => {
  const anyResource = fc.record({ id: fc.uuid(), name: fc.string({ unit: "binary", maxLength: 200 }) });
  fc.assert(
    fc.property(fc.array(anyResource, { maxLength: 5 }), (resources) => {
      const hash = plainHash(resources);
      expect([stateHash(resources), stateHash(resources.toReversed())]).toEqual([hash, hash]);
    }),
  );
});
