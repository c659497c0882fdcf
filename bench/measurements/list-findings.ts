import { READY_BYTES, SERIALISED } from "../contenders/contender.ts";
import { NGINX } from "../contenders/nginx.ts";
import { PEERS } from "../contenders/peers.ts";
import { atLeast } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import type { Aim, Chart, Findings, Rounds, Table } from "../support/measurement.ts";

export const OURS = "Luxgate";

/** What came of one size of list. */
export interface SizeFigures {
  readonly lights: number;
  /** Of the list. */
  readonly bytes: number;
  readonly perSecond: ReadonlyMap<string, number>;
  readonly rounds: readonly Rounds[];
}

/** Of their requests a second, by how many lights are in the list. */
const AIMS = [
  { of: NGINX, least: { 1: 0.45, 50: 0.35, 1000: 0.65, 10000: 0.9 } },
  { of: READY_BYTES, least: { 1: 1.8, 50: 1.8 } },
  { of: SERIALISED, least: { 1000: 15 } },
  ...PEERS.map((of) => ({ of, least: { 50: 40 } })),
];

export const listFindings = (sizes: readonly SizeFigures[]): Findings => ({
  tables: [figuresTable(sizes), ratiosTable(sizes)],
  aims: AIMS.flatMap(({ of, least }) =>
    Object.entries(least).map(([lights, aim]) => aimed(sizes, { of, lights, aim })),
  ),
  chart: chartOf(sizes),
  rounds: sizes.flatMap(({ rounds }) => rounds),
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
  rows: namesIn(sizes).map((name) => [name, ...sizes.map((size) => whole(size.perSecond.get(name) ?? Number.NaN))]),
});

const ratiosTable = (sizes: readonly SizeFigures[]): Table => ({
  title: "Luxgate is so many times as fast as",
  columns: ["", ...sizes.map(({ lights }) => inWords(lights))],
  rows: namesIn(sizes)
    .filter((name) => name !== OURS)
    .map((name) => [name, ...sizes.map((size) => ratio(oursTo(size, name)))]),
});

const chartOf = (sizes: readonly SizeFigures[]): Chart => ({
  title: "The list of lights: requests a second on one core (logarithmic)",
  groups: sizes.map((size) => ({
    name: `${inWords(size.lights)}, ${whole(size.bytes)} bytes`,
    bars: [...size.perSecond].map(([name, value]) => ({
      name,
      value,
      note: name === OURS ? "" : `Luxgate ÷ this: ${ratio(oursTo(size, name))}`,
      isOurs: name === OURS,
    })),
  })),
});

const oursTo = ({ perSecond }: SizeFigures, name: string): number =>
  (perSecond.get(OURS) ?? Number.NaN) / (perSecond.get(name) ?? Number.NaN);

const namesIn = (sizes: readonly SizeFigures[]): readonly string[] => [
  ...new Set(sizes.flatMap(({ perSecond }) => [...perSecond.keys()])),
];

const inWords = (lights: number): string => (lights === 1 ? "1 light" : `${whole(lights)} lights`);
