import { expect, test } from "vitest";
import { PAGE_FOLDER } from "../src/runtime/package.ts";
import { runPagedGateway } from "../test/support/gateway/paged-gateway.ts";
import { MemoryBridge } from "../test/support/matter/memory-bridge.ts";
import { violationsIn } from "./support/accessibility.ts";
import { openPage, type Page } from "./support/page-browser.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The clients view of a gateway, with a bridge that has no network. */
async function clientsView(bridge: MemoryBridge | undefined, options: Parameters<typeof openPage>[1] = {}) {
  const gateway = await runPagedGateway({ pageFolder: PAGE_FOLDER }, { matter: () => bridge });
  const opened = await openPage(`http://127.0.0.1:${gateway.http.port}/#open=${gateway.door.makeLink()}`, options);
  await opened.page.getByRole("link", { name: "Clients" }).click();
  await opened.page.getByRole("heading", { name: "Matter" }).waitFor();
  return { ...opened, gateway };
}

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

test("an operator opens pairing, sees the codes, hears of the ecosystem that pairs, and takes the lamps from it", async () => {
  const leftOut = [{ reason: "not-admitted", count: 2, names: ["Porch", "Unknown bulb"] }] as const;
  const bridge = new MemoryBridge({ lamps: 98, leftOut });
  const { page, gateway, faults } = await clientsView(bridge);
  await page.getByText("Online with 98 lamps, 2 left out, on UDP port 5540.").waitFor();
  await page.getByText("Left out: 2 not admitted: Porch, Unknown bulb.").waitFor();
  await page.getByText("No ecosystem is paired.").waitFor();
  await page.getByRole("button", { name: "Pair an ecosystem" }).click();
  await page.getByRole("img", { name: "QR code for pairing by Matter" }).locator("path").waitFor();
  await page.getByText("3497-011-2332").waitFor();
  await page.getByText("Pairing is open for another 15 minutes.").waitFor();
  expect(gateway.gateway.pairingMillisLeft()).toBe(0);
  bridge.join({ label: "Our home" });
  await page.getByText("Apple Home was paired.").waitFor();
  await expect.poll(() => page.getByText("3497-011-2332").count()).toBe(0);
  await page.getByRole("button", { name: "Remove Apple Home (Our home)" }).click();
  await page.getByText("It loses all lamps at once.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Apple Home (Our home) was removed.").waitFor();
  await page.getByText("No ecosystem is paired.").waitFor();
  expect(bridge.state().fabrics).toEqual([]);
  expect(faults).toEqual([]);
});

test("pairing is closed by hand; without the bridge, the page says which setting is missing", async () => {
  const bridge = new MemoryBridge();
  const { page } = await clientsView(bridge);
  await page.getByRole("button", { name: "Pair an ecosystem" }).click();
  await page.getByRole("button", { name: "Close pairing" }).click();
  await page.getByText("Matter pairing is closed.").waitFor();
  expect(bridge.state().window).toBeUndefined();
  bridge.become({ phase: "failed", why: "port 5540 is in use" });
  await page.getByText("The bridge failed: port 5540 is in use.").waitFor();
  expect(await page.getByRole("button", { name: "Pair an ecosystem" }).isDisabled()).toBe(true);
  const off = await clientsView(undefined);
  await off.page.getByText("Matter is off. Start the gateway with --matter").waitFor();
});

test("pairing that an ecosystem opened is shown, and can be closed", async () => {
  const bridge = new MemoryBridge();
  bridge.join();
  bridge.become({ openedBy: "Apple Home" });
  const { page, faults } = await clientsView(bridge, PHONE);
  await page.getByText("Pairing was opened by Apple Home.").waitFor();
  expect(await page.getByRole("button", { name: "Pair an ecosystem" }).count()).toBe(0);
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("button", { name: "Close pairing" }).click();
  await page.getByText("Matter pairing is closed.").waitFor();
  await page.getByRole("button", { name: "Pair an ecosystem" }).waitFor();
  expect(bridge.state().openedBy).toBeUndefined();
  expect(faults).toEqual([]);
});

test.each(["dark", "light"] as const)(
  "with open pairing and two ecosystems, nothing is wider than a phone, and axe-core finds nothing wrong, %s",
  async (colorScheme) => {
    const bridge = new MemoryBridge();
    bridge.join();
    bridge.join({ vendorName: "Home Assistant", label: "Our home by the sea, with a rather long name" });
    const { page, faults } = await clientsView(bridge, { ...PHONE, colorScheme });
    await page.getByRole("button", { name: "Pair an ecosystem" }).click();
    await page.getByRole("img", { name: "QR code for pairing by Matter" }).locator("path").waitFor();
    expect(await violationsIn(page)).toEqual([]);
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violationsIn(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);
