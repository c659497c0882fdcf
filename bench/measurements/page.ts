import { LAMPS_IN_ROOM, startBrowser } from "../page/browser.ts";
import { drag } from "../page/dragging.ts";
import { CHANGES_PER_SECOND, follow } from "../page/following.ts";
import { loadAgain } from "../page/loading.ts";
import { wholeWeight } from "../page/weight.ts";
import { whole } from "../support/figures.ts";
import { startHome } from "../support/homes.ts";
import type { Bench, Measurement, Pace } from "../support/measurement.ts";
import { LONG_MILLIS, pageResults } from "./page-results.ts";

const SMALL = 10;
const LARGE = 1_000;
const ROOMS = LARGE / LAMPS_IN_ROOM;

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 5 : 30);

export const page: Measurement = {
  title: "The page",
  how: (pace) =>
    `Debian's Chromium, without a window, opens the page of a gateway with ${SMALL} and with ${whole(LARGE)} lamps, ${pace.rounds} times each after one that does not count, each time with nothing cached. The gateway has a core, the browser both. \
Times count from the start of the navigation until the second frame after lamps came into the document, or the rooms that the large home begins with: the first of them, which fill the screen, and the last, when all are there. \
Then ${CHANGES_PER_SECOND} lamps a second change for ${secondsFor(pace)} s by \`PUT\` from another process, after each has changed once, while the page shows the rooms; then for as long those of the room that it shows: measured from just before a change is sent until its tile is drawn with it. \
Tasks and frames are those of \`PerformanceObserver\` (\`longtask\`, \`long-animation-frame\`), which tells of those of ${LONG_MILLIS} ms and more. Last, a mouse drags along one lamp for 5 s.`,
  measure: async (bench) => {
    const browser = await startBrowser(bench.folder);
    try {
      const small = await withHome(bench, SMALL, (home) =>
        loadAgain(bench, browser, { url: home.url, lamps: SMALL, drawn: SMALL }),
      );
      return await withHome(bench, LARGE, async (home) => {
        const large = await loadAgain(bench, browser, { url: home.url, lamps: LARGE, drawn: ROOMS });
        const everything = await wholeWeight(home.url);
        const following = await follow(bench, browser, {
          home,
          lamps: LARGE,
          rooms: ROOMS,
          seconds: secondsFor(bench.pace),
        });
        const dragged = await drag(bench, browser, { home, rooms: ROOMS });
        return pageResults({ version: browser.version(), small, large, everything, following, dragged });
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
