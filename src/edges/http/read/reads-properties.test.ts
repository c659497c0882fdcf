import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyContents, anyHistory } from "../../../../test/support/home/any-change.ts";
import { makeAll } from "../../../../test/support/home/founded-home.ts";
import { everyRead } from "../../../../test/support/http/every-read.ts";
import { readsOf } from "../../../../test/support/http/reads-of.ts";
import { MutableHome } from "../../../core/home/home.ts";

test("whatever happens to a home, everything that was cached of it reads as if it were made from nothing", () => {
  fc.assert(
    fc.property(anyContents, anyHistory, fc.constantFrom("arrival", "id"), (contents, history, order) => {
      const home = new MutableHome(contents, order);
      const reads = readsOf(home);
      everyRead(home, reads);
      for (const change of history.slice(0, 12)) {
        makeAll(home, [change]);
        expect(everyRead(home, reads)).toEqual(everyRead(home));
      }
    }),
    { numRuns: times(40) },
  );
});
