import { percentile } from "../../e2e/support/event-load-figures.ts";
import { startBrowser } from "../page/browser.ts";
import { type Drag, drag } from "../page/dragging.ts";
import { CHANGES_PER_SECOND, type Following, follow } from "../page/following.ts";
import { type Loads, loadAgain } from "../page/loading.ts";
import { type Weight, wholeWeight } from "../page/weight.ts";
import { atMost } from "../support/aims.ts";
import { median, ratio, whole } from "../support/figures.ts";
import { startHome } from "../support/homes.ts";
import type { Aim, Bench, Findings, Measurement, Pace, Table } from "../support/measurement.ts";

const SMALL = 10;
const LARGE = 1_000;
const AIM = { kilobytes: 60, drawnMillis: 1_000, taskMillis: 100, commands: 10 };
/** Browsers tell of no shorter ones. */
const LONG_MILLIS = 50;

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 5 : 30);

export const page: Measurement = {
  title: "The page",
  how: (pace) =>
    `Debian's Chromium, without a window, opens the page of a gateway with ${SMALL} and with ${whole(LARGE)} lamps, ${pace.rounds} times each after one that does not count, each time with nothing cached. The gateway has a core, the browser both. \
Times count from the start of the navigation until the second frame after lamps came into the document: the first of them, which fill the screen, and the last, when every room and every lamp is there. \
Then ${CHANGES_PER_SECOND} lamps a second change for ${secondsFor(pace)} s by \`PUT\` from another process, after each has changed once: measured from just before a change is sent until its tile is drawn with it. \
Tasks and frames are those of \`PerformanceObserver\` (\`longtask\`, \`long-animation-frame\`), which tells of those of ${LONG_MILLIS} ms and more. Last, a mouse drags along one lamp for 5 s.`,
  measure: async (bench) => {
    const browser = await startBrowser(bench.folder);
    try {
      const small = await withHome(bench, SMALL, (home) => loadAgain(bench, browser, { url: home.url, lamps: SMALL }));
      return await withHome(bench, LARGE, async (home) => {
        const large = await loadAgain(bench, browser, { url: home.url, lamps: LARGE });
        const everything = await wholeWeight(home.url);
        const following = await follow(bench, browser, { home, lamps: LARGE, seconds: secondsFor(bench.pace) });
        const dragged = await drag(bench, browser, { home, lamps: LARGE });
        return findings({ version: browser.version(), small, large, everything, following, dragged });
      });
    } finally {
      await browser.close();
    }
  },
};

async function withHome<Found>(
  bench: Bench,
  lights: number,
  measure: (home: Awaited<ReturnType<typeof startHome>>) => Promise<Found>,
): Promise<Found> {
  const home = await startHome(bench, "page", { lights });
  try {
    return await measure(home);
  } finally {
    await home.stop();
  }
}

interface Found {
  readonly version: string;
  readonly small: Loads;
  readonly large: Loads;
  readonly everything: Weight;
  readonly following: Following;
  readonly dragged: Drag;
}

const findings = (found: Found): Findings => ({
  tables: [weightTable(found), loadTable(found), followingTable(found), memoryTable(found), dragTable(found)],
  aims: aimsFor(found),
  rounds: [found.small, found.large].flatMap((loads) => [
    { of: `${whole(loads.lamps)} lamps, the first lamps are drawn, ms`, figures: loads.firstTilesMillis },
    { of: `${whole(loads.lamps)} lamps, every lamp is drawn, ms`, figures: loads.lastTileMillis },
  ]),
});

function aimsFor({ large, following, dragged }: Found): readonly Aim[] {
  const { wantedPercent, shownPercent, truePercent } = dragged;
  const lamps = `page, ${whole(LARGE)} lamps`;
  return [
    atMost({
      what: "page: JavaScript and CSS of the first view, compressed",
      figure: (large.weight.script + large.weight.style) / 1000,
      aim: AIM.kilobytes,
      unit: " KB",
      digits: 1,
    }),
    atMost({
      what: `${lamps}: every room and lamp is drawn`,
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
      aim: `${wantedPercent} %`,
      figure: `${truePercent} %, shown ${shownPercent} %`,
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
  columns: ["lamps", "anything", "the first lamps", "every lamp", "slowest", "longest task"],
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
  columns: ["changes a second", "shown", "p50", "p99", "longest", "tasks of 50 ms", "longest task", "longest frame"],
  rows: [
    [
      whole(following.changesPerSecond),
      whole(following.delaysMillis.length),
      ...[50, 99, 100].map((hundredths) => ratio(percentile(following.delaysMillis, hundredths), 1)),
      whole(following.longTaskMillis.length),
      longestOf(following.longTaskMillis),
      longestOf(following.longFrameMillis),
    ],
  ],
});

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
