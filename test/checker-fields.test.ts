import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenIn } from "../src/programs/checker/report/report.ts";
import { breakGateway } from "./support/checker/broken-gateway.ts";
import { checkGateway, faultsIn } from "./support/checker/check.ts";
import { FIELD_FAULTS, type FieldFault } from "./support/checker/field-faults.ts";
import { type Breakage, inSuccess, isList, isOne } from "./support/checker/mutant.ts";
import { times } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";

/** Which resources of the kind are spoilt, and in which answers. */
interface Extent {
  readonly which: "all" | "one";
  readonly where: "everywhere" | "in lists" | "alone";
}

function spoiling({ kind, spoil }: FieldFault, { which, where }: Extent): Breakage {
  let chosen: string | undefined;
  const change = (resource: Wire) => {
    const before = JSON.stringify(resource);
    const { id } = resource;
    if (which === "one" && chosen !== undefined && id !== chosen) return;
    spoil(resource);
    if (JSON.stringify(resource) !== before) chosen = id;
  };
  return inSuccess(
    (asked, given) =>
      (where !== "alone" && isList(kind)(asked, given)) || (where !== "in lists" && isOne(kind)(asked, given)),
    ({ data }) => {
      for (const resource of data.arr ?? []) change(resource);
      if (data.obj?.id !== undefined) change(data.obj);
    },
  );
}

test("a field that is wrong breaks its own rule and no other, wherever it stands", { timeout: 1_800_000 }, async () => {
  const running = await runGateway();
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FIELD_FAULTS),
        fc.constantFrom<Extent["which"]>("all", "one"),
        fc.constantFrom<Extent["where"]>("everywhere", "in lists", "alone"),
        async (fault, which, where) => {
          const broken = await breakGateway(running, spoiling(fault, { which, where }));
          try {
            const report = await checkGateway(running, broken);
            expect({ fault, which, where, faults: faultsIn(report), broken: brokenIn(report) }).toMatchObject({
              broken: [fault.rule],
            });
          } finally {
            await broken.stop();
          }
        },
      ),
      { numRuns: times(400) },
    );
  } finally {
    await running.stop();
  }
});
