import { memoryOf, usedSeconds } from "../support/process-figures.ts";
import type { Page } from "./browser.ts";

/** What the page takes of its machine. */
export interface PageProcess {
  /** Objects of scripts that are still needed, in millions of bytes. */
  readonly heapMegabytes: number;
  /** Of the document, with those that it has let go and scripts hold. */
  readonly nodes: number;
  /** All that the page's process holds, as the system counts it. */
  readonly processMegabytes: number;
  /** Of a core, with all its threads, since its start. */
  readonly usedSeconds: number;
  readonly atMillis: number;
}

/** After whatever nobody needs is given back. */
export async function processOfPage(page: Page): Promise<PageProcess> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  const pid = await processIdOf(page);
  return {
    heapMegabytes: metric("JSHeapUsedSize") / 1e6,
    nodes: metric("Nodes"),
    processMegabytes: memoryOf(pid).now,
    usedSeconds: usedSeconds(pid),
    atMillis: performance.now(),
  };
}

/** Browsers keep a spare process for the next page; the one that has worked is ours. */
async function processIdOf(page: Page): Promise<number | undefined> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const found = await session?.send("SystemInfo.getProcessInfo");
  await session?.detach();
  const pages = found?.processInfo.filter(({ type }) => type === "renderer") ?? [];
  return pages.toSorted((one, other) => other.cpuTime - one.cpuTime)[0]?.id;
}
