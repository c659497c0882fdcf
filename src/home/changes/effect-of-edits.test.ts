import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyContents, anyEdits } from "../../../test/support/home/any-change.ts";
import { contentsOf, MutableHome } from "../home.ts";
import type { HomeContents } from "../model/contents.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";

/** A home after changes, each of which is possible; else why one is not. */
function after(contents: HomeContents, changes: readonly Change[]): string {
  const home = new MutableHome(contents);
  for (const change of changes) {
    const effect = effectOf(home, change);
    if (typeof effect === "string") return effect;
    for (const replacement of effect) home.replace(replacement);
  }
  return JSON.stringify(contentsOf(home));
}

test("edits of different devices come to the same as one after the other, or to the same refusal", () => {
  fc.assert(
    fc.property(anyContents, anyEdits, (contents, edits) => {
      expect(after(contents, [{ kind: "devicesEdited", edits }])).toBe(after(contents, edits));
    }),
    { numRuns: times(500) },
  );
});
