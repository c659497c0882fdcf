import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OperatorLine } from "./support/operator-line.ts";
import { linkFor, openAsOperator, openPage, type Page, servePage } from "./support/page-browser.ts";

test("the link of luxgate open makes the browser the operator's, and is gone from the address", async () => {
  const served = await servePage();
  const { page, faults } = await openAsOperator(served);
  expect(page.url()).toBe(`${served.url}/`);
  await page.getByText("You are signed in as the operator of this gateway.").waitFor();
  await page.getByRole("switch", { name: "Worktop, off" }).click();
  await page.getByRole("switch", { name: "Worktop, 70%" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Devices" }).waitFor();
  expect(faults).toEqual([]);
});

test("a link that is opened where the page is open already is taken too, once", async () => {
  const served = await servePage();
  const { page } = await openPage(served.url);
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
  const link = `${served.url}/#open=${await linkFor(served.folder)}`;
  await page.goto(link);
  await page.getByRole("link", { name: "Devices" }).waitFor();
  const { page: other } = await openPage(link);
  await other.getByRole("log").getByText(/link/i).waitFor();
  expect(await other.getByRole("link", { name: "Devices" }).count()).toBe(0);
});

test("a link that is none is refused in words, and its visitor stays a visitor", async () => {
  const { url } = await servePage();
  const { page } = await openPage(`${url}/#open=${"x".repeat(43)}`);
  await page.getByRole("log").getByText(/link/i).waitFor();
  expect(await page.getByRole("link", { name: "Devices" }).count()).toBe(0);
  await page.getByRole("link", { name: "Operator" }).click();
  await page.getByRole("heading", { name: "Sign in as operator" }).waitFor();
});

test("clients: the button, pressed from here, counts down and lets one in; keys are revoked", async () => {
  const served = await servePage();
  const { page } = await openAsOperator(served);
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByRole("button", { name: "Open pairing" }).click();
  await page.getByText(/Pairing is open for another \d+ s/).waitFor();
  await fetch(`${served.url}/api`, { method: "POST", body: '{"device_type":"test#client"}' });
  await page.getByText("A client was paired.").waitFor();
  await page.getByRole("button", { name: "Revoke test#client" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Key of test#client revoked.").waitFor();
  await expect.poll(() => page.getByText("test#client", { exact: true }).count()).toBe(0);
});

test("the operator signs out on a phone, in Clients and in About, with a line, and can read how to sign in again", async () => {
  const served = await servePage();
  const phone = { viewport: { width: 390, height: 600 } };
  const { page } = await openAsOperator(served, phone);
  await page.getByRole("link", { name: "Clients" }).click();
  const session = page.getByRole("listitem").filter({ hasText: "this browser" });
  await session.getByRole("button", { name: "Sign out" }).click();
  expect(await page.evaluate("scrollY")).toBeGreaterThan(0);
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in as operator" }).waitFor();
  await page.getByText("You are signed out.").waitFor();
  await page.getByText("Operators can edit rooms, scenes and names").waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  expect(await page.getByRole("link", { name: "Devices" }).count()).toBe(0);
  const { page: other } = await openAsOperator(served, phone);
  await other.getByRole("button", { name: "More" }).click();
  await other.getByRole("link", { name: "About" }).click();
  await other.getByRole("link", { name: "Traffic" }).waitFor({ state: "hidden" });
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await other.getByText("You are signed out.").waitFor();
});

test("traffic: a request is seen as it happens, with its body, its timing and the same as curl", async () => {
  const served = await servePage();
  const { page } = await openAsOperator(served);
  await page.getByRole("link", { name: "Traffic" }).click();
  await page.getByText(/^No traffic since \d\d:\d\d:\d\d\./).waitFor();
  await fetch(`${served.url}/api`, { method: "POST", body: '{"device_type":"test#client"}' });
  await page
    .locator(".entry", { hasText: /POST\s*\/api/ })
    .locator("summary")
    .click();
  await page.getByText(`--data-raw '{"device_type":"test#client"}' '${served.url}/api'`).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await fetch(`${served.url}/clip/v2/resource/room`);
  await page.getByRole("button", { name: /Resume \(\d+ new\)/ }).click();
  await page.locator(".entry", { hasText: /GET\s*\/clip\/v2\/resource\/room/ }).waitFor();
  const { data } = (await (await fetch(`${served.url}/clip/v2/resource/light`)).json()) as {
    readonly data: { readonly arr: readonly { readonly id: string }[] };
  };
  const headers = { "application-key": "wrong" };
  await fetch(`${served.url}/clip/v2/resource/light/${data.arr[0]?.id}`, { method: "PUT", body: "{}", headers });
  const refused = page.locator(".entry", { hasText: /PUT\s*TV bar/ });
  await refused.getByText("TV bar").waitFor();
  expect(await refused.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}\s+PUT\s+TV bar\s.*an invalid key.*code -401/s);
  for (let count = 0; count < 3; count += 1) await fetch(`${served.url}/clip/v2/resource/scene`);
  await page.locator(".entry", { hasText: "/clip/v2/resource/scene" }).getByText("3×").waitFor();
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("link", { name: "Traffic" }).click();
  await refused.waitFor();
  await page.getByLabel("Traffic to show").selectOption("Refused");
  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("heading", { name: "About" }).waitFor();
  await fetch(`${served.url}/clip/v2/resource/seen-later`);
  await page.getByRole("link", { name: "Traffic" }).click();
  await refused.waitFor();
  expect(await page.getByLabel("Traffic to show").inputValue()).toBe("refused");
  await page.getByRole("link", { name: "Traffic" }).click();
  await page.locator(".entry", { hasText: "seen-later" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await refused.waitFor({ state: "detached" });
});

test("traffic: opened anew it is empty and says since when; long lists show older rows on request", async () => {
  const served = await servePage();
  const { page } = await openAsOperator(served);
  await page.getByRole("link", { name: "Traffic" }).click();
  const kind = page.getByLabel("Traffic to show");
  await kind.selectOption("Requests of the web page");
  await page.getByText(/^Traffic since /).waitFor();
  await kind.selectOption("All traffic");
  await page.getByText(/^No traffic since \d\d:\d\d:\d\d\. .*Earlier traffic is not stored\./s).waitFor();
  expect(await page.getByRole("button", { name: "Clear filter" }).count()).toBe(0);
  for (let count = 0; count < 230; count += 1) await fetch(`${served.url}/clip/v2/resource/seen-${count}`);
  await page.getByText(/: the newest 200 of 230 rows\./).waitFor();
  await page.getByRole("button", { name: "Show older" }).click();
  await expect.poll(() => page.locator(".traffic-entry").count()).toBe(230);
  const poll = () => fetch(`${served.url}/clip/v2/resource/scene`);
  for (let count = 0; count < 50; count += 1) await Promise.all(Array.from({ length: 20 }, poll));
  const dropped = page.getByText(/Only the newest 1000 entries are kept; \d+ older ones were dropped\./);
  await dropped.waitFor();
  await page.getByLabel("Filter traffic").fill("seen-0");
  await page.getByText("No entries match the filter.").waitFor();
  await dropped.waitFor();
});

/** How many of the controls in a part of the page lie on others. */
const overlapsIn = (part: ReturnType<Page["locator"]>): Promise<number> =>
  part.locator(".fault-controls :is(button, input, span)").evaluateAll((controls) => {
    const boxes = controls.map((control) => control.getBoundingClientRect());
    type Box = (typeof boxes)[number];
    const areApart = (one: Box, other: Box) =>
      [one.right <= other.left, other.right <= one.left, one.bottom <= other.top, other.bottom <= one.top].some(
        Boolean,
      );
    const isInside = (one: number, other: number) =>
      controls[one]?.contains(controls[other] ?? null) || controls[other]?.contains(controls[one] ?? null);
    return boxes.flatMap((one, at) =>
      boxes.filter((other, index) => index > at && !isInside(at, index) && !areApart(one, other)),
    ).length;
  });

test("faults: a lamp goes offline with one touch, a script is played, and all faults are cleared", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Faults" }).click();
  const rowOf = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("group", { name }) });
  await page.getByText(/No device has faults\. 1 device .*offline.* home file/).waitFor();
  const clear = page.getByRole("button", { name: "Clear all faults" });
  expect(await clear.isDisabled()).toBe(true);
  for (const width of [1920, 1440, 1280, 820, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await overlapsIn(rowOf("Worktop"))]).toEqual([width, 0]);
  }
  const placeOf = async (name: string) => (await rowOf(name).boundingBox())?.y;
  await page.evaluate("scrollTo(0, 0)");
  const before = await placeOf("Worktop");
  expect(before).toBeGreaterThan(0);
  const offline = rowOf("TV bar").getByRole("switch", { name: "Offline" });
  await offline.click();
  await expect.poll(() => offline.getAttribute("aria-checked")).toBe("true");
  await rowOf("Ceiling").getByLabel("Slow, ms").fill("800");
  const slow = rowOf("Ceiling").getByRole("switch", { name: "Slow" });
  await slow.click();
  await expect.poll(() => slow.getAttribute("aria-checked")).toBe("true");
  await page.getByText("2 devices have faults.").waitFor();
  await page.evaluate("scrollTo(0, 0)");
  expect(await placeOf("Worktop")).toBe(before);
  await page.getByLabel("Devices to show").selectOption("With faults or offline");
  await expect.poll(() => page.locator("fieldset").count()).toBe(3);
  await slow.click();
  await page.getByText("1 device has faults.").waitFor();
  await page.locator("summary", { hasText: "Script of device events" }).click();
  await page.getByLabel("Steps, as for luxgate sim play").fill(readFileSync("homes/day.yaml", "utf8"));
  await page.getByLabel("Speed (1 is real time)").fill("100000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("06:30").waitFor();
  await page.getByLabel("Steps, as for luxgate sim play").fill("- at: noon");
  await page.route("**/operator/command/sim.moods", (route) => route.abort());
  await page.getByRole("alert").getByText("The gateway did not answer.").waitFor();
  await page.unroute("**/operator/command/sim.moods");
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await page.getByLabel("Steps, as for luxgate sim play").inputValue()).toBe("- at: noon");
  expect(await page.getByLabel("Devices to show").inputValue()).toBe("faulty");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Devices to show").selectOption("All devices");
  await offline.click();
  await clear.click();
  await page.getByText(/No device has faults\. 1 device .*offline.* home file/).waitFor();
  const declared = rowOf("Bedside right").getByRole("switch", { name: "Offline" });
  expect(await declared.getAttribute("aria-checked")).toBe("true");
});

test("faults: what runs is shown, also to whoever comes back, and ends alone or with all faults", async () => {
  const { page } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "Faults" }).click();
  await page.getByRole("heading", { name: "Simulate faults" }).waitFor();
  const steps = page.getByLabel("Steps, as for luxgate sim play");
  const text = '- { at: "06:00", offline: Porch }\n- { at: "07:00", offline: Worktop }\n';
  await page.locator("summary", { hasText: "Script of device events" }).click();
  await steps.fill(text);
  await page.getByLabel("Speed (1 is real time)").fill("1");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("A script is playing: 1 of 2 steps").waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Faults" }).click();
  expect(await steps.inputValue()).toBe(text);
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  const running = page.getByRole("heading", { name: "Running now" });
  await page.getByRole("button", { name: "Clear all faults" }).click();
  await running.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.locator("summary", { hasText: "Random faults" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Stop random faults" }).click();
  await running.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Stop script" }).click();
  await page.getByRole("button", { name: "Play" }).waitFor();
});

test("about: health and a backup; api: every operation, tried out in place", async () => {
  const { page, faults } = await openAsOperator(await servePage());
  await page.getByRole("link", { name: "About" }).click();
  await page.getByText("Ready.").waitFor();
  // The home shows only the ones that were admitted: "7 of 10 on".
  await page.getByText("11 lights, 7 on, 1 not admitted").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const saved = await (await download).path();
  expect(JSON.parse(readFileSync(saved, "utf8"))).toBeTypeOf("object");
  await page.getByText(/Backup saved in your downloads: luxgate-backup-/).waitFor();
  await page.getByRole("link", { name: "API", exact: true }).click();
  await page.locator("summary", { hasText: "/clip/v2/resource/bridge" }).first().click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(/^200 in \d+ ms/).waitFor();
  const command = page.locator("details", { has: page.locator("summary", { hasText: /PUT.*light\/\{id\}/s }) }).first();
  await command.locator("summary").click();
  await command.locator(".gap summary").click();
  await command.locator(".gap p", { hasText: "color_rgb_arr" }).waitFor();
  await command.getByText("Fields of the body").waitFor();
  await command.locator("dt", { hasText: "brightness" }).first().waitFor();
  const topOf = async (part: ReturnType<Page["locator"]>) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(command.getByRole("button", { name: "Send" }))).toBeLessThan(
    await topOf(command.getByText("Fields of the body")),
  );
  expect(await command.innerText()).not.toMatch(/\bG\d+\b/);
  const send = command.getByRole("button", { name: "Send" });
  await send.click();
  await command.getByText("Choose a light first.").waitFor();
  await command.getByLabel("Choose id by name").selectOption({ label: "TV bar" });
  await send.click();
  await command.locator("pre", { hasText: '"code": 0' }).waitFor();
  await command.getByLabel("Body").fill('{"brightness":101}');
  await send.click();
  const refused = command.locator(".word-problem", { hasText: "refused, code -422" });
  await refused.waitFor();
  await expect.poll(() => topOf(refused)).toBeLessThan(800);
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "API", exact: true }).click();
  await refused.waitFor();
  expect(await command.getByLabel("Body").inputValue()).toBe('{"brightness":101}');
  expect(await command.innerText()).not.toMatch(/See [\w-]+\.md|of the interface document\./);
  expect(await page.locator(".view").innerText()).not.toContain("`");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await command.getByRole("button", { name: "Copy as curl" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
    /^# Set KEY first.*\ncurl .*-X PUT -H "application-key: \$KEY" --data-raw '\{"brightness":101\}' '.*\/light\/[\w-]+'$/,
  );
  await page.locator("summary", { hasText: "/eventstream/clip/v2" }).click();
  await page.getByText(/^curl -N .*\/eventstream\/clip\/v2'$/).waitFor();
  expect(faults).toEqual([]);
});

test("history: who changed what, of all devices, with filters; a drag is one entry", async () => {
  const served = await servePage();
  const { page, faults } = await openAsOperator(served);
  const line = await OperatorLine.open(served.folder);
  for (const percent of [20, 40, 60])
    await line.done({ command: "set", with: { device: "Worktop", words: [`${percent}%`] } });
  line.close();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByText(/"Worktop" set \(.*20% → .*60%\)/).waitFor();
  await page.getByText(/3 commands in \d+ s/).waitFor();
  await page.goto(`${served.url}/#/devices`);
  await page.getByLabel("Select TV bar").check();
  await page.getByRole("button", { name: "Rename 1" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Screen");
  await page.keyboard.press("Enter");
  await page.getByText("TV bar renamed to Screen.").waitFor();
  await page.goto(`${served.url}/#/history`);
  const rows = page.locator(".history-row");
  await page.getByLabel("Filter history").fill("renamed");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringMatching(/operator\s+"TV bar" renamed to "Screen"/)]);
  await page.getByLabel("Filter history").fill("reading lamp");
  await page.getByText("No entries match the filter.").waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  const commands = await OperatorLine.open(served.folder);
  for (const percent of [30, 50, 70])
    await commands.done({ command: "set", with: { device: "Kitchen", words: [`${percent}%`] } });
  await commands.done({ command: "device.remove", with: { device: "Bedside left" } });
  commands.close();
  await page.getByLabel("Filter history").fill("ceiling dimmed");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.innerText()).toMatch(/lights of room "Kitchen" dimmed \(.*30% → .*70%\) · 3 commands/);
  await page.getByLabel("Filter history").fill("");
  await page.waitForURL("**/#/history");
  await page.reload();
  await page.getByLabel("Device").selectOption({ label: "Bedside left (Bedroom), removed" });
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('removed from "Bedroom"')]);
  await page.getByLabel("Device").selectOption({ label: "Worktop (Kitchen)" });
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  await expect.poll(() => rows.filter({ hasText: "TV bar" }).count()).toBe(0);
  await page.getByLabel("Kind").selectOption("Refused");
  await page.getByText("No entries match the filter.").waitFor();
  expect(faults).toEqual([]);
});

test("a session that has ended elsewhere is noticed, with a line", async () => {
  const served = await servePage();
  const { page } = await openAsOperator(served);
  await page.context().clearCookies();
  // By the address: the link is gone at once where the page has noticed by itself.
  await page.goto(`${served.url}/#/devices`);
  await page.getByText("Your session has ended.").first().waitFor();
  await page.getByRole("heading", { name: "Sign in as operator" }).waitFor();
});
