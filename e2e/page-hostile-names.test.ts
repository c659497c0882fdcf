import { connect } from "node:net";
import { expect, test } from "vitest";
import { HOSTILE_NAMES, hostileHome, WatchedPage } from "./support/hostile-names.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { linkFor, type ServedPage, servePage } from "./support/page-browser.ts";

const [FIRST, SECOND] = HOSTILE_NAMES;

const hostileGateway = (): Promise<ServedPage> => servePage(["--host", "127.0.0.1", "--home", hostileHome()]);

const operatorAt = async ({ url, folder }: ServedPage): Promise<WatchedPage> => {
  const watched = await WatchedPage.open(`${url}/#open=${await linkFor(folder)}`);
  await watched.page.getByRole("link", { name: "Devices" }).waitFor();
  return watched;
};

/** Sends what no client library would: a target and a body as they are. */
const sendRaw = (url: string, text: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end(text));
    socket
      .on("data", () => undefined)
      .on("error", () => undefined)
      .on("close", () => resolve());
  });

/** The key of a client that pairs under a name while that is open. */
async function pairedKey(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api`, { method: "POST", body: JSON.stringify({ device_type: name }) });
  const { data } = (await response.json()) as { readonly data: { readonly obj: { readonly username: string } } };
  return data.obj.username;
}

async function lampCalled(url: string, name: string): Promise<string | undefined> {
  const { data } = (await (await fetch(`${url}/clip/v2/resource/light`)).json()) as {
    readonly data: { readonly arr: readonly { readonly id: string; readonly name: string }[] };
  };
  return data.arr.find((light) => light.name === name)?.id;
}

test("a visitor sees hostile names as texts: in the home, its lamps, a search and about the gateway", async () => {
  const { url } = await hostileGateway();
  const watched = await WatchedPage.open(url);
  const { page } = watched;
  await watched.shows([...HOSTILE_NAMES, `${SECOND} box`]);
  for (const name of HOSTILE_NAMES) {
    await page.getByRole("button", { name: `Details of ${name}`, exact: true }).click();
    await page.getByRole("dialog", { name, exact: true }).waitFor();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("searchbox").first().fill(FIRST);
  await page.getByRole("searchbox").first().fill(`${FIRST} is nowhere`);
  await watched.shows([`No results for “${FIRST} is nowhere”.`]);
  await watched.view("About");
  await watched.shows([`${FIRST} gateway`]);
  expect(await watched.ran()).toEqual([]);
});

test("what would run, or be refused by a policy, is noticed", async () => {
  const { url } = await hostileGateway();
  const watched = await WatchedPage.open(url);
  await watched.shows([FIRST]);
  await watched.page.evaluate(`try { document.body.innerHTML = ${JSON.stringify(FIRST)} } catch {}`);
  await expect.poll(() => watched.ran()).toContain("require-trusted-types-for");
  const inline = `document.body.append(Object.assign(document.createElement("a"), { id: "inline" }))`;
  await watched.page.evaluate(`${inline}; document.getElementById("inline").setAttribute("style", "color: red")`);
  await expect.poll(() => watched.ran()).toContain("style-src-attr");
});

test("an operator sees hostile names as texts: devices, their details, history and problems", async () => {
  const served = await hostileGateway();
  const watched = await operatorAt(served);
  const { page } = watched;
  const problem = { about: `${FIRST} topic`, words: `${SECOND} is odd`, count: 1, agoMillis: 1, forMillis: null };
  // What a broker would have to say for it.
  await page.route("**/operator/command/problem.list", (route) =>
    route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ result: [problem] })}\n` }),
  );
  await watched.view("Devices");
  await watched.shows([...HOSTILE_NAMES, `${SECOND} new`]);
  await page.getByText("1 problem").click();
  for (const text of [`${FIRST} topic`, `${SECOND} is odd`]) await page.getByText(text).first().waitFor();
  for (const name of HOSTILE_NAMES) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog", { name, exact: true }).waitFor();
    await page.keyboard.press("Escape");
  }
  const choose = page.getByRole("checkbox", { name: `Select ${FIRST}`, exact: true });
  await choose.check();
  await page.getByLabel("Move to").selectOption({ label: SECOND });
  await page.getByRole("button", { name: "Move 1", exact: true }).click();
  await watched.shows([`${FIRST} moved to ${SECOND}.`]);
  await choose.check();
  await page.getByRole("button", { name: "Rename 1", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(SECOND);
  await page.getByRole("dialog").getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("alert").getByText("another device in the same room").getByText("hacked()").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Let devices join" }).click();
  expect(await watched.ran()).toEqual([]);
});

test("an operator sees hostile clients, sessions and refusals as texts", async () => {
  const served = await hostileGateway();
  const line = await OperatorLine.open(served.folder);
  for (const name of HOSTILE_NAMES) {
    await line.done({ command: "press", with: {} });
    const body = JSON.stringify({ device_type: name });
    expect(await (await fetch(`${served.url}/api`, { method: "POST", body })).json()).toMatchObject({ code: 0 });
  }
  for (const name of HOSTILE_NAMES) await line.done({ command: "sim.offline", with: { device: name } });
  line.close();
  const watched = await operatorAt(served);
  const { page } = watched;
  const at = new Date().toISOString();
  const session = {
    id: FIRST,
    name: FIRST,
    since: at,
    endsAt: at,
    lastUsedAt: at,
    address: FIRST,
    browser: SECOND,
    isThis: false,
  };
  await page.route("**/operator/command/sessions", (route) =>
    route.fulfill({
      contentType: "application/x-ndjson",
      body: `${JSON.stringify({ result: { sessions: [session] } })}\n`,
    }),
  );
  await watched.view("Clients");
  await watched.shows(HOSTILE_NAMES);
  await page.getByRole("button", { name: `Revoke ${FIRST}`, exact: true }).click();
  await page.getByRole("dialog", { name: `Revoke ${FIRST}?`, exact: true }).waitFor();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await watched.shows([`Key of ${FIRST} revoked.`]);
  await watched.view("Faults", "Simulate faults");
  await watched.shows(HOSTILE_NAMES);
  await page.locator("summary", { hasText: "Script of device events" }).click();
  await page.getByRole("textbox", { name: /Steps/ }).fill(`- at: "07:00"\n  offline: '${FIRST}'\n- ${FIRST}: 1\n`);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("hacked()").first().waitFor();
  await watched.view("About");
  expect(await watched.ran()).toEqual([]);
});

test("an operator sees hostile traffic as text: targets, bodies, clients, lamps, hosts, refusals and what would be pasted", async () => {
  const served = await hostileGateway();
  const watched = await operatorAt(served);
  const { page } = watched;
  const line = await OperatorLine.open(served.folder);
  await line.done({ command: "press", with: {} });
  line.close();
  const key = await pairedKey(served.url, FIRST);
  const lamp = await lampCalled(served.url, SECOND);
  await watched.view("Traffic");
  const head = "HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: <img src=x onerror=hacked()>\r\n";
  for (const name of HOSTILE_NAMES) {
    const body = Buffer.from(JSON.stringify({ device_type: name, [name]: name }));
    await sendRaw(served.url, `POST /api?${encodeURI(name)} ${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    await sendRaw(
      served.url,
      `PUT /clip/v2/resource/light/${name.replaceAll(" ", "")} ${head}Content-Length: 0\r\n\r\n`,
    );
  }
  await page.getByText("light/<imgsrc=xonerror=hacked()>").first().waitFor();
  const headers = { "application-key": key };
  await fetch(`${served.url}/clip/v2/resource/light/${lamp}`, { method: "PUT", body: '{"on":0}', headers });
  const change = page
    .locator("details.entry", { has: page.getByText("PUT", { exact: true }) })
    .filter({ hasText: `/clip/v2/resource/light/${lamp}` });
  await change.getByText(SECOND, { exact: true }).waitFor();
  await change.getByText(`· key ${FIRST}`, { exact: true }).waitFor();
  await sendRaw(served.url, `GET /clip/v2/resource/room HTTP/1.1\r\nHost: ${FIRST}\r\n\r\n`);
  await page.getByText(`Host ${FIRST}`).waitFor();
  const entries = page.locator("details.entry");
  for (let at = 0; at < Math.min(await entries.count(), 12); at += 1) await entries.nth(at).locator("summary").click();
  await page.getByRole("searchbox", { name: "Filter traffic" }).fill("hacked()");
  await page.getByText("hacked()").first().waitFor();
  expect(await watched.ran()).toEqual([]);
});
