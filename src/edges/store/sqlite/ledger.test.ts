import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { Ledger, type Plan, type Write } from "./ledger.ts";
import { digestOf, folded, type Row } from "./rows.ts";

/** Writes about few entries, each at most once in a plan. */
const anyWrites: fc.Arbitrary<readonly Write[]> = fc.uniqueArray(
  fc.record({
    in: fc.constantFrom("lights", "rooms", "pictures"),
    id: fc.constantFrom("1", "2", "3"),
    body: fc.option(fc.constantFrom("{}", "[1]"), { nil: undefined }),
    isNew: fc.boolean(),
  }),
  { selector: (write) => `${write.in} ${write.id}`, maxLength: 9 },
);
const anyHistory = fc.array(anyWrites, { maxLength: 12 });

/** The rows after a plan, as a table would have them. */
const rowsAfter = (rows: readonly Row[], { removed, put }: Plan): readonly Row[] => {
  const gone = new Set([...removed, ...put].map(({ position }) => position));
  return [...rows.filter(({ position }) => !gone.has(position)), ...put].sort(
    (one, other) => one.position - other.position,
  );
};

type WrittenEntry = Pick<Write, "in" | "id" | "body">;

/** What should be there, in the plainest way. */
function writtenAfter(written: readonly WrittenEntry[], writes: readonly Write[]): readonly WrittenEntry[] {
  let after = written;
  for (const { in: kind, id, body, isNew } of writes) {
    const isIt = (some: WrittenEntry) => some.in === kind && some.id === id;
    if (body !== undefined && !isNew && after.some(isIt)) {
      after = after.map((some) => (isIt(some) ? { in: kind, id, body } : some));
    } else {
      after = [...after.filter((some) => !isIt(some)), ...(body === undefined ? [] : [{ in: kind, id, body }])];
    }
  }
  return after;
}

/** Goes through a history and looks at each plan and the table after it. */
function alongHistories(
  look: (seen: { ledger: Ledger; plan: Plan; rows: readonly Row[]; written: readonly WrittenEntry[] }) => void,
) {
  const property = fc.property(anyHistory, (history) => {
    const ledger = new Ledger([]);
    let rows: readonly Row[] = [];
    let written: readonly WrittenEntry[] = [];
    for (const writes of history) {
      const plan = ledger.plan(writes);
      ledger.apply(plan);
      rows = rowsAfter(rows, plan);
      written = writtenAfter(written, writes);
      look({ ledger, plan, rows, written });
    }
  });
  fc.assert(property, { numRuns: times(500) });
}

test("whatever is written, the rows hold just that, in the order in which it came", () => {
  alongHistories(({ rows, written }) => {
    expect(rows.map(({ in: kind, id, body }) => ({ in: kind, id, body }))).toEqual(written);
  });
});

test("no two rows stand at one place, none at that of the row about them, and each has its digest", () => {
  alongHistories(({ rows }) => {
    expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length);
    expect(rows.every(({ position }) => position > 0)).toBe(true);
    expect(rows.every((row) => row.digest === digestOf(row.position, row))).toBe(true);
  });
});

test("the count and the seal of a plan are those of all rows after it", () => {
  alongHistories(({ plan, rows }) => {
    expect(plan.rows).toBe(rows.length);
    expect(plan.seal).toBe(rows.reduce((seal, { digest }) => folded(seal, digest), 0));
  });
});

test("a ledger that has seen it all and one that reads the rows afterwards plan alike, but for the places", () => {
  alongHistories(({ ledger, rows }) => {
    const fresh = new Ledger(rows);
    expect(fresh.entries()).toEqual(expect.arrayContaining([...ledger.entries()]));
    const { nextPosition: _, ...expected } = ledger.plan([]);
    expect(fresh.plan([])).toMatchObject(expected);
  });
});

test("a plan that is not made leaves everything as it was", () => {
  alongHistories(({ ledger, rows }) => {
    const [before, entries] = [ledger.plan([]), ledger.entries()];
    ledger.plan(rows.map((row) => ({ ...row, body: undefined, isNew: false })));
    expect(ledger.plan([])).toEqual(before);
    expect(ledger.entries()).toEqual(entries);
  });
});

test("writes that are planned in parts come to the same as in one plan", () => {
  fc.assert(
    fc.property(anyHistory, anyWrites, fc.nat(9), (history, writes, cut) => {
      const [whole, parted] = [new Ledger([]), new Ledger([])];
      for (const ledger of [whole, parted]) for (const earlier of history) ledger.apply(ledger.plan(earlier));
      const plan = whole.plan(writes);
      const first = parted.plan(writes.slice(0, cut));
      const second = parted.plan(writes.slice(cut), first);
      expect([...first.put, ...second.put]).toEqual(plan.put);
      expect([...first.removed, ...second.removed]).toEqual(plan.removed);
      const { rows, seal, nextPosition } = plan;
      expect(second).toMatchObject({ rows, seal, nextPosition });
    }),
    { numRuns: times(500) },
  );
});
