import { READY_BYTES, SERIALISED } from "../contenders/contender.ts";
import { NGINX } from "../contenders/nginx.ts";
import { PEERS } from "../contenders/peers.ts";
import { atLeast } from "../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../support/figures.ts";
import type { Aim, Chart, Results, Table } from "../support/measurement.ts";
import type { LaneRounds } from "../support/wrk.ts";

export const OURS = "Luxgate";

/** What came of one size of list. */
export interface SizeFigures {
  readonly lights: number;
  /** Of the list. */
  readonly bytes: number;
  /** Of each who serves it, by name. */
  readonly rounds: ReadonlyMap<string, LaneRounds | undefined>;
}

/** Of their requests a second, by how many lights are in the list. */
const AIMS = [
  { of: NGINX, least: { 1: 0.45, 50: 0.35, 1000: 0.65, 10000: 0.9 } },
  { of: READY_BYTES, least: { 1: 1.8, 50: 1.8 } },
  { of: SERIALISED, least: { 1000: 15 } },
  ...PEERS.map((of) => ({ of, least: { 50: 40 } })),
];

export const listResults = (sizes: readonly SizeFigures[]): Results => ({
  tables: [figuresTable(sizes), ratiosTable(sizes), costsTable(sizes)],
  aims: AIMS.flatMap(({ of, least }) =>
    Object.entries(least).map(([lights, aim]) => aimed(sizes, { of, lights, aim })),
  ),
  chart: chartOf(sizes),
  rounds: sizes.flatMap(({ rounds }) => [...rounds.values()].filter((one) => one !== undefined)),
});

function aimed(
  sizes: readonly SizeFigures[],
  { of, lights, aim }: { readonly of: string; readonly lights: string; readonly aim: number },
): Aim {
  const size = sizes.find((one) => String(one.lights) === lights);
  const what = `${inWords(Number(lights))}: requests a second, Luxgate ÷ ${of}`;
  return atLeast({ what, figure: size ? oursTo(size, of) : Number.NaN, aim });
}

const figuresTable = (sizes: readonly SizeFigures[]): Table => ({
  title: "Requests a second",
  columns: ["", ...sizes.map(({ lights, bytes }) => `${inWords(lights)}, ${whole(bytes)} bytes`)],
  rows: namesIn(sizes).map((name) => [name, ...sizes.map((size) => whole(perSecond(size, name)))]),
});

const ratiosTable = (sizes: readonly SizeFigures[]): Table => ({
  title: "Luxgate is so many times as fast as",
  columns: ["", ...sizes.map(({ lights }) => inWords(lights))],
  rows: namesIn(sizes)
    .filter((name) => name !== OURS)
    .map((name) => [name, ...sizes.map((size) => ratio(oursTo(size, name)))]),
});

/** Where the load is at its own limit, this still tells servers apart. */
const costsTable = (sizes: readonly SizeFigures[]): Table => ({
  title: "Microseconds of the server's core for one answer",
  columns: ["", ...sizes.map(({ lights }) => inWords(lights))],
  rows: namesIn(sizes).map((name) => [
    name,
    ...sizes.map(({ rounds }) => ratio(median(rounds.get(name)?.microseconds ?? []), 1)),
  ]),
});

const chartOf = (sizes: readonly SizeFigures[]): Chart => ({
  title: "The list of lights: requests a second on one core (logarithmic)",
  groups: sizes.map((size) => ({
    name: `${inWords(size.lights)}, ${whole(size.bytes)} bytes`,
    bars: [...size.rounds.keys()].map((name) => ({
      name,
      value: perSecond(size, name),
      note: name === OURS ? "" : `Luxgate ÷ this: ${ratio(oursTo(size, name))}`,
      isOurs: name === OURS,
    })),
  })),
});

const perSecond = ({ rounds }: SizeFigures, name: string): number => median(rounds.get(name)?.figures ?? []);

const oursTo = ({ rounds }: SizeFigures, name: string): number =>
  medianRatio(rounds.get(OURS)?.figures ?? [], rounds.get(name)?.figures ?? []);

const namesIn = (sizes: readonly SizeFigures[]): readonly string[] => [
  ...new Set(sizes.flatMap(({ rounds }) => [...rounds.keys()])),
];

const inWords = (lights: number): string => (lights === 1 ? "1 light" : `${whole(lights)} lights`);
