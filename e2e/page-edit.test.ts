import { describe, expect, test } from "vitest";
import { violationsIn } from "./support/accessibility.ts";
import { openAsOperator, openPage, type Page, type ServedPage, servePage } from "./support/page-browser.ts";
import { lightCalled, pairedPage } from "./support/paired-page.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The room's headings, in the order in which the home shows them. */
const roomsOf = (page: Page) => page.locator(".room h2").allTextContents();

const scenesOf = (page: Page, room: string) => page.getByRole("list", { name: `Scenes of ${room}` }).locator(".chip");

/** An item of the list in a sheet. */
const nameIn = (sheet: ReturnType<Page["locator"]>, name: string) =>
  sheet.locator(".ordered-name").getByText(name, { exact: true });

async function openRooms(page: Page) {
  await page.getByRole("button", { name: "Edit rooms" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit rooms" });
  await sheet.waitFor();
  return sheet;
}

async function openOf(page: Page, room: string, action: string) {
  await page.getByRole("button", { name: `Edit ${room}`, exact: true }).click();
  await page.getByRole("dialog", { name: room }).getByRole("button", { name: action }).click();
}

async function newScene(page: Page, room: string, name: string) {
  await openOf(page, room, "New scene from the current state");
  const sheet = page.getByRole("dialog", { name: `New scene in ${room}` });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByRole("button", { name: "Save scene" }).click();
  await scenesOf(page, room).filter({ hasText: name }).waitFor();
}

const brightnessOf = async (served: ServedPage, lamp: string) => (await lightCalled(served, lamp)).brightness;

describe("the home's rooms and scenes, by its operator", () => {
  test("a room is added, gets lamps, another name and place, and is removed with a word on what goes with it", async () => {
    const served = await servePage();
    const { page, faults } = await openAsOperator(served);
    const rooms = await openRooms(page);
    await rooms.getByLabel("Name").fill("Hall");
    await rooms.getByLabel("Type").selectOption("hallway");
    await rooms.getByRole("button", { name: "Add" }).click();
    await rooms.getByRole("button", { name: "Move Hall up" }).click();
    await rooms.getByText(/Hall is now .*3 of 4/).waitFor({ state: "attached" });
    await rooms.getByRole("button", { name: "Edit Hall" }).click();
    const hall = page.getByRole("dialog", { name: "Edit Hall" });
    await hall.getByLabel("Name").fill("Entrance");
    await hall.getByLabel(/^Porch/).check();
    await hall.getByLabel(/^Worktop/).check();
    await hall.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Entrance", exact: true }).waitFor();
    expect(await roomsOf(page)).toEqual(["Living room", "Kitchen", "Entrance", "Bedroom", "No room"]);
    await newScene(page, "Entrance", "Welcome");
    await openOf(page, "Entrance", "Edit room");
    await page.getByRole("button", { name: "Remove room" }).click();
    const confirm = page.getByRole("dialog", { name: "Remove Entrance?" });
    await confirm.getByText("1 scene will be removed too.").waitFor();
    await confirm.getByText("2 devices will be in no room. No device is removed.").waitFor();
    await confirm.getByRole("button", { name: "Remove room" }).click();
    await page.getByRole("heading", { name: "Entrance", exact: true }).waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  });

  test("what is refused stands in the form, and nothing is lost of what was typed", async () => {
    const { page } = await openAsOperator(await servePage());
    const rooms = await openRooms(page);
    await rooms.getByLabel("Name").fill("kitchen");
    await rooms.getByRole("button", { name: "Add" }).click();
    await rooms.getByRole("alert").getByText('There is already a room "Kitchen": use another name.').waitFor();
    expect(await rooms.getByLabel("Name").inputValue()).toBe("kitchen");
  });

  test("a scene saves each lamp as it is, gives it back, is renamed, saved again, ordered and removed", async () => {
    const served = await servePage();
    const { page, faults } = await openAsOperator(served);
    const before = await brightnessOf(served, "TV bar");
    await newScene(page, "Living room", "Reading");
    const reading = scenesOf(page, "Living room").filter({ hasText: "Reading" });
    expect(await reading.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("switch", { name: /^TV bar/ }).click();
    await expect.poll(() => reading.getAttribute("aria-pressed")).toBe("false");
    await reading.click();
    await expect.poll(() => reading.getAttribute("aria-pressed")).toBe("true");
    expect(await lightCalled(served, "TV bar")).toMatchObject({ on: 1, brightness: before });
    await openOf(page, "Living room", "Edit scenes");
    const sheet = page.getByRole("dialog", { name: "Scenes of Living room" });
    await sheet.getByRole("button", { name: "Move Reading up" }).click();
    await expect.poll(() => sheet.locator(".ordered-name").allInnerTexts()).toEqual(["Evening", "Reading", "Aurora"]);
    await sheet.getByRole("button", { name: "Rename Reading" }).click();
    await page.getByRole("dialog", { name: "Rename Reading" }).getByLabel("Name").fill("Late");
    await page.keyboard.press("Enter");
    await nameIn(sheet, "Late").waitFor();
    await sheet.getByRole("button", { name: "Save the current state Evening" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save the current state", exact: true }).click();
    const evening = scenesOf(page, "Living room").filter({ hasText: "Evening" });
    await expect.poll(() => evening.getAttribute("aria-pressed")).toBe("true");
    expect(await reading.count()).toBe(0);
    await sheet.getByRole("button", { name: "Remove Aurora" }).click();
    await page.getByRole("button", { name: "Remove scene" }).click();
    await nameIn(sheet, "Aurora").waitFor({ state: "detached" });
    await sheet.getByRole("button", { name: "Close" }).click();
    expect(await scenesOf(page, "Living room").allInnerTexts()).toEqual(["Evening", "Late"]);
    expect(faults).toEqual([]);
  });

  test("a lamp gets another name and room from its details", async () => {
    const { page, faults } = await openAsOperator(await servePage(), PHONE);
    await page.getByRole("button", { name: "Details of Worktop" }).click();
    await page.getByRole("button", { name: "Rename or move Worktop" }).click();
    const sheet = page.getByRole("dialog", { name: "Rename or move Worktop" });
    await sheet.getByLabel("Name").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.value")).toBe("Worktop");
    await page.keyboard.type("TV bar");
    await sheet.getByLabel("Room").selectOption("Living room");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByRole("alert").getByText("another device in the same room").waitFor();
    await sheet.getByLabel("Name").fill("Counter");
    await sheet.getByRole("button", { name: "Save" }).click();
    const details = page.getByRole("dialog", { name: "Counter" });
    await details.getByText("Living room ·").waitFor();
    await page.getByText("Counter saved.").waitFor();
    await details.getByRole("button", { name: "Close" }).click();
    await page.getByRole("region", { name: "Living room" }).getByRole("switch", { name: "Counter" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("a room's last scene is removed: the sheet says so, with a message above it", async () => {
    const { page } = await openAsOperator(await servePage());
    await page.getByText("signed in as the operator").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await openOf(page, "Kitchen", "Edit scenes");
    const sheet = page.getByRole("dialog", { name: "Scenes of Kitchen" });
    expect(await sheet.locator(".ordered-handle").count()).toBe(0);
    await sheet.getByRole("button", { name: "Remove Cooking" }).click();
    await page.getByRole("button", { name: "Remove scene" }).click();
    await sheet.getByText("No scenes.").waitFor();
    await sheet.getByRole("log").getByText("Cooking removed.").waitFor();
  });

  test("an item is dragged to its place", async () => {
    const { page } = await openAsOperator(await servePage());
    const rooms = await openRooms(page);
    const handles = rooms.locator(".ordered-handle");
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (!from || !to) return expect.fail("there are no rows");
    await page.mouse.move(from.x + 8, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => roomsOf(page)).toEqual(["Kitchen", "Bedroom", "Living room", "No room"]);
  });
});

describe("who may edit", () => {
  test("not everyone with a key, unless it is allowed", async () => {
    const page = await pairedPage(await servePage());
    expect(await page.getByRole("button", { name: "Edit rooms" }).count()).toBe(0);
  });

  test("with --allow-editing, everyone with a key", async () => {
    const served = await servePage(["--allow-editing"]);
    const page = await pairedPage(served);
    await newScene(page, "Kitchen", "Cosy");
    const rooms = await openRooms(page);
    await rooms.getByLabel("Name").fill("Hall");
    await rooms.getByRole("button", { name: "Add" }).click();
    await nameIn(rooms, "Hall").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Details of Porch" }).click();
    await page.getByRole("button", { name: "Rename or move Porch" }).click();
    await page.getByRole("dialog", { name: "Rename or move Porch" }).getByLabel("Name").fill("Front door");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Front door", exact: true }).waitFor();
  });

  test("not somebody who only looks", async () => {
    const { url } = await servePage(["--allow-editing"]);
    const { page } = await openPage(url);
    await page.getByRole("heading", { name: "Kitchen" }).waitFor();
    expect(await page.getByRole("button", { name: "Edit rooms" }).count()).toBe(0);
  });
});

test.each(["dark", "light"] as const)(
  "axe-core finds nothing wrong in any sheet, %s, on a phone",
  async (colorScheme) => {
    const { page } = await openAsOperator(await servePage(), { ...PHONE, colorScheme });
    const rooms = await openRooms(page);
    expect(await violationsIn(page)).toEqual([]);
    await rooms.getByRole("button", { name: "Edit Kitchen" }).click();
    await page.getByRole("dialog", { name: "Edit Kitchen" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await openOf(page, "Living room", "New scene from the current state");
    await page.getByRole("dialog", { name: /^New scene/ }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await openOf(page, "Living room", "Edit scenes");
    await page.getByRole("dialog", { name: "Scenes of" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
  },
);
