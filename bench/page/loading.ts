import { median } from "../support/figures.ts";
import type { Bench } from "../support/measurement.ts";
import { type Browser, emptyPage, openHome, takeRecord } from "./browser.ts";
import type { PageRecord } from "./page-record.ts";
import { firstViewWeight, type Weight } from "./weight.ts";

/** Loads of the first view with nothing cached. */
export interface Loads {
  readonly lamps: number;
  readonly firstPaintMillis: readonly number[];
  readonly firstTilesMillis: readonly number[];
  readonly lastTileMillis: readonly number[];
  /** 0 where no task took 50 ms. */
  readonly longestTaskMillis: readonly number[];
  readonly weight: Weight;
}

export interface ServedHome {
  readonly url: string;
  readonly lamps: number;
  /** How many lamps the first screen has, or rooms of a large home. */
  readonly drawn: number;
}

/** One that does not count, then as many as there are rounds, each in a browser that was never there. */
export async function loadAgain({ pace, progress }: Bench, browser: Browser, home: ServedHome): Promise<Loads> {
  const { lamps } = home;
  await loadOnce(browser, home);
  const records: PageRecord[] = [];
  for (let round = 1; round <= pace.rounds; round += 1) {
    progress.at(`page: ${lamps} lamps, load ${round} of ${pace.rounds}`);
    records.push(await loadOnce(browser, home));
  }
  progress.clear();
  const of = (key: "firstPaintMillis" | "firstTilesMillis" | "lastTileMillis") =>
    records.map((record) => record[key] ?? Number.NaN);
  const weights = records.map(firstViewWeight);
  return {
    lamps,
    firstPaintMillis: of("firstPaintMillis"),
    firstTilesMillis: of("firstTilesMillis"),
    lastTileMillis: of("lastTileMillis"),
    longestTaskMillis: records.map(({ longTaskMillis }) => Math.max(0, ...longTaskMillis)),
    weight: { script: median(weights.map(({ script }) => script)), style: median(weights.map(({ style }) => style)) },
  };
}

async function loadOnce(browser: Browser, { url, drawn }: ServedHome): Promise<PageRecord> {
  const page = await emptyPage(browser);
  try {
    await openHome(page, url, drawn);
    return await takeRecord(page);
  } finally {
    await page.context().close();
  }
}
