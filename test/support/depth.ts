import { Seeded } from "./home/seeded.ts";

/** `npm test` runs a share of each property and each round, `npm run test:deep` all of them. */
const { LUXGATE_TEST_DEPTH = "0.03", LUXGATE_TEST_SEED = "1" } = process.env;
const DEPTH = Number(LUXGATE_TEST_DEPTH);

/** Below so many, a share would show nothing. */
const FEWEST = 5;

/** How often something is tried that is tried so often in a deep run. */
export const times = (deep: number): number => Math.max(Math.min(FEWEST, deep), Math.ceil(deep * DEPTH));

/** Of a property that says nothing else: fast-check's own number in a deep run. */
export const USUAL_RUNS = DEPTH < 1 ? 30 : 100;

/** What a share of the runs should show less often than this, it may by chance not show at all. */
const FEWEST_EXPECTED = 30;

/** How much a run must have seen of what a deep run must have seen so often: a share has seen it, only a deep run counts. */
export function atLeast(deep: number): number {
  if (DEPTH >= 1) return deep;
  return deep * DEPTH < FEWEST_EXPECTED ? 0 : 1;
}

/** A share of the cases of a long table, others in each run: the seed is chosen and printed as the tests begin. */
export function someOf<Case>(cases: readonly Case[], count = times(cases.length)): readonly Case[] {
  const chance = new Seeded(Number(LUXGATE_TEST_SEED));
  const order = cases.map((one, place) => ({ one, place, at: chance.below(2 ** 30) }));
  const chosen = order.sort((one, other) => one.at - other.at).slice(0, DEPTH < 1 ? count : cases.length);
  return chosen.sort((one, other) => one.place - other.place).map(({ one }) => one);
}
