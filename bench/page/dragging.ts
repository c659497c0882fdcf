import { setTimeout as pause } from "node:timers/promises";
import { OperatorLine } from "../../e2e/support/operator-line.ts";
import type { LargeHome } from "../support/homes.ts";
import type { Bench } from "../support/measurement.ts";
import { type Browser, emptyPage, type Locator, openFirstRoom, openHome, takeRecord } from "./browser.ts";
import { lampsOf } from "./following.ts";

const DRAG_MILLIS = 5_000;
const BETWEEN_MOVES_MILLIS = 10;
/** Longer than the page shows what a finger wants in place of what the gateway says. */
const SETTLE_MILLIS = 2_000;

/** What became of a finger that drags along a lamp. */
export interface Drag {
  readonly moves: number;
  readonly commands: number;
  /** Commands in the fullest second. */
  readonly mostInASecond: number;
  /** The brightness under the finger when it lets go, and what is shown and true a while later. */
  readonly wantedPercent: number;
  readonly shownPercent: number;
  readonly truePercent: number;
  readonly longTaskMillis: readonly number[];
  readonly longFrameMillis: readonly number[];
  readonly eventMillis: readonly number[];
}

/** Drags along the first lamp of the first room, to and fro, as the operator. */
export async function drag(
  { progress }: Bench,
  browser: Browser,
  { home, rooms }: { readonly home: LargeHome; readonly rooms: number },
): Promise<Drag> {
  progress.at("page: a drag");
  const page = await emptyPage(browser);
  try {
    await openHome(page, await operatorLink(home), rooms);
    await page.getByRole("link", { name: "Devices" }).waitFor();
    await openFirstRoom(page);
    const tile = page.locator(".tile-main").first();
    const { x, y, width, height } = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (share: number) => [x + width * share, y + height / 2] as const;
    await takeRecord(page);
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    const endMillis = performance.now() + DRAG_MILLIS;
    let moves = 0;
    for (; performance.now() < endMillis; moves += 1) {
      await page.mouse.move(...at(0.5 + 0.45 * Math.sin(moves / 20)));
      await pause(BETWEEN_MOVES_MILLIS);
    }
    await page.mouse.move(...at(0.4));
    const wantedPercent = await percentOf(tile);
    await page.mouse.up();
    await pause(SETTLE_MILLIS);
    const name = (await labelOf(tile)).split(",")[0];
    const lamp = (await lampsOf(home.url)).find((one) => one.name === name);
    const { requests, ...record } = await takeRecord(page);
    const sentMillis = requests.filter(({ url }) => url.endsWith(`/light/${lamp?.id}`)).map(({ atMillis }) => atMillis);
    progress.clear();
    return {
      ...record,
      moves,
      commands: sentMillis.length,
      mostInASecond: Math.max(
        ...sentMillis.map((from) => sentMillis.filter((sent) => sent >= from && sent < from + 1_000).length),
      ),
      wantedPercent,
      shownPercent: await percentOf(tile),
      truePercent: lamp?.brightness ?? Number.NaN,
    };
  } finally {
    await page.context().close();
  }
}

/** The address by which a browser becomes the operator's. */
async function operatorLink({ stateFolder }: LargeHome): Promise<string> {
  const operator = await OperatorLine.open(stateFolder);
  const { urls } = await operator.done({ command: "open", with: {} });
  operator.close();
  return urls[0];
}

const labelOf = async (tile: Locator): Promise<string> => (await tile.getAttribute("aria-label")) ?? "";

const percentOf = async (tile: Locator): Promise<number> => Number(/(\d+)%/.exec(await labelOf(tile))?.[1]);
