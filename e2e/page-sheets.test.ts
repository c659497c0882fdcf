import { expect, test } from "vitest";
import { openAsOperator, openPage, type Page, servePage } from "./support/page-browser.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const sheets = (page: Page) => page.locator("dialog[open]");
const depthOf = (page: Page) => page.evaluate("history.length");

/** How far something is from the left edge of the window, and from the right one. */
async function sidesOf(page: Page, selector: string): Promise<readonly number[]> {
  const { x = 0, width = 0 } = (await page.locator(selector).boundingBox()) ?? {};
  return [x, Number(await page.evaluate("innerWidth")) - x - width].map(Math.round);
}

test("a dialog stands in the middle of the whole window, and what is behind it stays in its place", async () => {
  const { page } = await openPage((await servePage()).url, { hasScrollbars: true });
  const details = page.getByRole("button", { name: "Details of TV bar" });
  await details.waitFor();
  const before = await sidesOf(page, ".house");
  expect(await page.evaluate("innerWidth - document.documentElement.clientWidth")).toBeGreaterThan(5);
  await details.click();
  const [left, right] = await sidesOf(page, "dialog[open]");
  expect(left).toBe(right);
  expect(await page.evaluate("document.documentElement.getBoundingClientRect().width")).toBe(1280);
  expect(await sidesOf(page, ".house")).toEqual(before);
});

test("Back closes the uppermost dialog and leaves the view as it is; forward there is nothing", async () => {
  const { page, faults } = await openAsOperator(await servePage(), PHONE);
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("button", { name: "Rename or move TV bar" }).click();
  await expect.poll(() => sheets(page).count()).toBe(2);
  await page.goBack();
  await expect.poll(() => sheets(page).count()).toBe(1);
  await page.getByRole("dialog", { name: "TV bar" }).waitFor();
  await page.goBack();
  await expect.poll(() => sheets(page).count()).toBe(0);
  expect(page.url()).toMatch(/#\/home$/);
  await page.goForward();
  await page.getByRole("switch", { name: /^TV bar/ }).waitFor();
  expect(await sheets(page).count()).toBe(0);
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.evaluate("history.state")).toBeNull();
  await page.goBack();
  await page.getByRole("heading", { name: "Devices" }).waitFor();
  expect(faults).toEqual([]);
});

test("a dialog that takes the place of another takes its entry in the history too", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("button", { name: "Edit rooms" }).click();
  await page.getByRole("dialog", { name: "Edit rooms" }).waitFor();
  const depth = await depthOf(page);
  await page.getByRole("button", { name: "Edit Kitchen" }).last().click();
  await page.getByRole("dialog", { name: "Edit Kitchen" }).waitFor();
  expect(await depthOf(page)).toBe(depth);
  await page.goBack();
  await expect.poll(() => sheets(page).count()).toBe(0);
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
});

test("whoever goes to another view leaves dialogs behind, and Back does not stop at them", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("button", { name: "Edit rooms" }).click();
  await page.getByRole("dialog", { name: "Edit rooms" }).waitFor();
  await page.evaluate("location.hash = '#/about'");
  await page.getByRole("heading", { name: "About" }).waitFor();
  await expect.poll(() => sheets(page).count()).toBe(0);
  await page.goBack();
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
  expect(await sheets(page).count()).toBe(0);
  await expect.poll(() => page.evaluate("history.state")).toBeNull();
});

test("a filter that is cleared right before a dialog opens stays cleared after it", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Devices" }).click();
  const filter = page.getByLabel("Filter devices");
  await filter.fill("bedside");
  await page.waitForURL("**/#/devices?text=bedside");
  const open = page.getByRole("button", { name: "Bedside left", exact: true });
  await open.waitFor();
  // As fast as no hand is.
  await page.evaluate(`{
    const field = document.querySelector("input[aria-label='Filter devices']");
    field.value = "";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => document.querySelector(".table .link-button").click(), 60));
  }`);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.evaluate("history.state")).toBeNull();
  expect(await filter.inputValue()).toBe("");
  expect(page.url()).toMatch(/#\/devices$/);
});

test("what was typed is not lost by Escape, Back, a touch beside the dialog or a swipe, only by the cross or Cancel", async () => {
  const { page } = await openAsOperator(await servePage(), PHONE);
  const edit = async () => {
    await page.getByRole("button", { name: "Edit Kitchen" }).click();
    await page.getByRole("button", { name: "Edit room", exact: true }).click();
  };
  await edit();
  const sheet = page.getByRole("dialog", { name: "Edit Kitchen" });
  await sheet.getByLabel(/^Porch/).check();
  await page.touchscreen.tap(190, 20);
  await sheet.getByText("Your changes are not saved.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.goBack();
  const { x = 0, y = 0 } = (await sheet.getByRole("heading").boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  for (const [type, down] of [
    ["touchStart", 0],
    ["touchMove", 100],
    ["touchEnd", 200],
  ] as const) {
    const touchPoints = type === "touchEnd" ? [] : [{ x: x + 10, y: y + 10 + down }];
    await finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  expect(await sheet.getByLabel(/^Porch/).isChecked()).toBe(true);
  expect(await sheets(page).count()).toBe(1);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => sheets(page).count()).toBe(0);
  expect(await page.locator(".line").count()).toBe(0);
  await edit();
  expect(await sheet.getByLabel(/^Porch/).isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => sheets(page).count()).toBe(0);
});

test("names that are typed in dialogs are kept in the same way", async () => {
  const { page } = await openAsOperator(await servePage());
  const isKept = async (field: ReturnType<Page["locator"]>) => {
    await field.fill("Anteroom");
    await page.keyboard.press("Escape");
    await page.getByText("Your changes are not saved.").waitFor();
    expect(await field.inputValue()).toBe("Anteroom");
    await page.getByRole("button", { name: "Dismiss" }).click();
  };
  await page.getByRole("button", { name: "Edit rooms" }).click();
  await isKept(page.getByRole("dialog").getByLabel("Name"));
  // A new room is above a list of any length.
  const { y: add = 0 } = (await page.getByRole("heading", { name: "Add a room" }).boundingBox()) ?? {};
  const { y: first = 0 } = (await page.locator(".ordered-item").first().boundingBox()) ?? {};
  expect(add).toBeLessThan(first);
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByText("Anteroom added.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("button", { name: "Rename or move TV bar" }).click();
  await isKept(page.getByRole("dialog").getByLabel("Name", { exact: true }));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Select TV bar").check();
  await page.getByRole("button", { name: "Rename 1" }).click();
  await isKept(page.getByRole("dialog").getByLabel("Name", { exact: true }));
});

test("on a phone, exact values that are unfolded are in sight", async () => {
  const { page } = await openPage((await servePage()).url, PHONE);
  await page.getByRole("button", { name: "Details of Reading lamp" }).click();
  await page.locator("summary", { hasText: "Exact values" }).click();
  await expect
    .poll(async () => {
      const { y = 0, height = 0 } = (await page.locator("#exact-hint").boundingBox()) ?? {};
      return y + height;
    })
    .toBeLessThanOrEqual(844);
});
