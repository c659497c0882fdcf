import { expect, test } from "vitest";
import { openAsOperator, openPage, servePage } from "./support/page-browser.ts";
import { lightCalled, pairedPage, run } from "./support/paired-page.ts";
import { Program } from "./support/program.ts";

test("a visitor sees the home: rooms, lamps in their colours, scenes, and a lamp that is offline", async () => {
  const { page, faults } = await openPage((await servePage()).url);
  await page.getByRole("heading", { name: "Living room" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(10);
  expect(await page.getByRole("switch", { name: "Reading lamp, 80% · 2700 K" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  expect(await page.getByRole("switch", { name: "Bedside right, offline" }).getAttribute("aria-checked")).toBe("false");
  expect(await page.getByRole("button", { name: "Evening" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.locator(".tile", { hasText: "TV bar" }).getAttribute("style")).toContain("#ff8800 0% 20%");
  await page.getByRole("button", { name: "Details of Bedside right" }).click();
  await page.getByText("offline: it has no power or is out of range").waitFor();
  expect(await page.getByLabel("Exact values").isDisabled()).toBe(true);
  expect(faults).toEqual([]);
});

test("what changes elsewhere is seen at once", async () => {
  const served = await servePage();
  const { page } = await openPage(served.url);
  await page.getByRole("switch", { name: "Reading lamp, 80%" }).waitFor();
  await run(served, "set", "Reading lamp", "25%", "4000K");
  await page.getByRole("switch", { name: "Reading lamp, 25% · 4000 K" }).waitFor();
});

test("the first touch of a visitor pairs the browser with the button, and is done then", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  await expect.poll(async () => (await lightCalled(served, "Worktop")).on).toBe(1);
  await page.reload();
  await page.getByRole("switch", { name: "Worktop, 70%" }).click();
  await expect.poll(async () => (await lightCalled(served, "Worktop")).on).toBe(0);
});

test("a gateway that is read with keys only says so, and shows its home to a browser that was paired", async () => {
  const served = await servePage(["--profile", "shared"]);
  const { page } = await openPage(served.url);
  await page.getByRole("button", { name: "Pair this browser" }).click();
  await page.getByText("Waiting for the button").waitFor();
  await run(served, "press");
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
});

test("a key that was revoked is forgotten, with a line", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  await run(served, "keys", "revoke", "Luxgate page#Chrome on Linux");
  await page.getByRole("switch", { name: "Worktop" }).click();
  await page.getByText("no longer accepts the key of this browser").waitFor();
  expect(await page.evaluate("localStorage.getItem('luxgate-key')")).toBeNull();
});

test("a search leaves what it finds, in both views", async () => {
  const { page } = await openPage((await servePage()).url);
  await page.getByLabel("Search lamps and rooms").fill("bar");
  await expect.poll(() => page.locator(".tile:visible").count()).toBe(1);
  await page.getByRole("button", { name: "Switch to compact view" }).click();
  await page.getByRole("button", { name: "Aurora" }).waitFor();
  await page.getByLabel("Search lamps and rooms").fill("kitchen");
  await expect.poll(() => page.locator(".tile:visible").count()).toBe(2);
  await page.getByLabel("Search lamps and rooms").fill("nowhere");
  await page.getByText("No results for “nowhere”.").waitFor();
});

test("a lamp that did not confirm a command is reported; on a phone a message covers the bar on top alone, above dialogs too", async () => {
  const served = await servePage();
  const { page, faults } = await openAsOperator(served, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const line = page.locator(".line");
  const bottomOf = async () => {
    const { y = 0, height = 0 } = (await line.boundingBox()) ?? {};
    return y + height;
  };
  await page.getByRole("button", { name: "Dismiss" }).click();
  await run(served, "sim", "lose-next", "Worktop");
  await page.getByRole("switch", { name: "Worktop, off" }).tap();
  await page.getByRole("switch", { name: "Bedside right, offline" }).tap();
  await line.getByText("Bedside right is offline").waitFor();
  expect(await bottomOf()).toBeLessThanOrEqual(64);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await line.getByText("Worktop did not confirm the command. It is off again.").waitFor();
  const { y: top = 0 } = (await page.getByRole("dialog").boundingBox()) ?? {};
  expect(await bottomOf()).toBeLessThanOrEqual(top);
  await page.getByRole("button", { name: "Dismiss" }).click();
  expect(await line.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("while the gateway is away a line says so, and the page comes back by itself", async () => {
  const served = await servePage();
  const port = new URL(served.url).port;
  const { page } = await openPage(served.url);
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
  await served.program.stop();
  await page.getByText("cannot reach the gateway").waitFor();
  const again = Program.serve(["--data-dir", served.folder, "--http-port", port]);
  await again.ready();
  await page.getByText("cannot reach the gateway").waitFor({ state: "detached", timeout: 60_000 });
  await run(served, "set", "Ceiling", "40%");
  await page.getByRole("switch", { name: "Ceiling, 40%" }).waitFor();
});
