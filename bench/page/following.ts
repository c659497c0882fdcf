import { type LargeHome, LIGHTS_PATH } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Bench } from "../support/measurement.ts";
import { pairedKey } from "../support/pairing.ts";
import type { SentChange } from "../support/sent-change.ts";
import { type Browser, emptyPage, openFirstRoom, openHome, type Page, takeRecord } from "./browser.ts";
import { type PageProcess, processOfPage } from "./page-process.ts";
import type { ShownChange } from "./page-record.ts";

export const CHANGES_PER_SECOND = 100;

/** What a page did while lamps changed. */
export interface Following {
  readonly changesPerSecond: number;
  /** From just before a change is sent until its tile is drawn with it. */
  readonly delaysMillis: readonly number[];
  /** Changes that were never seen. */
  readonly missing: number;
  readonly longTaskMillis: readonly number[];
  readonly longFrameMillis: readonly number[];
  /** Once every lamp has changed, and at the end. */
  readonly before: PageProcess;
  readonly after: PageProcess;
}

interface Lamp {
  readonly id: string;
  readonly name: string;
  readonly brightness: number;
}

interface Changes {
  readonly perSecond: number;
  readonly sent: readonly SentChange[];
}

interface FollowedHome {
  readonly home: LargeHome;
  readonly lamps: number;
  readonly rooms: number;
  readonly seconds: number;
}

/** Has one lamp after the other changed under the eyes of a page: all lamps while it shows the rooms, then those of the room that it shows. */
export async function follow(
  { progress }: Bench,
  browser: Browser,
  { home, lamps, rooms, seconds }: FollowedHome,
): Promise<Following> {
  const lightIds = (await lampsOf(home.url)).map(({ id }) => id);
  const given = { url: home.url, key: await pairedKey(home), lightIds, perSecond: CHANGES_PER_SECOND };
  const page = await emptyPage(browser);
  try {
    await openHome(page, home.url, rooms);
    await takeRecord(page);
    progress.at("page: each lamp changes once");
    await runLoad("change-at-pace", { ...given, seconds: lamps / CHANGES_PER_SECOND, firstTurn: 0 });
    const first = await takeRecord(page);
    const before = await processOfPage(page);
    // To give memory back is a task of the page's too.
    await takeRecord(page);
    progress.at(`page: lamps of all rooms change for ${seconds} s`);
    await runLoad("change-at-pace", { ...given, seconds, firstTurn: 10 });
    const second = await takeRecord(page);
    const after = await processOfPage(page);
    await openFirstRoom(page);
    const shownIds = await lampsShown(page, home.url);
    const lampsBefore = await lampsOf(home.url);
    await takeRecord(page);
    progress.at(`page: lamps of one room change for ${seconds} s`);
    const one = { ...given, lightIds: shownIds, seconds, firstTurn: 20, isLogged: true };
    const changes = await runLoad<Changes>("change-at-pace", one);
    await page.waitForTimeout(1_000);
    const then = await takeRecord(page);
    progress.clear();
    return {
      changesPerSecond: changes.perSecond,
      ...delays(changes.sent, { shown: then.shown, lampsBefore }),
      longTaskMillis: [first, second, then].flatMap(({ longTaskMillis }) => longTaskMillis),
      longFrameMillis: [first, second, then].flatMap(({ longFrameMillis }) => longFrameMillis),
      before,
      after,
    };
  } finally {
    await page.context().close();
  }
}

async function lampsShown(page: Page, url: string): Promise<readonly string[]> {
  const names = new Set(await page.locator(".tile-name").allInnerTexts());
  return (await lampsOf(url)).filter(({ name }) => names.has(name)).map(({ id }) => id);
}

export async function lampsOf(url: string): Promise<readonly Lamp[]> {
  const answer = await fetch(`${url}${LIGHTS_PATH}`);
  return ((await answer.json()) as { readonly data: { readonly arr: readonly Lamp[] } }).data.arr;
}

/** How long each change took until it was shown; one that changed nothing is not expected to be. */
function delays(
  sent: readonly SentChange[],
  { shown, lampsBefore }: { readonly shown: readonly ShownChange[]; readonly lampsBefore: readonly Lamp[] },
): Pick<Following, "delaysMillis" | "missing"> {
  const shownAt = new Map<string, number[]>();
  for (const { label, atMillis } of shown) {
    const nameAndPercent = /^.*, \d+%/.exec(label)?.[0] ?? label;
    shownAt.set(nameAndPercent, [...(shownAt.get(nameAndPercent) ?? []), atMillis]);
  }
  const names = new Map(lampsBefore.map(({ id, name }) => [id, name]));
  const brightness = new Map(lampsBefore.map((lamp) => [lamp.id, lamp.brightness]));
  const waits = sent.flatMap((change) => {
    if (brightness.get(change.lightId) === change.brightness) return [];
    brightness.set(change.lightId, change.brightness);
    const seen = shownAt.get(`${names.get(change.lightId)}, ${change.brightness}%`) ?? [];
    return [(seen.find((atMillis) => atMillis > change.atMillis) ?? Number.NaN) - change.atMillis];
  });
  const delaysMillis = waits.filter((millis) => !Number.isNaN(millis));
  return { delaysMillis, missing: waits.length - delaysMillis.length };
}
