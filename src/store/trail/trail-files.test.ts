import { appendFileSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { OPERATOR, type RecordedEntry, type TrailEntry, type TrailQuery } from "../../home/trail-entry.ts";
import { TrailFiles } from "./trail-files.ts";

const DAY_MILLIS = 86_400_000;
const LIMITS = { segmentBytes: 600, segments: 4, days: 90 };
/** The last line of a file may go beyond its size. */
const MOST_BYTES = LIMITS.segments * (LIMITS.segmentBytes + 400);

const entry = (did: string, more: Partial<TrailEntry> = {}): TrailEntry => {
  return { by: OPERATOR, did, devices: [], outcome: "done", ...more };
};

/** The trail of a folder on a clock that the test drives, which can be opened anew as after a restart. */
class TestTrail {
  readonly folder = someFolder();
  nowMillis = Date.parse("2026-11-16T20:00:00.000Z");
  files = this.#opened();

  #opened(): TrailFiles {
    return new TrailFiles(this.folder, { now: () => this.nowMillis, limits: LIMITS });
  }

  restart(): void {
    this.files = this.#opened();
  }

  get paths(): readonly string[] {
    const folder = join(this.folder, "history");
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  }

  get bytes(): number {
    return this.paths.reduce((sum, path) => sum + statSync(path).size, 0);
  }

  /** All pieces, from the newest to the oldest, put together again. */
  all(query: TrailQuery = {}): readonly RecordedEntry[] {
    const entries: RecordedEntry[] = [];
    let piece = this.files.read(query);
    for (; ; piece = this.files.read(query, piece.older)) {
      entries.unshift(...piece.entries);
      if (piece.older === undefined) return entries;
    }
  }

  get told(): readonly string[] {
    return this.all().map(({ did }) => did);
  }
}

type Step =
  | { readonly kind: "append"; readonly sizes: readonly number[] }
  | { readonly kind: "restart" }
  | { readonly kind: "tear"; readonly bytes: number }
  | { readonly kind: "garbage"; readonly text: string }
  | { readonly kind: "pass"; readonly days: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("append"), sizes: fc.array(fc.nat(120), { maxLength: 8 }) }) },
  fc.record({ kind: fc.constant("restart") }),
  fc.record({ kind: fc.constant("tear"), bytes: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant("garbage"), text: fc.string() }),
  fc.record({ kind: fc.constant("pass"), days: fc.nat(10) }),
);

/** A trail to which anything happens, beside the list of what must be told. */
class ModelledTrail extends TestTrail {
  #count = 0;
  /** Entries that no damage took; the oldest of them may have made room. */
  #whole: string[] = [];

  take(step: Step): void {
    switch (step.kind) {
      case "append":
        this.#append(step.sizes);
        break;
      case "restart":
        this.restart();
        break;
      case "pass":
        this.nowMillis += step.days * DAY_MILLIS;
        break;
      case "garbage":
        this.#damage((newest) => appendFileSync(newest, step.text));
        break;
      case "tear":
        this.#damage((newest) => truncateSync(newest, Math.max(0, statSync(newest).size - step.bytes)));
        break;
      default:
        step satisfies never;
    }
  }

  #append(sizes: readonly number[]): void {
    const entries = sizes.map((size) => `${this.#count++} ${"x".repeat(size)}`);
    this.files.append(entries.map((did) => entry(did)));
    this.#whole.push(...entries);
    expect(this.told.slice(this.told.length - sizes.length)).toEqual(entries.slice(-this.told.length));
  }

  /** A loss of power: the end of the newest file is gone, or is not what was written. */
  #damage(damage: (newest: string) => void): void {
    this.restart();
    const newest = this.#count === 0 ? undefined : this.paths.at(-1);
    if (newest === undefined) return;
    damage(newest);
    const { told } = this;
    this.#whole = this.#whole.filter((did) => told.includes(did));
  }

  check(): void {
    const sequences = this.all().map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    expect(this.told).toEqual(this.#whole.slice(this.#whole.length - sequences.length));
    if (this.#count === 0) return;
    expect(this.paths.length).toBeLessThanOrEqual(LIMITS.segments);
    expect(this.bytes).toBeLessThanOrEqual(MOST_BYTES);
  }
}

test("whatever happens, the trail is bounded and in order, and ends with every entry that no damage took", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const trail = new ModelledTrail();
      for (const step of steps) {
        trail.take(step);
        trail.check();
      }
    }),
    { numRuns: times(300) },
  );
});

describe("an entry", () => {
  test("is found by device, author, time and place", () => {
    const trail = new TestTrail();
    trail.files.append([entry('"Ceiling" renamed', { devices: ["C1"] }), entry("other")]);
    trail.nowMillis += 60_000;
    trail.files.append([entry("by a key", { by: { kind: "key", name: "acme#Panel" } })]);
    const told = (query: TrailQuery) => trail.all(query).map(({ sequence }) => sequence);
    expect(told({ device: "C1" })).toEqual([1]);
    expect(told({ device: "ceiling" })).toEqual([1]);
    expect(told({ by: "ACME#panel" })).toEqual([3]);
    expect(told({ by: "operator" })).toEqual([1, 2]);
    expect(told({ since: "2026-11-16T20:00:30.000Z" })).toEqual([3]);
    expect(told({ after: 2 })).toEqual([3]);
    expect(trail.files.read({ after: 3 })).toEqual({ entries: [], oldestAt: undefined, older: undefined, last: 3 });
  });

  test("of longer ago than ninety days is neither told nor kept", () => {
    const trail = new TestTrail();
    trail.files.append([entry("old")]);
    const [path = ""] = trail.paths;
    utimesSync(path, trail.nowMillis / 1000, trail.nowMillis / 1000);
    trail.nowMillis += 91 * DAY_MILLIS;
    expect(trail.told).toEqual([]);
    trail.files.append([entry("new")]);
    expect(trail.told).toEqual(["new"]);
    expect(trail.paths).toHaveLength(1);
  });

  test("has a short line, whatever a back end answered", () => {
    const trail = new TestTrail();
    trail.files.append([entry("x".repeat(100_000), { why: "y".repeat(100_000) })]);
    expect(trail.bytes).toBeLessThan(3_000);
  });
});

test("what cannot be written waits, the latest of it, and the number of the others is told", () => {
  const folder = someFolder();
  const files = new TrailFiles(folder);
  writeFileSync(join(folder, "history"), "in the way");
  for (let index = 1; index <= 1_010; index += 1) files.append([entry(String(index))]);
  rmSync(join(folder, "history"));
  files.append([entry("last")]);
  const { entries } = files.read({});
  expect(entries[0]).toMatchObject({ did: "the trail could not be written", unwritten: 10 });
  expect(entries.slice(1, 3).map(({ did }) => did)).toEqual(["11", "12"]);
  expect(entries.at(-1)).toMatchObject({ did: "last", sequence: 1_002 });
});

test("nothing is left of a trail that is removed, and the next entry begins it anew", () => {
  const trail = new TestTrail();
  trail.files.append([entry("secret")]);
  trail.files.removeAll();
  trail.files.append([entry("new")]);
  expect(trail.told).toEqual(["new"]);
});
