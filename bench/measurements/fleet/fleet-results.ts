import { atLeast, atMost } from "../../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../../support/figures.ts";
import type { Aim, Results, Rounds, Table } from "../../support/measurement.ts";
import type { SizeFigures } from "./fleet-size.ts";
import { LIGHTS_OF_EACH } from "./growing-fleet.ts";
import { type MemberCost, type Pair, STEADY_CHANGES } from "./member-cost.ts";

const AIM = { changeMillis: 250, megabytes: 900, coldSeconds: 15, lists: 0.95, steady: 1.05, changes: 0.75 };

/** A figure of a front, and how it is written. */
type Row = readonly [name: string, figure: (size: SizeFigures) => number, write: (figure: number) => string];

const tenths = (figure: number): string => ratio(figure, 1);
const hundredths = (figure: number): string => ratio(figure, 2);

const ROWS: readonly Row[] = [
  ["lights", ({ gateways }) => gateways * LIGHTS_OF_EACH, whole],
  ["entries of the bucket", ({ alone }) => alone.entries, whole],
  ["their MB", ({ alone }) => alone.bytes / 1e6, tenths],
  ["a front starts: seconds until it is ready", ({ first }) => first.readySeconds, hundredths],
  ["until it has served the list", ({ first }) => first.servedSeconds, hundredths],
  ["a second front: until it is ready", ({ second }) => second.readySeconds, hundredths],
  ["until it has served the list", ({ second }) => second.servedSeconds, hundredths],
  ["of that its own time on a core", ({ second }) => second.coreSeconds, hundredths],
  ["of that NATS alone: all entries read", ({ alone }) => alone.readMillis / 1_000, hundredths],
  ["list: MB", ({ second }) => second.listBytes / 1e6, tenths],
  ["list: asked for each second", ({ listsPerSecond }) => listsPerSecond, tenths],
  ["list: p50 in ms", ({ lists }) => lists.p50, tenths],
  ["list: p99", ({ lists }) => lists.p99, tenths],
  ["single read: p50 in ms", ({ singles }) => singles.p50, hundredths],
  ["single read: p99", ({ singles }) => singles.p99, hundredths],
  ["snapshot of the event stream: MB", ({ snapshot }) => snapshot.bytes / 1e6, tenths],
  ["snapshot: seconds", ({ snapshot }) => snapshot.millis / 1_000, hundredths],
  ["changes made each second", ({ changesPerSecond }) => changesPerSecond, whole],
  ["change until it is seen: p50 in ms", ({ changes }) => changes.p50, tenths],
  ["change until it is seen: p99", ({ changes }) => changes.p99, tenths],
  ["of that NATS alone: p50", ({ alone }) => alone.p50, tenths],
  ["of that NATS alone: p99", ({ alone }) => alone.p99, tenths],
  ["single read meanwhile: p99", ({ singlesMeanwhile }) => singlesMeanwhile.p99, hundredths],
  ["share of the front's core meanwhile, %", ({ coreShare }) => coreShare * 100, whole],
  ["memory of the front then, MB", ({ memory }) => memory.now, whole],
  ["memory of the front at most, MB", ({ memory }) => memory.most, whole],
  ["memory of a NATS server, MB", ({ serverMegabytes }) => serverMegabytes, whole],
];

export function fleetResults(sizes: readonly SizeFigures[], cost: MemberCost): Results {
  return {
    tables: [sizesTable(sizes), costTable(cost)],
    aims: [...sizes.flatMap(sizeAims), ...costAims(cost)],
    rounds: [...pairRounds(cost.lists), ...pairRounds(cost.changes), ...steadyRounds(cost)],
  };
}

/** How many times as much it is with ten times as many gateways. */
function sizesTable(sizes: readonly SizeFigures[]): Table {
  const steps = sizes.slice(1).map((larger, place) => [sizes[place], larger] as const);
  return {
    title: "A front, and how its figures grow",
    columns: [
      "",
      ...sizes.map(({ gateways }) => `${whole(gateways)} gateways`),
      ...steps.map(([smaller, larger]) => `${whole(larger.gateways)} ÷ ${whole(smaller?.gateways ?? 0)}`),
    ],
    rows: ROWS.map(([name, figure, write]) => [
      name,
      ...sizes.map((size) => write(figure(size))),
      ...steps.map(([smaller, larger]) => ratio(smaller ? figure(larger) / figure(smaller) : Number.NaN, 1)),
    ]),
  };
}

function sizeAims(size: SizeFigures, place: number, sizes: readonly SizeFigures[]): readonly Aim[] {
  const { gateways, changes, lists, singles, singlesMeanwhile, memory, second, changesPerSecond } = size;
  const what = `fleet of ${whole(gateways)} gateways`;
  const failed = lists.failed + singles.failed + singlesMeanwhile.failed;
  const seen = `p99 of a change until it is seen, at ${whole(changesPerSecond)} a second`;
  const lost = changes.unseen + changes.faults.length;
  const always = [
    atMost({ what: `${what}: ${seen}`, figure: changes.p99, aim: AIM.changeMillis, unit: " ms", digits: 0 }),
    atMost({ what: `${what}: changes not seen, and faults of the stream`, figure: lost, aim: 0, digits: 0 }),
    atMost({ what: `${what}: reads that failed`, figure: failed, aim: 0, digits: 0 }),
  ];
  if (place < sizes.length - 1) return always;
  const cold = `${what}: a second front serves the list after`;
  return [
    ...always,
    atMost({
      what: `${what}: memory of the front at most`,
      figure: memory.most,
      aim: AIM.megabytes,
      unit: " MB",
      digits: 0,
    }),
    atMost({ what: cold, figure: second.servedSeconds, aim: AIM.coldSeconds, unit: " s" }),
  ];
}

const fleetToAlone = ({ inFleet, alone }: Pair<Rounds>): number => medianRatio(inFleet.figures, alone.figures);

const p50Of = ({ steady: { alone, inFleet } }: MemberCost): Pair<Rounds> => ({
  alone: alone.p50,
  inFleet: inFleet.p50,
});
const p99Of = ({ steady: { alone, inFleet } }: MemberCost): Pair<Rounds> => ({
  alone: alone.p99,
  inFleet: inFleet.p99,
});

function costTable(cost: MemberCost): Table {
  const row = (name: string, pair: Pair<Rounds>, digits: number): readonly string[] => [
    name,
    ...[pair.alone, pair.inFleet].map(({ figures }) => ratio(median(figures), digits)),
    ratio(fleetToAlone(pair), 3),
  ];
  const microseconds = ({ alone, inFleet }: MemberCost["lists"]) => ({
    alone: { of: "", figures: alone.microseconds },
    inFleet: { of: "", figures: inFleet.microseconds },
  });
  return {
    title: "A gateway for its own clients",
    columns: ["", "alone", "in the fleet", "in the fleet ÷ alone"],
    rows: [
      row("lists a second", cost.lists, 0),
      row("µs of its core for a list", microseconds(cost.lists), 1),
      row(`change at ${STEADY_CHANGES} a second: p50 in ms`, p50Of(cost), 2),
      row(`change at ${STEADY_CHANGES} a second: p99`, p99Of(cost), 2),
      row("changes a second, as many as there can be", cost.changes, 0),
      row("µs of its core for a change", microseconds(cost.changes), 1),
    ],
  };
}

const costAims = (cost: MemberCost): readonly Aim[] => [
  atLeast({ what: "lists a second, in a fleet ÷ alone", figure: fleetToAlone(cost.lists), aim: AIM.lists, digits: 3 }),
  atMost({
    what: `p50 of a change at ${STEADY_CHANGES} a second, in a fleet ÷ alone`,
    figure: fleetToAlone(p50Of(cost)),
    aim: AIM.steady,
    digits: 3,
  }),
  atLeast({
    what: "changes a second as many as there can be, in a fleet ÷ alone",
    figure: fleetToAlone(cost.changes),
    aim: AIM.changes,
    digits: 3,
  }),
];

const pairRounds = ({ alone, inFleet }: Pair<Rounds>): readonly Rounds[] => [alone, inFleet];
const steadyRounds = (cost: MemberCost): readonly Rounds[] => [...pairRounds(p50Of(cost)), ...pairRounds(p99Of(cost))];
