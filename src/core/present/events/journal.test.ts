import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import type { WireEvent } from "../../contract/events.ts";
import { Journal, type Recorded } from "./journal.ts";

const START = 1_790_000_000_000_000;

/** An event whose JSON has this many characters. */
function anEvent(length = 30): WireEvent {
  const padding = length - JSON.stringify({ id: "", type: "light" }).length;
  return { action: "remove", type: "light", item: { id: "x".repeat(Math.max(0, padding)), type: "light" } };
}
const events = (...lengths: readonly number[]): readonly WireEvent[] => lengths.map(anEvent);
const idsOf = (recorded: readonly Recorded[] | undefined) => recorded?.map(({ id }) => id - START);

test("ids rise by one from where the journal starts, and each event keeps its text", () => {
  const journal = new Journal(START);
  expect(journal.head).toBe(START);
  expect(journal.after(START)).toEqual([]);
  const [first, second] = [anEvent(30), anEvent(40)];
  journal.append([first, second]);
  expect(journal.head).toBe(START + 2);
  expect(journal.after(START)).toEqual([
    { id: START + 1, action: "remove", type: "light", itemId: first.item.id, text: JSON.stringify(first.item) },
    { id: START + 2, action: "remove", type: "light", itemId: second.item.id, text: JSON.stringify(second.item) },
  ]);
});

test.each([START - 1, START + 3, START + 0.5, Number.NaN, -Infinity, Infinity, 0])(
  "what came after %d is not known",
  (id) => {
    const journal = new Journal(START);
    journal.append(events(30, 30));
    expect(journal.after(id)).toBeUndefined();
  },
);

test("the oldest are forgotten once there are too many", () => {
  const journal = new Journal(START, { events: 3, length: 1_000 });
  journal.append(events(30, 30));
  journal.append(events(30, 30));
  expect(journal.after(START)).toBeUndefined();
  expect(idsOf(journal.after(START + 1))).toEqual([2, 3, 4]);
});

test("the oldest are forgotten once they are too long together", () => {
  const journal = new Journal(START, { events: 100, length: 100 });
  journal.append(events(40, 30, 30));
  expect(idsOf(journal.after(START))).toEqual([1, 2, 3]);
  journal.append(events(31));
  expect(journal.after(START)).toBeUndefined();
  expect(idsOf(journal.after(START + 1))).toEqual([2, 3, 4]);
});

test("more at once than is remembered reaches its listeners, and is remembered for nobody else", () => {
  const journal = new Journal(START, { events: 2, length: 1_000 });
  const received: Recorded[] = [];
  journal.onAppended((appended) => received.push(...appended.map(({ recorded }) => recorded)));
  journal.append(events(30, 30, 30));
  expect(idsOf(received)).toEqual([1, 2, 3]);
  expect(journal.after(START)).toBeUndefined();
  expect(idsOf(journal.after(START + 1))).toEqual([2, 3]);
  journal.append(events(2_000));
  expect(journal.after(journal.head - 1)).toBeUndefined();
  expect(journal.after(journal.head)).toEqual([]);
  journal.append(events(1_000));
  expect(idsOf(journal.after(journal.head - 1))).toEqual([5]);
});

test("listeners are called once the journal has the events, until they unsubscribe, and never without events", () => {
  const journal = new Journal(START);
  const heads: unknown[] = [];
  const end = journal.onAppended(() => heads.push(idsOf(journal.after(START))));
  journal.append([]);
  journal.append(events(30));
  journal.append(events(30, 30));
  end();
  journal.append(events(30));
  expect(heads).toEqual([[1], [1, 2, 3]]);
});

/** All events ever, and by counting back from the newest those that fit. */
class NaiveJournal {
  readonly #all: Recorded[] = [];

  append(appended: readonly WireEvent[]): void {
    for (const event of appended) {
      const { action, type, item } = event;
      this.#all.push({ id: START + this.#all.length + 1, action, type, itemId: item.id, text: JSON.stringify(item) });
    }
  }

  after(id: number, capacity: { events: number; length: number }): readonly Recorded[] | undefined {
    const missed = this.#all.filter((recorded) => recorded.id > id);
    const length = missed.reduce((sum, { text }) => sum + text.length, 0);
    const isKnown = id >= START && id <= START + this.#all.length;
    return isKnown && missed.length <= capacity.events && length <= capacity.length ? missed : undefined;
  }
}

test("whatever is appended, everything that fits is known after any id, and nothing else", () => {
  const anyAppends = fc.array(fc.array(fc.integer({ min: 30, max: 120 }), { maxLength: 8 }), { maxLength: 12 });
  const anyCapacity = fc.record({ events: fc.integer({ min: 0, max: 10 }), length: fc.integer({ min: 0, max: 500 }) });
  fc.assert(
    fc.property(anyCapacity, anyAppends, (capacity, appends) => {
      const journal = new Journal(START, capacity);
      const naive = new NaiveJournal();
      for (const lengths of appends) {
        journal.append(events(...lengths));
        naive.append(events(...lengths));
        for (let id = START - 2; id <= journal.head + 2; id++) {
          expect(journal.after(id)).toEqual(naive.after(id, capacity));
        }
      }
    }),
    { numRuns: times(500) },
  );
});
