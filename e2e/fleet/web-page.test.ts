import { expect, test } from "vitest";
import { violationsIn } from "../support/accessibility.ts";
import { openPage, type Page } from "../support/page-browser.ts";
import { startLab } from "./fleet-lab.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const rowOf = (page: Page, name: string) => page.getByRole("link", { name });

/** What the page asks the front for, by path. */
function requestsOf(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/page/")) paths.push(pathname + search);
  });
  return paths;
}

test("the page of a front lists the gateways, opens one, and shows when one is lost", async () => {
  const { gateways, fronts, operator } = await startLab();
  const [front] = fronts;
  const [first, second] = gateways;
  if (!front || !first || !second) throw new Error("the lab has three gateways and two fronts");
  const { page, faults } = await openPage(front.url);

  // The list, and no lamps.
  await page.getByRole("heading", { name: "Gateways" }).waitFor();
  await page.getByText("3 of 3 connected").waitFor();
  for (const name of ["Floor 1", "Floor 2", "Floor 3"]) await rowOf(page, `${name} Connected`).waitFor();
  await page.getByLabel("Search gateways and lamps").fill("floor 2");
  await expect.poll(() => page.locator(".gateway").count()).toBe(1);
  await page.getByLabel("Search gateways and lamps").fill("");

  // A lamp of whichever gateway, in its room there.
  await page.getByLabel("Search gateways and lamps").fill("hall 3");
  const inHall = page.getByRole("link", { name: "Hall 3 · Floor 3" });
  await expect.poll(() => inHall.count()).toBe(12);
  await inHall.first().click();
  await page.getByRole("heading", { name: "Hall 3" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Gateways" }).waitFor();
  await page.getByLabel("Search gateways and lamps").fill("");

  // One of them, whose events alone are followed.
  const asked = requestsOf(page);
  await rowOf(page, "Floor 2 Connected").click();
  await page.getByRole("heading", { name: "Hall 2" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(12);
  expect(await page.getByRole("heading", { name: "Hall 1" }).count()).toBe(0);
  const streams = asked.filter((path) => path.startsWith("/eventstream"));
  expect(streams).toEqual([expect.stringMatching(/^\/eventstream\/clip\/v2\?gateway=[0-9A-F-]{36}$/)]);
  expect(await page.title()).toBe("Floor 2 · Luxgate");

  // A browser that is paired with the fleet switches the lamps of that gateway, and no others.
  await page.getByRole("switch", { name: "Lights of Floor 2" }).click();
  await page.getByText("Waiting for luxgate fleet press").waitFor();
  await operator.does("fleet press");
  await page.getByText("This browser is paired.").waitFor();
  const litAt = async (served: typeof first) => (await served.list("light")).filter(({ on }) => on === 1).length;
  const before = await litAt(first);
  const isLit = (await litAt(second)) > 0;
  await expect
    .poll(() => page.getByRole("switch", { name: "Lights of Floor 2" }).getAttribute("aria-checked"))
    .toBe(String(isLit));
  await page.getByRole("switch", { name: "Lights of Floor 2" }).click();
  await expect.poll(() => litAt(second)).toBe(isLit ? 0 : 12);
  expect(await litAt(first)).toBe(before);

  // Reload and back.
  await page.reload();
  await page.getByRole("heading", { name: "Hall 2" }).waitFor();
  await page.getByRole("link", { name: "Choose another gateway" }).click();
  await page.getByRole("heading", { name: "Gateways" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Hall 2" }).waitFor();

  // Another tab begins with the gateway of last time; an address without a gateway of the fleet with the list.
  const other = await page.context().newPage();
  await other.goto(front.url);
  await other.getByRole("heading", { name: "Hall 2" }).waitFor();
  await other.goto(`${front.url}/#/gateway/00000000-0000-4000-8000-000000000000/home`);
  await other.getByText("This gateway is not in the fleet.").waitFor();
  await other.getByRole("heading", { name: "Gateways" }).waitFor();
  await other.goto(`${front.url}/#/devices`);
  await other.getByText("This is a front of a fleet.").waitFor();
  await other.close();

  // A gateway is killed: its home says so, and the list has it first.
  await second.program.stop("SIGKILL");
  await page.getByText("Floor 2: Not connected, last contact").waitFor();
  await page.getByRole("link", { name: "Choose another gateway" }).click();
  await page.getByText("2 of 3 connected").waitFor();
  expect(await page.locator(".gateway-name").first().textContent()).toBe("Floor 2");
  expect(await violationsIn(page)).toEqual([]);

  // On a phone nothing is wider than the screen.
  const phone = await openPage(front.url, { ...PHONE, colorScheme: "dark" });
  await phone.page.getByText("2 of 3 connected").waitFor();
  expect(await violationsIn(phone.page)).toEqual([]);
  await rowOf(phone.page, "Floor 1 Connected").tap();
  await phone.page.getByRole("heading", { name: "Hall 1" }).waitFor();
  expect(await violationsIn(phone.page)).toEqual([]);
  expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(390);

  // The fleet's operator sees what a front has, and what is wrong.
  const { path } = JSON.parse(await operator.does("fleet open --json"));
  const signedIn = await openPage(`${front.url}${path}`);
  await signedIn.page.getByText("operator of this fleet").waitFor();
  await signedIn.page.getByText("1 problem", { exact: true }).click();
  await signedIn.page.getByText("is not connected").waitFor();
  const offered = await signedIn.page.getByRole("navigation").getByRole("link").allTextContents();
  expect(offered).toEqual(["Gateways", "Clients", "Traffic", "API", "About"]);
  await signedIn.page.getByRole("link", { name: "Clients" }).click();
  await signedIn.page.getByText("(web page)").first().waitFor();
  await signedIn.page.getByText("this browser", { exact: true }).waitFor();
  expect([...faults, ...phone.faults, ...signedIn.faults]).toEqual([]);
}, 300_000);
