import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someOf, times } from "../../../../test/support/depth.ts";
import { Seeded } from "../../../../test/support/home/seeded.ts";
import { crashedFolder, filesIn, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { LOG, type Outcome, outcomeOf } from "../../../../test/support/store/damaged-home.ts";
import { type SomeDamage, someDamage } from "../../../../test/support/store/damages.ts";
import { openedHome } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";

const SINGLE = times(5_000);
const SEVERAL = times(500);
/** https://www.sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100;
const SEED = 20_260_801;

const PATH = someFolder();
const CRASHED = crashedFolder(PATH);
const STOPPED = { files: filesIn(PATH), committed: CRASHED.committed };
const SNAPSHOTS = [...CRASHED.files.keys()].filter((name) => name.startsWith("snapshots/"));
const ALL = ["home.db", "home.db-wal", LOG, ...SNAPSHOTS] as const;
/** The store itself is damaged more often than what stands beside it. */
const OFTEN = ["home.db", "home.db", "home.db-wal", "home.db-wal", ...ALL] as const;

const bytesOf = (name: string): Buffer => CRASHED.files.get(name) ?? Buffer.alloc(0);

/** How often each came of which damage. */
class Tally {
  readonly #counts = new Map<string, number>();
  readonly #faults: string[] = [];

  add(damages: readonly SomeDamage[], { finding, faults }: Outcome): void {
    const files = damages.length > 1 ? "several" : (damages[0]?.name.split("/")[0] ?? "");
    const kinds = damages.length > 1 ? "" : (damages[0]?.kind ?? "");
    const row = `${files.padEnd(20)}${kinds.padEnd(12)}${finding}`;
    this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
    const words = damages.map(({ name, kind, detail }) => `${name} ${kind} ${detail}`).join(" and ");
    for (const fault of faults) this.#faults.push(`${words}: ${fault}`);
  }

  get table(): string {
    return [...this.#counts]
      .sort()
      .map(([row, count]) => `${String(count).padStart(6)}  ${row}`)
      .join("\n");
  }

  get faults(): readonly string[] {
    return this.#faults.slice(0, 10);
  }

  count(pattern: RegExp): number {
    return [...this.#counts].reduce((sum, [row, count]) => sum + (pattern.test(row) ? count : 0), 0);
  }
}

/** The damages of one image, in at least so many files. */
function someDamages(chance: Seeded, files: number): readonly SomeDamage[] {
  const names = new Set<string>();
  while (names.size < files) names.add(chance.oneOf(files > 1 ? ALL : OFTEN));
  return [...names].map((name) => someDamage(chance, name, bytesOf(name)));
}

test(`P2: a crashed home with one damaged file is whole, or an earlier one and what is lost is named (${SINGLE})`, () => {
  const chance = new Seeded(SEED);
  const tally = new Tally();
  for (let image = 0; image < SINGLE; image += 1) {
    const damages = someDamages(chance, 1);
    tally.add(damages, outcomeOf(CRASHED, damages));
  }
  console.info(tally.table);
  expect(tally.faults).toEqual([]);
  expect(tally.count(/none of these|untold|nothing/)).toBe(0);
  expect(tally.count(/^ *(recent|snapshots).*earlier/)).toBe(0);
});

test(`P2: with several damaged files at once it still goes on, and tells all that can be told (${SEVERAL})`, () => {
  const chance = new Seeded(SEED + 1);
  const tally = new Tally();
  for (let image = 0; image < SEVERAL; image += 1) {
    const damages = someDamages(chance, 2 + chance.below(ALL.length - 1));
    const outcome = outcomeOf(CRASHED, damages);
    tally.add(damages, outcome);
    // Without its log and without the list of recent changes, an earlier home looks like the last one.
    const names = damages.map(({ name }) => name);
    if (outcome.finding === "earlier, untold") expect(names).toEqual(expect.arrayContaining(["home.db-wal", LOG]));
  }
  console.info(tally.table);
  expect(tally.faults).toEqual([]);
  expect(tally.count(/none of these/)).toBe(0);
});

test("P2: no flipped bit in the header of a home at rest is mistaken for anything else", () => {
  const bytes = STOPPED.files.get("home.db") ?? Buffer.alloc(0);
  const tally = new Tally();
  const bits = someOf(Array.from({ length: HEADER_BYTES * 8 }, (_, bit) => bit));
  for (const bit of bits) {
    const flipped = Buffer.from(bytes);
    const at = Math.floor(bit / 8);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
    const damages = [{ name: "home.db", kind: "flipped", detail: `bit ${bit % 8} of ${at}`, bytes: flipped } as const];
    tally.add(damages, outcomeOf(STOPPED, damages));
  }
  console.info(tally.table);
  expect(tally.faults).toEqual([]);
  expect(tally.count(/all there(, damage told)?$|earlier, loss told$/)).toBe(bits.length);
});

test("a log that cannot be read to its end is kept as it was found, and its place is named", () => {
  const path = someFolder();
  const log = Buffer.from(bytesOf("home.db-wal"));
  log.writeUInt8(log.readUInt8(log.length - 100) ^ 0xff, log.length - 100);
  writeFiles(path, new Map([...CRASHED.files, ["home.db-wal", log]]));
  const { found } = openedHome(path);
  const [, kept = ""] = /^The rest of the log is kept in (.+)\.$/m.exec(found.report.join("\n")) ?? [];
  expect(readFileSync(join(kept, "home.db-wal"))).toEqual(log);
});
