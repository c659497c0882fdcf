import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import {
  OPERATOR,
  partOf,
  type RecordedEntry,
  TRAIL_PARTS,
  type TrailEntry,
  type TrailPart,
  type TrailQuery,
} from "../../../core/home/trail-entry.ts";
import { TrailFiles } from "./trail-files.ts";
import { lineOf } from "./trail-segment.ts";

const DAY_MILLIS = 86_400_000;
const LIMITS = { segmentBytes: 600, segments: { commands: 4, reports: 3, refusals: 2 }, days: 90 };
/** The last line of a file may go beyond its size. */
const MOST_BYTES = (4 + 3 + 2) * (LIMITS.segmentBytes + 400);

const entry = (did: string, more: Partial<TrailEntry> = {}): TrailEntry => {
  return { by: OPERATOR, did, devices: [], outcome: "done", ...more };
};

/** What makes an entry one of each part. */
const OF_PART: Readonly<Record<TrailPart, Partial<TrailEntry>>> = {
  commands: {},
  reports: { by: { kind: "backend" } },
  refusals: { by: { kind: "address", name: "10.0.0.7" }, outcome: "refused" },
};

interface WholeTrail {
  readonly entries: readonly RecordedEntry[];
  readonly unreadable: number;
}

/** All pieces, from the newest to the oldest, put together again. */
function wholeTrail(files: TrailFiles, query: TrailQuery = {}): WholeTrail {
  const entries: RecordedEntry[] = [];
  let unreadable = 0;
  let piece = files.read(query);
  for (; ; piece = files.read(query, piece.older)) {
    entries.unshift(...piece.entries);
    unreadable += piece.unreadable;
    if (piece.older === undefined) return { entries, unreadable };
  }
}

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

  whole(query: TrailQuery = {}): WholeTrail {
    return wholeTrail(this.files, query);
  }

  all(query: TrailQuery = {}): readonly RecordedEntry[] {
    return this.whole(query).entries;
  }

  get told(): readonly string[] {
    return this.all().map(({ did }) => did);
  }
}

const anyPart = fc.constantFrom(...TRAIL_PARTS);

type Step =
  | { readonly kind: "append"; readonly entries: readonly (readonly [TrailPart, number])[] }
  | { readonly kind: "restart" }
  | { readonly kind: "tear"; readonly part: TrailPart; readonly bytes: number }
  | { readonly kind: "garbage"; readonly part: TrailPart; readonly text: string }
  | { readonly kind: "pass"; readonly days: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("append"),
      entries: fc.array(fc.tuple(anyPart, fc.nat(120)), { maxLength: 8 }),
    }),
  },
  fc.record({ kind: fc.constant("restart") }),
  fc.record({ kind: fc.constant("tear"), part: anyPart, bytes: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant("garbage"), part: anyPart, text: fc.string() }),
  fc.record({ kind: fc.constant("pass"), days: fc.nat(10) }),
);

/** A trail to which anything happens, beside the list of what must be told. */
class ModelledTrail extends TestTrail {
  #count = 0;
  /** Entries that no damage took; the oldest of each part may have made room. */
  #whole: { readonly part: TrailPart; readonly did: string }[] = [];

  take(step: Step): void {
    switch (step.kind) {
      case "append":
        this.#append(step.entries);
        break;
      case "restart":
        this.restart();
        break;
      case "pass":
        this.nowMillis += step.days * DAY_MILLIS;
        break;
      case "garbage":
        this.#damage(step.part, (newest) => appendFileSync(newest, step.text));
        break;
      case "tear":
        this.#damage(step.part, (newest) => truncateSync(newest, Math.max(0, statSync(newest).size - step.bytes)));
        break;
      default:
        step satisfies never;
    }
  }

  #append(added: readonly (readonly [TrailPart, number])[]): void {
    const entries = added.map(([part, size]) => ({ part, did: `${this.#count++} ${"x".repeat(size)}` }));
    this.files.append(entries.map(({ part, did }) => entry(did, OF_PART[part])));
    this.#whole.push(...entries);
  }

  /** A loss of power: the end of the newest file of a part is gone, or is not what was written. */
  #damage(part: TrailPart, damage: (newest: string) => void): void {
    this.restart();
    const newest = this.#count === 0 ? undefined : this.#pathsOf(part).at(-1);
    if (newest === undefined) return;
    damage(newest);
    const { told } = this;
    this.#whole = this.#whole.filter((each) => each.part !== part || told.includes(each.did));
  }

  #pathsOf(part: TrailPart): readonly string[] {
    const name = part === "commands" ? "trail" : part;
    return this.paths.filter((path) => path.includes(`/${name}-`));
  }

  check(): void {
    const all = this.all();
    const sequences = all.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    for (const part of TRAIL_PARTS) {
      const told = all.filter((each) => partOf(each) === part).map(({ did }) => did);
      const whole = this.#whole.filter((each) => each.part === part).map(({ did }) => did);
      expect(told).toEqual(whole.slice(whole.length - told.length));
      if (this.#count > 0) expect(this.#pathsOf(part).length).toBeLessThanOrEqual(LIMITS.segments[part]);
    }
    if (this.#count > 0) expect(this.bytes).toBeLessThanOrEqual(MOST_BYTES);
  }
}

test("whatever happens, each part of the trail is bounded, and all are told in order, with every entry that no damage took", () => {
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

test("no flood of refusals, however large, takes one command out of the trail", () => {
  const files = new TrailFiles(someFolder());
  files.append([entry("done once")]);
  const refused = Array.from({ length: 1_000 }, (_, index) => entry(`${index} ${"x".repeat(150)}`, OF_PART.refusals));
  for (let megabytes = 0; megabytes < 20; megabytes += 0.25) files.append(refused);
  expect(wholeTrail(files).entries[0]?.did).toBe("done once");
});

test("what was done stays, however much is refused or reported after it", () => {
  const trail = new TestTrail();
  trail.files.append([entry("done once")]);
  for (const part of ["refusals", "reports"] as const) {
    for (let count = 0; count < 200; count += 1) trail.files.append([entry(`${part} ${count}`, OF_PART[part])]);
  }
  expect(trail.told[0]).toBe("done once");
  expect(trail.told).toContain("reports 199");
  expect(trail.told).toContain("refusals 199");
  expect(trail.told).not.toContain("refusals 0");
  expect(trail.bytes).toBeLessThanOrEqual(MOST_BYTES);
});

/** As the last Luxgate without parts wrote it, a name of two lines and a refusal included. */
const WRITTEN_BEFORE = `227001ec {"sequence":1,"at":"2026-11-16T20:00:00.000Z","by":{"kind":"key","name":"acme\u2028panel"},"did":"light \\"Ceiling\\" set (on)","devices":["C1"],"outcome":"done"}
05c357ac {"sequence":2,"at":"2026-11-16T20:00:00.000Z","by":{"kind":"address","name":"10.0.0.7"},"did":"a wrong key tried","devices":[],"outcome":"refused","why":"no"}
`;

test("the files of a Luxgate whose trail had no parts are read, names of two lines and refusals too, and the count goes on", () => {
  const trail = new TestTrail();
  mkdirSync(join(trail.folder, "history"));
  writeFileSync(join(trail.folder, "history", "trail-000000000000001.log"), WRITTEN_BEFORE);
  trail.files.append([entry("refused now", OF_PART.refusals), entry("done now")]);
  expect(trail.told).toEqual(['light "Ceiling" set (on)', "a wrong key tried", "refused now", "done now"]);
  expect(trail.all().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(trail.whole().unreadable).toBe(0);
});

describe("a line that cannot be read", () => {
  test("is counted, once, wherever it stands", () => {
    const trail = new TestTrail();
    for (let round = 0; round < 4; round += 1) {
      for (const part of TRAIL_PARTS) trail.files.append([entry(`${part} ${"x".repeat(150)}`, OF_PART[part])]);
    }
    expect(trail.paths.length).toBeGreaterThan(TRAIL_PARTS.length);
    for (const path of trail.paths) appendFileSync(path, "torn\n");
    trail.restart();
    expect(trail.whole()).toMatchObject({ unreadable: trail.paths.length });
    expect(trail.told).toHaveLength(3 * 4);
  });

  test("is none that an earlier Luxgate wrote with other line ends in it", () => {
    const trail = new TestTrail();
    const named = "a\u2028b\u2029c\u0085d\re";
    const at = new Date(trail.nowMillis).toISOString();
    trail.files.append([entry("before")]);
    const [path = ""] = trail.paths;
    appendFileSync(path, lineOf({ sequence: 2, at, ...entry(named, { by: { kind: "key", name: named } }) }));
    trail.restart();
    expect(trail.whole()).toMatchObject({ entries: [{}, { did: named, by: { name: named } }], unreadable: 0 });
  });

  test("is also one that is whole and no entry", () => {
    const trail = new TestTrail();
    trail.files.append([entry("before")]);
    const [path = ""] = trail.paths;
    const strange = lineOf({ sequence: 2 } as RecordedEntry);
    appendFileSync(path, strange);
    trail.restart();
    expect(trail.whole()).toMatchObject({ entries: [{ did: "before" }], unreadable: 1 });
  });
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
    expect(told({ before: 3 })).toEqual([1, 2]);
    expect(told({ text: "Operator RENAMED" })).toEqual([1]);
    expect(told({ text: "panel key" })).toEqual([3]);
    expect(told({ part: "commands" })).toEqual([1, 2, 3]);
    expect(told({ part: "reports" })).toEqual([]);
    const nothing = { entries: [], oldestAt: undefined, unreadable: 0, older: undefined, last: 3 };
    expect(trail.files.read({ after: 3 })).toEqual(nothing);
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

  test("is one line wherever it is shown, whatever names and answers it is made of", () => {
    const trail = new TestTrail();
    const text = "a\u2028b\u2029c\u0085d\re\u202e";
    trail.files.append([entry(text, { by: { kind: "device", name: text }, why: text })]);
    const clean = "a b c d e ";
    expect(trail.all()).toMatchObject([{ did: clean, why: clean, by: { kind: "device", name: clean } }]);
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
  const { entries } = wholeTrail(files);
  expect(entries[0]).toMatchObject({ did: expect.stringContaining("10 entries lost"), unwritten: 10 });
  expect(entries.slice(1, 3).map(({ did }) => did)).toEqual(["11", "12"]);
  expect(entries.at(-1)).toMatchObject({ did: "last", sequence: 1_002 });
});

test("refusals that wait take no place from commands that wait", () => {
  const folder = someFolder();
  const files = new TrailFiles(folder);
  writeFileSync(join(folder, "history"), "in the way");
  files.append([entry("done")]);
  for (let index = 1; index <= 1_010; index += 1) files.append([entry(String(index), OF_PART.refusals)]);
  rmSync(join(folder, "history"));
  files.append([entry("last")]);
  const told = wholeTrail(files).entries.map(({ did }) => did);
  expect(told.slice(1, 3)).toEqual(["done", "11"]);
});

test("nothing is left of a trail that is removed, and the next entry begins it anew", () => {
  const trail = new TestTrail();
  trail.files.append([entry("secret")]);
  trail.files.removeAll();
  trail.files.append([entry("new")]);
  expect(trail.told).toEqual(["new"]);
});
