import { expect, test } from "vitest";
import { homeFileOf } from "./support/large-home.ts";
import { openAsOperator, openPage, servePage } from "./support/page-browser.ts";
import { lightCalled, pairedPage, run } from "./support/paired-page.ts";
import { Program } from "./support/program.ts";

test("a visitor sees the home: rooms, lamps in their colours, scenes, and a lamp that is offline", async () => {
  const { page, faults } = await openPage((await servePage()).url);
  await page.getByRole("heading", { name: "Living room" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(11);
  expect(await page.getByRole("switch", { name: "Reading lamp, 80% · 2700 K" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  expect(await page.getByRole("switch", { name: "Bedside right, offline" }).getAttribute("aria-checked")).toBe("false");
  expect(await page.getByRole("button", { name: "Evening" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.locator(".tile", { hasText: "TV bar" }).getAttribute("style")).toContain("#ff8800 0% 20%");
  await page.getByRole("button", { name: "Details of Bedside right" }).click();
  await page.getByText("offline: it has no power or is out of range").waitFor();
  expect(await page.getByRole("dialog").getByRole("slider").count()).toBe(0);
  expect(await page.getByRole("dialog").getByRole("switch").count()).toBe(0);
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
  await page.getByRole("switch", { name: "TV bar" }).waitFor();
  // Scenes are of rooms that are found whole.
  expect(await page.getByRole("button", { name: "Aurora" }).count()).toBe(0);
  await page.getByLabel("Search lamps and rooms").fill("kitchen");
  await expect.poll(() => page.locator(".tile:visible").count()).toBe(2);
  await page.getByRole("button", { name: "Cooking" }).waitFor();
  await page.getByLabel("Search lamps and rooms").fill("nowhere");
  await page.getByText("No results for “nowhere”.").waitFor();
});

test("a search finds states, and leaves what somebody switches under the finger", async () => {
  const page = await pairedPage(await servePage());
  const shown = page.locator(".tile");
  const search = page.getByLabel("Search lamps and rooms");
  await search.fill("offline");
  await expect.poll(() => shown.count()).toBe(1);
  await page.getByRole("switch", { name: "Bedside right, offline" }).waitFor();
  // One lamp of a room is not the room: its name is on the tile, and its switch is not there.
  await page.getByText("1 lamp found").waitFor();
  await shown.getByText("Bedroom", { exact: true }).waitFor();
  expect(await page.getByRole("switch", { name: "Lights of Bedroom" }).count()).toBe(0);
  await search.blur();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("switch", { name: "Lights of Bedroom" }).waitFor();
  await search.fill("bedroom");
  await page.getByRole("switch", { name: "Lights of Bedroom" }).waitFor();
  await search.fill("violet");
  await page.getByRole("switch", { name: "Wardrobe" }).click();
  await page.getByRole("switch", { name: "Wardrobe, off" }).waitFor();
  await search.fill("living off");
  await page.getByText("No results for “living off”.").waitFor();
});

test.each([390, 820, 1920])(
  "everything stands in columns, and no name takes from a light, %s pixels wide",
  async (width) => {
    const { page } = await openPage((await servePage()).url, { viewport: { width, height: 900 } });
    await page.getByRole("heading", { name: "Bedroom" }).waitFor();
    const edges = async (what: string, edge: "left" | "right" | "height") =>
      (await page.evaluate(
        `[...document.querySelectorAll("${what}")].map((one) => Math.round(one.getBoundingClientRect().${edge}))`,
      )) as readonly number[];
    expect(new Set(await edges(".head .switch", "right")).size).toBe(1);
    expect(new Set(await edges(".head .slider", "left")).size).toBe(1);
    expect(
      new Set(await edges(".brand, .house, .room h2, .chips li:first-child, .tile:first-child", "left")).size,
    ).toBe(1);
    expect(new Set(await edges(".tile-light", "height"))).toEqual(new Set([40]));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  },
);

test("the number of lamps that are offline leads to them; Home in the navigation ends a search, Back does not", async () => {
  const { page } = await openPage((await servePage()).url);
  const search = page.getByLabel("Search lamps and rooms");
  const kitchen = page.getByRole("heading", { name: "Kitchen" });
  await page.getByRole("button", { name: "1 offline" }).click();
  await page.getByRole("switch", { name: "Bedside right, offline" }).waitFor();
  expect(await search.inputValue()).toBe("offline");
  expect(await page.locator(".tile").count()).toBe(1);
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("heading", { name: "About" }).waitFor();
  await page.goBack();
  expect(await search.inputValue()).toBe("offline");
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("link", { name: "Home" }).click();
  await kitchen.waitFor();
  expect(await search.inputValue()).toBe("");
  await search.fill("nowhere");
  await page.getByRole("link", { name: "Luxgate" }).click();
  await kitchen.waitFor();
});

test("rows of the compact view have one height on a phone, and a chosen scene is as wide as before", async () => {
  const page = await pairedPage(await servePage(), { viewport: { width: 390, height: 844 } });
  const chip = page.getByRole("button", { name: "Cooking" });
  const widthOf = async () => (await chip.boundingBox())?.width;
  const width = await widthOf();
  await chip.click();
  await page.locator("[aria-pressed=true]", { hasText: "Cooking" }).waitFor();
  expect(await widthOf()).toBe(width);
  await page.getByRole("button", { name: "Switch to compact view" }).click();
  const heights = (await page.evaluate(
    "[...document.querySelectorAll('.tile')].map((one) => one.getBoundingClientRect().height)",
  )) as readonly number[];
  expect(new Set(heights)).toEqual(new Set([56]));
});

test("favourites come first, and are kept", async () => {
  const { page } = await openPage((await servePage()).url);
  await page.getByRole("button", { name: "Details of Desk spot" }).click();
  await page.getByRole("button", { name: "Desk spot is a favourite" }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  const favourites = page.getByRole("region", { name: "Favourites" });
  await favourites.getByRole("switch", { name: "Desk spot, off" }).waitFor();
  await favourites.getByRole("button", { name: "Details of Desk spot" }).click();
  await page.getByRole("button", { name: "Desk spot is a favourite", pressed: true }).click();
  await page.keyboard.press("Escape");
  await favourites.waitFor({ state: "detached" });
});

test("a large home begins with its rooms; each has an address, and the way back is the browser's", async () => {
  const { page, faults } = await openPage((await servePage(["--home", homeFileOf(200)])).url, {
    viewport: { width: 390, height: 844 },
  });
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Room 17" }) });
  await card.getByRole("slider", { name: "Brightness of Room 17" }).waitFor();
  expect(await page.locator(".room-card").count()).toBe(20);
  expect(await page.locator(".tile").count()).toBe(0);
  await card.scrollIntoViewIfNeeded();
  const height = await page.evaluate("scrollY");
  expect(height).toBeGreaterThan(500);
  await page.getByRole("link", { name: "Room 17" }).click();
  await page.getByRole("switch", { name: "Lamp 170" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(10);
  expect(page.url()).toMatch(/#\/home\/[0-9A-F-]{36}$/);
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.reload();
  await page.getByRole("switch", { name: "Lamp 170" }).waitFor();
  await page.getByLabel("Jump to room").focus();
  await page.getByLabel("Jump to room").selectOption("Room 3");
  await page.getByRole("switch", { name: "Lamp 30" }).waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("SELECT");
  await page.getByRole("link", { name: "All rooms" }).click();
  await page.getByRole("link", { name: "Room 17" }).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
  await page.getByRole("link", { name: "Room 17" }).click();
  await page.getByRole("button", { name: "Room 17 is a favourite" }).click();
  await page.goBack();
  await expect.poll(() => page.locator(".room-card h2").first().textContent()).toContain("Room 17");
  await page.getByLabel("Search lamps and rooms").fill("lamp 17");
  await page.getByRole("switch", { name: "Lamp 170" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(12);
  expect(faults).toEqual([]);
});

test("touches go through a message to what they were meant for", async () => {
  const { page } = await openPage((await servePage()).url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const search = page.getByLabel("Search lamps and rooms");
  await page.getByRole("switch", { name: "Bedside right, offline" }).tap();
  await page.locator(".line").getByText("Bedside right is offline").waitFor();
  const { x = 0, y = 0, height = 0 } = (await search.boundingBox()) ?? {};
  await page.touchscreen.tap(x + 60, y + height / 2);
  expect(await page.evaluate("document.activeElement.type")).toBe("search");
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

test("a change whose answer is lost may have been made, and the page does not deny it", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.route("**/clip/v2/resource/light/*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("switch", { name: "Worktop, off" }).click();
  const line = page.locator(".line", { hasText: "The gateway did not answer." });
  await line.waitFor();
  expect(await line.textContent()).toMatch(/[Cc]heck/);
  expect(await line.textContent()).not.toMatch(/[Nn]othing was changed/);
  await page.getByRole("switch", { name: /^Worktop, \d+%/ }).waitFor();
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
