import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OperatorLine } from "./support/operator-line.ts";
import { openAsOperator, type Page, servePage } from "./support/page-browser.ts";
import { temporaryFolder } from "./support/program.ts";

/** Keeps the page's requests for a command from the gateway until they are released; then tells how many there were. */
async function heldRequests(page: Page, command: string) {
  const held: (() => Promise<void>)[] = [];
  const pattern = `**/operator/command/${command}`;
  await page.route(pattern, (route) => {
    held.push(() => route.continue());
  });
  const release = async (): Promise<number> => {
    await Promise.all(held.map((go) => go()));
    await page.unroute(pattern);
    return held.length;
  };
  return { release };
}

test("sorted, filtered, many moved and renamed at once, one with its history", async () => {
  const served = await servePage();
  const { page, faults } = await openAsOperator(served);
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Filter devices").fill("bedside");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
  await page.getByRole("button", { name: "Name" }).click();
  expect(await page.locator("tbody th").first().innerText()).toBe("Bedside left");
  await page.getByLabel("Select all shown").check();
  await page.getByLabel("Filter devices").fill("left");
  const selected = page.getByLabel("Selected devices");
  await selected.getByText("1 of 1 device selected · 1 more hidden by the filter and not affected").waitFor();
  await page.getByLabel("Filter devices").fill("bedside");
  await page.getByLabel("Move to").selectOption({ label: "Kitchen" });
  await page.getByRole("button", { name: "Move 2", exact: true }).click();
  await page.getByText("2 devices moved to Kitchen.").waitFor();
  await expect.poll(() => page.locator("tbody td", { hasText: "Kitchen" }).count()).toBe(2);
  await selected.getByText("2 of 2 devices selected").waitFor();
  await page.getByLabel("Select Bedside right").uncheck();
  await selected.getByRole("button", { name: "Rename 1" }).click();
  const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
  await name.fill("Worktop");
  await name.press("Enter");
  await page.getByRole("alert").getByText('"Bedside left": another device in the same room').waitFor();
  await name.fill('Nook, "left"');
  const renames = await heldRequests(page, "device.edit-each");
  await name.press("Enter");
  await name.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Rename", disabled: true }).waitFor();
  expect(await renames.release()).toBe(1);
  await page.getByText('Bedside left renamed to Nook, "left".').waitFor();
  await page.getByLabel("Filter devices").fill("nook");
  await page.getByRole("button", { name: 'Nook, "left"', exact: true }).click();
  await page.getByRole("dialog").getByText("renamed").first().waitFor();
  await page.getByRole("dialog").getByLabel("Move to").selectOption({ label: "Bedroom" });
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("dialog").getByText('Nook, "left" moved to Bedroom.').waitFor();
  expect(faults).toEqual([]);
});

test("of many, those that are drawn are selected, a range by Shift, and all that match in a step of its own", async () => {
  const rooms = [
    { name: "Hall", devices: Array.from({ length: 120 }, (_, at) => ({ name: `Lamp ${at + 1}`, product: "spot" })) },
  ];
  const home = join(temporaryFolder(), "home.json");
  writeFileSync(home, JSON.stringify({ gateway: { name: "Luxgate" }, rooms }));
  const served = await servePage(["--home", home]);
  const { page } = await openAsOperator(served);
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByText("120 devices and the gateway", { exact: true }).waitFor();
  await page.getByLabel("Select Lamp 2", { exact: true }).click();
  await page.getByLabel("Select Lamp 5", { exact: true }).click({ modifiers: ["Shift"] });
  await page.getByText("4 of 120 devices selected").waitFor();
  await page.getByLabel("Select all shown").click();
  await page.getByText("100 of 120 devices selected").waitFor();
  await page.getByRole("button", { name: "Select all 120 matching" }).click();
  await page.getByText("120 of 120 devices selected").waitFor();
  const lamps = (await (await fetch(`${served.url}/clip/v2/resource/device`)).json()) as {
    readonly data: { readonly arr: readonly { readonly id: string; readonly name: string }[] };
  };
  const refusing = lamps.data.arr.find(({ name }) => name === "Lamp 7")?.id;
  await page.getByRole("button", { name: "Remove 120" }).click();
  await page.getByRole("dialog").getByText("and 110 more").waitFor();
  await page.route("**/operator/command/device.remove", (route) => {
    const { device } = route.request().postDataJSON() as { readonly device: string };
    return device === refusing ? route.abort() : route.continue();
  });
  await page.getByRole("dialog").getByRole("button", { name: "Remove 120" }).click();
  expect(await page.getByLabel("Move to").isDisabled()).toBe(true);
  await page.getByText("119 devices removed. The gateway did not answer.").waitFor();
  await page.getByText("1 of 1 device selected").waitFor();
});

test("many that come to one room get numbers where their names are taken, and are renamed by a rule or a table", async () => {
  const lamps = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Lamp 0${at + 1}`, product: "spot" }));
  const rooms = [
    { name: "Hall", devices: lamps(3) },
    { name: "Attic", devices: lamps(2) },
    { name: "Loft", devices: [] },
  ];
  const home = join(temporaryFolder(), "home.json");
  writeFileSync(home, JSON.stringify({ gateway: { name: "Luxgate" }, rooms }));
  const { page, faults } = await openAsOperator(await servePage(["--home", home]));
  const dialog = page.getByRole("dialog");
  const names = () => page.locator("tbody th button").allInnerTexts();
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByText("5 devices and the gateway", { exact: true }).waitFor();
  await page.getByLabel("Select all shown").check();
  await page.getByLabel("Move to").selectOption({ label: "Loft" });
  await page.getByRole("button", { name: "Move 5", exact: true }).click();
  await dialog.getByText("2 names are taken in Loft").waitFor();
  expect(await dialog.locator("tbody tr").count()).toBe(2);
  expect(await dialog.getByLabel("New name of Lamp 01").inputValue()).toBe("Lamp 04");
  await dialog.getByLabel("New name of Lamp 02").fill("Beam");
  await dialog.getByRole("button", { name: "Move 5, rename 2" }).click();
  await page.getByText("5 devices moved to Loft, 2 renamed.").waitFor();
  await expect
    .poll(async () => (await names()).toSorted())
    .toEqual(["Beam", "Lamp 01", "Lamp 02", "Lamp 03", "Lamp 04", "Luxgate"]);

  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: "Rename 5" }).click();
  await dialog.getByRole("textbox", { name: "Pattern" }).fill("{rom} {n}");
  await dialog.getByText('Unknown part "{rom}".').waitFor();
  await dialog.getByRole("textbox", { name: "Pattern" }).fill("{room} {n:02}");
  await dialog.getByText("5 of 5 names change.").waitFor();
  await dialog.getByRole("button", { name: "Rename 5" }).click();
  await page.getByText("5 devices renamed.").waitFor();
  await expect
    .poll(async () => (await names()).toSorted())
    .toEqual(["Loft 01", "Loft 02", "Loft 03", "Loft 04", "Loft 05", "Luxgate"]);

  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: "Rename 5" }).click();
  await dialog.getByRole("radio", { name: "Find and replace" }).check();
  await dialog.getByLabel("Find", { exact: true }).fill("loft 0");
  await dialog.getByLabel("Replace with").fill("Spot ");
  await dialog.getByRole("button", { name: "Rename 5" }).click();
  await page.getByText("5 devices renamed.").waitFor();
  await expect.poll(async () => (await names()).toSorted()).toContain("Spot 5");

  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: "Rename 5" }).click();
  await dialog.getByRole("radio", { name: "CSV" }).check();
  const table = dialog.getByLabel(/^Paste a table/);
  await table.fill("device,name\nSpot 1,First\nSpot 9,Last\n");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("alert").getByText('Line 3: No device is called "Spot 9"').waitFor();
  await table.fill("device,name\nSpot 1,First\nSpot 2,=Second\n");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 names change.").waitFor();
  await dialog.getByRole("button", { name: "Change 2" }).click();
  await page.getByText("2 devices changed.").waitFor();

  await page.getByLabel("Filter devices").fill("=second");
  await page.getByText("1 of 5 devices").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const saved = readFileSync(await (await download).path(), "utf8");
  expect(saved.split("\n")[1]).toMatch(/^'=Second,Loft,spot,/);
  expect(saved.trim().split("\n")).toHaveLength(2);
  expect(faults).toEqual([]);
});

test("namesakes are told apart by their rooms, what is selected stays so, and a table says what it changes beside", async () => {
  const lamps = ["Lamp 1", "Lamp 2"].map((name) => ({ name, product: "spot", on: false }));
  const rooms = ["Hall", "Attic"].map((name) => ({ name, devices: lamps }));
  const home = join(temporaryFolder(), "home.json");
  writeFileSync(
    home,
    JSON.stringify({ gateway: { name: "Luxgate" }, rooms: [...rooms, { name: "Loft", devices: [] }] }),
  );
  const served = await servePage(["--home", home]);
  const { page, faults } = await openAsOperator(served);
  const [dialog, selected] = [page.getByRole("dialog"), page.getByLabel("Selected devices")];
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Select Lamp 1 (Hall)").check();
  await page.getByLabel("Select Lamp 2 (Attic)").check();
  await selected.getByRole("button", { name: "Turn on 2" }).click();
  await page.getByText("2 devices turned on.").waitFor();
  await expect.poll(() => page.locator("tbody .device-swatch[data-lit=true]").count()).toBe(2);
  await page.getByLabel("Move to").selectOption({ label: "Loft" });
  await page.getByRole("button", { name: "Move 2", exact: true }).click();
  await page.getByText("2 devices moved to Loft.").waitFor();
  await page.getByLabel("Filter devices").fill("hall");
  await selected.getByText("0 of 1 device selected").waitFor();
  await selected.getByRole("button", { name: "Clear filter" }).click();
  await selected.getByText("2 of 4 devices selected").waitFor();
  await selected.getByRole("button", { name: "Remove 2" }).click();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Lamp 1 \(Loft\) \S+$/),
    expect.stringMatching(/^Lamp 2 \(Loft\) \S+$/),
  ]);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await selected.getByRole("button", { name: "Rename 2" }).click();
  await dialog.getByRole("radio", { name: "CSV" }).check();
  const table = dialog.getByLabel(/^Paste a table/);
  expect(await table.inputValue()).toMatch(/^serial,name,room\n\S+,Lamp 1,Loft\n/);
  await table.fill("device;name;room;state\nLoft/Lamp 1;Fence;Hall;on\nAttic/Lamp 1;Door;Attic;off\n");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 names and 1 room change. 1 device is not selected.").waitFor();
  const rows = dialog.locator("tbody tr");
  expect(await rows.nth(0).innerText()).toMatch(/Lamp 1\s+Fence\s+Loft → Hall/);
  expect(await rows.nth(1).innerText()).toMatch(/Lamp 1\s+Door\s+not selected\s+Attic/);
  await dialog.getByRole("button", { name: "Change 2" }).click();
  await page.getByText("2 devices changed.").waitFor();
  await expect.poll(() => page.locator("tbody tr", { hasText: "Fence" }).innerText()).toContain("Hall");
  expect(faults).toEqual([]);
});

test("what a move takes out of sight is no longer selected; a table is imported without a selection; removal explains itself", async () => {
  const { page, faults } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Devices" }).click();
  const [dialog, selected] = [page.getByRole("dialog"), page.getByLabel("Selected devices")];
  await page.getByLabel("Filter devices").fill("bedroom");
  await page.getByLabel("Select Wardrobe").check();
  await page.getByLabel("Move to").selectOption({ label: "Kitchen" });
  await page.getByRole("button", { name: "Move 1", exact: true }).click();
  await selected.waitFor({ state: "detached" });
  await page.getByLabel("Filter devices").fill("");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const file = { name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from("device,name\nWardrobe,Closet\n") };
  await dialog.getByLabel("Or choose a file").setInputFiles(file);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("1 name changes.", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Change 1" }).click();
  await page.getByText("1 device changed.").waitFor();
  await page.getByRole("button", { name: "Closet", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove …" }).click();
  const asked = dialog.filter({ hasText: "Remove Closet?" });
  await asked.getByText("Scenes lose what they had saved of it.").waitFor();
  await asked.getByLabel("Remove it even if it does not answer").check();
  await asked.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Closet removed.").waitFor();
  expect(faults).toEqual([]);
});

test("on a phone the selection takes one line; a menu has what is not in it, and ends before a dialog opens", async () => {
  const { page, faults } = await openAsOperator(await servePage());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Select Wardrobe").check();
  const selected = page.getByLabel("Selected devices");
  const more = selected.getByRole("button", { name: "More actions" });
  await selected.getByRole("button", { name: "Turn on 1" }).waitFor();
  expect((await selected.boundingBox())?.height).toBeLessThanOrEqual(64);
  expect(await selected.getByRole("button", { name: "Rename 1" }).isVisible()).toBe(false);
  await more.click();
  await selected.getByRole("button", { name: "Rename 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => more.evaluate((button) => button.matches(":focus"))).toBe(true);
  await more.click();
  await selected.getByLabel("Move to").selectOption({ label: "Kitchen" });
  await selected.getByRole("button", { name: "Move 1", exact: true }).click();
  await page.getByText("Wardrobe moved to Kitchen.").waitFor();
  expect(await selected.getByRole("button", { name: "Rename 1" }).isVisible()).toBe(false);
  await more.click();
  await selected.getByRole("button", { name: /^Select all \d+ matching$/ }).click();
  await selected.getByRole("button", { name: /^Turn on 1\d$/ }).waitFor();
  await selected.getByRole("button", { name: "Clear selection" }).click();
  await selected.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("filters and the order are in the address: they are there after a reload, Back and another view", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByLabel("Filter devices").fill("bed");
  await page.getByLabel("Devices to show").selectOption("Offline");
  await page.getByRole("button", { name: "Name" }).click();
  await page.waitForURL("**/#/devices?text=bed&show=offline&by=name");
  const isAsBefore = async () => {
    await expect.poll(() => page.locator("tbody th").allInnerTexts()).toEqual(["Bedside right"]);
    expect(await page.getByLabel("Filter devices").inputValue()).toBe("bed");
    expect(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  };
  await page.reload();
  await isAsBefore();
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("heading", { name: "About" }).waitFor();
  await page.goBack();
  await isAsBefore();
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("link", { name: "Devices" }).click();
  await isAsBefore();
  await page.getByLabel("Filter devices").fill("nowhere");
  await page.getByText("No devices match the filter.").waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await page.getByText("and the gateway", { exact: false }).waitFor();
  await page.waitForURL("**/#/devices?by=name");
});

test("columns keep their places while values change", async () => {
  const served = await servePage();
  const { page } = await openAsOperator(served);
  await page.getByRole("link", { name: "Devices" }).click();
  const row = page.getByRole("row").filter({ hasText: "Worktop" });
  await row.getByText("off", { exact: true }).waitFor();
  const places = () => row.locator("td").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
  const before = await places();
  const line = await OperatorLine.open(served.folder);
  await line.done({ command: "set", with: { device: "Worktop", words: ["on", "40%", "2700K"] } });
  line.close();
  await row.getByText("40% · 2700 K").waitFor();
  expect(await places()).toEqual(before);
});

test("joining counts down, shows who turns up, and admits", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByRole("button", { name: "Let devices join" }).click();
  await page.getByText(/Devices can join for another \d+ s/).waitFor();
  const found = page.getByLabel("Joining").getByRole("listitem").first();
  await found.getByText(/SIM-\d+/).waitFor();
  await found.getByRole("button", { name: "Admit" }).click();
  await page.getByText(/admitted\./).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Let devices join" }).waitFor();
});
