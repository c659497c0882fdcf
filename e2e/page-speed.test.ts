import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { openPage, type Page, type ServedPage, servePage } from "./support/page-browser.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const LAMPS = 1_000;
const FIRST_VIEW_MILLIS = 1_000;
const LONGEST_TASK_MILLIS = 100;
const CHANGES_PER_SECOND = 100;
const SECONDS = 10;
/** Of several rounds the best counts: other work on the machine makes them slower, never faster. */
const ROUNDS = 3;

/** Notes when the first lamp is painted, and every task that takes long. */
const OBSERVE = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".tile")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstLamp = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
`;

async function thousandLamps(): Promise<ServedPage> {
  const home = join(temporaryFolder(), "home.yaml");
  writeFileSync(home, generatedHome(LAMPS, 1));
  return servePage(["--home", home]);
}

async function observedPage({ url }: ServedPage): Promise<Page> {
  const { page } = await openPage("about:blank");
  await page.addInitScript(OBSERVE);
  await page.goto(url);
  await expect.poll(() => page.locator(".tile").count()).toBe(LAMPS);
  return page;
}

test(`with ${LAMPS} lamps the first view is drawn within a second`, async () => {
  const served = await thousandLamps();
  const millis: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await observedPage(served);
    millis.push(Math.round(Number(await page.evaluate("window.firstLamp"))));
  }
  console.info(`The first view of ${LAMPS} lamps: ${millis.join(", ")} ms.`);
  expect(Math.min(...millis)).toBeLessThanOrEqual(FIRST_VIEW_MILLIS);
});

test(`no task takes longer than ${LONGEST_TASK_MILLIS} ms while ${CHANGES_PER_SECOND} lamps a second change`, async () => {
  const served = await thousandLamps();
  const [key, ids] = [await keyOf(served), await lightIds(served)];
  const page = await observedPage(served);
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS && !(Math.min(...longest) <= LONGEST_TASK_MILLIS); round += 1) {
    await page.evaluate("window.longTasks.length = 0");
    await changeAtPace(served, key, ids);
    longest.push(Math.max(0, ...((await page.evaluate("window.longTasks")) as readonly number[])));
  }
  console.info(`The longest task while ${CHANGES_PER_SECOND} lamps a second change: ${longest.join(", ")} ms.`);
  expect(Math.min(...longest)).toBeLessThanOrEqual(LONGEST_TASK_MILLIS);
});

async function changeAtPace({ url }: ServedPage, key: string, ids: readonly string[]): Promise<void> {
  const began = performance.now();
  const changes = Array.from({ length: SECONDS * CHANGES_PER_SECOND }, async (_, count) => {
    const due = began + (count * 1_000) / CHANGES_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const body = JSON.stringify({ on: 1, brightness: 1 + (count % 100) });
    const id = ids[(count * 37) % ids.length];
    await fetch(`${url}/clip/v2/resource/light/${id}`, { method: "PUT", headers: { "application-key": key }, body });
  });
  await Promise.all(changes);
}

async function lightIds({ url }: ServedPage): Promise<readonly string[]> {
  const { data } = (await (await fetch(`${url}/clip/v2/resource/light`)).json()) as {
    readonly data: { readonly arr: readonly { readonly id: string }[] };
  };
  return data.arr.map(({ id }) => id);
}

async function keyOf({ url, folder }: ServedPage): Promise<string> {
  await Program.start(["press", "--data-dir", folder]).end();
  const answer = await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"test#speed"}' });
  const { data } = (await answer.json()) as { readonly data: { readonly obj: { readonly username: string } } };
  return data.obj.username;
}
