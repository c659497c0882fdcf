import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openAsOperator, servePage } from "./support/page-browser.ts";
import { temporaryFolder } from "./support/program.ts";

/** In each room there is a lamp by the bed; two of them are offline. */
function homeFile(): string {
  const bedside = (at: number) => ({ name: "Bedside", product: "spot", online: at > 2 });
  const rooms = Array.from({ length: 40 }, (_, at) => ({
    name: `Room ${at + 1}`,
    devices: [bedside(at + 1), { name: "Ceiling", product: "spot", on: true }],
  }));
  const file = join(temporaryFolder(), "home.json");
  writeFileSync(file, JSON.stringify({ rooms }));
  return file;
}

test("many lamps are turned off with a count that goes on, a question before the page is closed, and one line in the end", async () => {
  const { page, faults } = await openAsOperator(await servePage(["--home", homeFile()]));
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Select all shown").check();
  const held: (() => Promise<void>)[] = [];
  await page.route("**/operator/command/set", async (route) => {
    if (held.length >= 4) return route.continue();
    held.push(() => route.continue());
    return undefined;
  });
  const isAsked = () =>
    page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))") as Promise<boolean>;
  expect(await isAsked()).toBe(false);
  await page.getByRole("button", { name: "Turn off 80" }).click();
  await page.getByText("Turning off: 0 of 80").waitFor();
  await expect.poll(() => held.length).toBe(4);
  expect(await isAsked()).toBe(true);
  await Promise.all(held.map((go) => go()));
  const line = page.locator(".line");
  await line.getByText("78 devices turned off; 2 are offline.").waitFor();
  expect(await line.getAttribute("class")).not.toContain("problem");
  expect(await isAsked()).toBe(false);
  expect(await page.getByText(/Turning off/).count()).toBe(0);
  await line.getByRole("button", { name: "Show all" }).click();
  expect(await line.getByRole("listitem").allTextContents()).toEqual([
    "78 devices turned off; 2 are offline.",
    "Bedside (Room 1)",
    "Bedside (Room 2)",
  ]);
  await page.getByLabel("Select all shown").uncheck();
  await page.getByLabel("Select Ceiling (Room 1)", { exact: true }).check();
  await page.getByRole("button", { name: "Turn on 1" }).click();
  await page.getByText("Ceiling (Room 1) turned on.").or(page.getByText("Ceiling turned on.")).waitFor();
  expect(await line.count()).toBe(2);
  await line.first().getByRole("button", { name: "Dismiss" }).click();
  await line.getByRole("listitem").first().waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});
