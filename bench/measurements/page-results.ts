import { percentile } from "../../e2e/support/event-load-figures.ts";
import type { Drag } from "../page/dragging.ts";
import { CHANGES_PER_SECOND, type Following } from "../page/following.ts";
import type { Loads } from "../page/loading.ts";
import type { Weight } from "../page/weight.ts";
import { atMost } from "../support/aims.ts";
import { median, ratio, whole } from "../support/figures.ts";
import type { Aim, Results, Table } from "../support/measurement.ts";

const AIM = { kilobytes: 60, drawnMillis: 1_000, taskMillis: 50, commands: 10 };
/** Browsers tell of no shorter tasks and frames. */
export const LONG_MILLIS = 50;

/** What was found out about the page. */
interface Found {
  readonly version: string;
  readonly small: Loads;
  readonly large: Loads;
  readonly everything: Weight;
  readonly following: Following;
  readonly dragged: Drag;
}

export const pageResults = (found: Found): Results => ({
  tables: [weightTable(found), loadTable(found), followingTable(found), memoryTable(found), dragTable(found)],
  aims: aimsFor(found),
  rounds: [found.small, found.large].flatMap((loads) => [
    { of: `${whole(loads.lamps)} lamps, the first lamps or rooms are drawn, ms`, figures: loads.firstTilesMillis },
    { of: `${whole(loads.lamps)} lamps, all of them are drawn, ms`, figures: loads.lastTileMillis },
  ]),
});

function aimsFor({ large, following, dragged }: Found): readonly Aim[] {
  const { wantedPercent, shownPercent, truePercent } = dragged;
  const lamps = `page, ${whole(large.lamps)} lamps`;
  return [
    atMost({
      what: "page: JavaScript and CSS of the first view, compressed",
      figure: (large.weight.script + large.weight.style) / 1000,
      aim: AIM.kilobytes,
      unit: " KB",
      digits: 1,
    }),
    atMost({
      what: `${lamps}: every room is drawn`,
      figure: median(large.lastTileMillis),
      aim: AIM.drawnMillis,
      unit: " ms",
      digits: 0,
    }),
    {
      what: `${lamps}: the longest task while ${CHANGES_PER_SECOND} a second change`,
      aim: `at most ${AIM.taskMillis} ms`,
      figure: longestOf(following.longTaskMillis),
      isReached: Math.max(0, ...following.longTaskMillis) <= AIM.taskMillis,
    },
    atMost({ what: `${lamps}: changes that are never shown`, figure: following.missing, aim: 0, digits: 0 }),
    atMost({
      what: `${lamps}: commands in the fullest second of a drag`,
      figure: dragged.mostInASecond,
      aim: AIM.commands,
      digits: 0,
    }),
    {
      what: `${lamps}: a drag ends on its last value`,
      aim: `${wantedPercent}%`,
      figure: `${truePercent}%, shown ${shownPercent}%`,
      isReached: shownPercent === wantedPercent && truePercent === wantedPercent,
    },
  ];
}

const longestOf = (millis: readonly number[]): string =>
  millis.length === 0 ? `none of ${LONG_MILLIS} ms` : `${whole(Math.max(...millis))} ms`;

const kilobytes = (bytes: number): string => ratio(bytes / 1000, 1);

const weightTable = ({ large, everything }: Found): Table => ({
  title: "KB as they are sent, compressed",
  columns: ["", "JavaScript", "CSS", "together"],
  rows: [
    { name: "first view", ...large.weight },
    { name: "everything", ...everything },
  ].map(({ name, script, style }) => [name, kilobytes(script), kilobytes(style), kilobytes(script + style)]),
});

const loadTable = ({ version, small, large }: Found): Table => ({
  title: `Milliseconds until it is drawn, Chromium ${version}`,
  columns: ["lamps", "anything", "the first lamps or rooms", "all of them", "slowest", "longest task"],
  rows: [small, large].map((loads) => [
    whole(loads.lamps),
    whole(median(loads.firstPaintMillis)),
    whole(median(loads.firstTilesMillis)),
    whole(median(loads.lastTileMillis)),
    whole(Math.max(...loads.lastTileMillis)),
    longestOf(loads.longestTaskMillis.filter((millis) => millis > 0)),
  ]),
});

const followingTable = ({ following }: Found): Table => ({
  title: "While lamps change: milliseconds until a change is shown",
  columns: [
    "changes a second",
    "shown",
    "p50",
    "p99",
    "longest",
    "tasks of 50 ms",
    "longest task",
    "longest frame",
    "share of a core",
  ],
  rows: [
    [
      whole(following.changesPerSecond),
      whole(following.delaysMillis.length),
      ...[50, 99, 100].map((hundredths) => ratio(percentile(following.delaysMillis, hundredths), 1)),
      whole(following.longTaskMillis.length),
      longestOf(following.longTaskMillis),
      longestOf(following.longFrameMillis),
      `${whole(shareOfCore(following))}%`,
    ],
  ],
});

/** What the page's process took, in hundredths. */
const shareOfCore = ({ before, after }: Following): number =>
  ((after.usedSeconds - before.usedSeconds) / ((after.atMillis - before.atMillis) / 1000)) * 100;

const memoryTable = ({ following: { before, after } }: Found): Table => ({
  title: "Memory of the page, before and after these changes",
  columns: ["", "before", "after"],
  rows: [
    ["objects of scripts, MB", ratio(before.heapMegabytes, 1), ratio(after.heapMegabytes, 1)],
    ["nodes of the document", whole(before.nodes), whole(after.nodes)],
    ["the page's process, MB", whole(before.processMegabytes), whole(after.processMegabytes)],
  ],
});

const dragTable = ({ dragged }: Found): Table => ({
  title: "A drag",
  columns: ["moves", "commands", "in the fullest second", "longest task", "longest frame", "longest event"],
  rows: [
    [
      whole(dragged.moves),
      whole(dragged.commands),
      whole(dragged.mostInASecond),
      longestOf(dragged.longTaskMillis),
      longestOf(dragged.longFrameMillis),
      dragged.eventMillis.length === 0 ? "none of 16 ms" : `${whole(Math.max(...dragged.eventMillis))} ms`,
    ],
  ],
});
