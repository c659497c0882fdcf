import { expect, onTestFinished, test } from "vitest";
import { runPagedGateway } from "../test/support/gateway/paged-gateway.ts";
import type { Envelope } from "../test/support/http/http-client.ts";
import { violationsIn } from "./support/accessibility.ts";
import { attackedGateway, everything, servedAs } from "./support/attacked-gateway.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { openAsOperator, openPage, type Page } from "./support/page-browser.ts";
import { Program } from "./support/program.ts";

const HERE = { gateway: "127.0.0.1", attacker: "127.0.0.1" } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const FIVE_MINUTES_MILLIS = 5 * 60_000;

/** Goes to where a visitor asks to be let in. */
async function openSignIn(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Operator" }).click();
  await page.getByRole("button", { name: "Ask to sign in" }).waitFor();
}

/** Asks to be let in, and gives the code that the page shows. */
async function ask(page: Page, name = "Ann's phone"): Promise<string> {
  await openSignIn(page);
  await page.getByLabel("Name of this browser").fill(name);
  await page.getByRole("button", { name: "Ask to sign in" }).click();
  const code = (await page.locator(".ask .sign-in-code").textContent()) ?? "";
  expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  return code;
}

const isSignedIn = (page: Page) => page.getByText("You are signed in as the operator").first().waitFor();

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start([...args, "--data-dir", folder]);
  program.process.stdin?.end();
  return { code: await program.end(), output: program.output, errors: program.errors };
}

/** The real page on a gateway in this process, whose clock the test drives. */
async function drivenGateway() {
  const gateway = await runPagedGateway({ pageFolder: "dist/page" });
  const { signIn } = gateway.door;
  if (!signIn) throw new Error("no browser can ask");
  return { ...gateway, signIn, url: `http://127.0.0.1:${gateway.http.port}` };
}

test("a phone asks, the gateway's machine allows the code, and history tells what the phone does under its name", async () => {
  const served = await servedAs("127.0.0.1");
  const { page, faults } = await openPage(served.url, PHONE);
  const code = await ask(page);
  const listed = await luxgate(served.folder, "operators");
  expect(listed.output).toMatch(RegExp(`^CODE +NAME +BROWSER +ADDRESS +ASKED\n${code} +Ann's phone +Chrome on`));
  expect(await luxgate(served.folder, "operators", "allow", "BBBB-BBBB")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("No waiting request has the code"),
  });
  const allowed = await luxgate(served.folder, "operators", "allow", code.toLowerCase());
  expect(allowed).toMatchObject({ code: 0, output: expect.stringContaining("Ann's phone (Chrome on") });
  await isSignedIn(page);
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByRole("button", { name: "Open pairing" }).click();
  await page.getByText("Pairing is open").waitFor();
  expect((await luxgate(served.folder, "sessions")).output).toMatch(/\nAnn's phone +Chrome on/);
  const history = await luxgate(served.folder, "history");
  expect(history.output).toMatch(/the operator +.*“Ann's phone” at 127\.0\.0\.1 allowed/);
  expect(history.output).toMatch(/operator Ann's phone +.*pressed/);
  expect((await luxgate(served.folder, "history", "--by", "Ann's phone")).output).not.toContain("allowed");
  expect(faults).toEqual([]);
});

test("an operator who is in sees that somebody asks, compares the code, and lets one in and another not", async () => {
  const served = await servedAs("127.0.0.1");
  const { page: own } = await openAsOperator(served);
  const [{ page: ann }, { page: eve }] = [await openPage(served.url, PHONE), await openPage(served.url)];
  const [annCode, eveCode] = [await ask(ann), await ask(eve)];
  await own.getByText("Ann's phone asks to sign in as operator").first().waitFor();
  await own.getByRole("link", { name: /Clients.*2 browsers ask/ }).click();
  await own.getByText("another request has this name").first().waitFor();
  await own.getByRole("button", { name: `Allow … Ann's phone, ${annCode}` }).click();
  const dialog = own.getByRole("dialog");
  expect(await dialog.locator(".sign-in-code").textContent()).toBe(annCode);
  expect(await violationsIn(own)).toEqual([]);
  await dialog.getByRole("button", { name: "The codes are the same" }).click();
  await isSignedIn(ann);
  await own.getByRole("button", { name: `Deny Ann's phone, ${eveCode}` }).click();
  await eve.getByText("The operator refused this request.").waitFor();
  expect(await eve.context().cookies()).toEqual([]);
  await eve.getByRole("button", { name: "Ask to sign in" }).waitFor();
  await own.locator(".row-title", { hasText: "Ann's phone" }).waitFor();
});

test("a request that nobody allows ends after five minutes, and one that its person cancels at once", async () => {
  const { url, clock, signIn, door } = await drivenGateway();
  const { page } = await openPage(url);
  await ask(page, "Late");
  clock.advance(FIVE_MINUTES_MILLIS);
  await page.getByText("This request has ended").waitFor();
  await ask(page, "Again");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => signIn.waiting.length).toBe(0);
  await ask(page, "Once more");
  await page.getByRole("link", { name: "Home" }).click();
  await expect.poll(() => signIn.waiting.length).toBe(0);
  expect(door.sessions.all).toEqual([]);
});

test("too many requests are refused in words", async () => {
  const { url } = await drivenGateway();
  for (let count = 0; count < 4; count += 1)
    await fetch(`${url}/operator/sign-in`, { method: "POST", body: '{"name":"Eve"}' });
  const { page } = await openPage(url);
  await openSignIn(page);
  await page.getByRole("button", { name: "Ask to sign in" }).click();
  await page.getByText("too many requests to sign in are waiting").waitFor();
});

test.each(["dark", "light"] as const)("axe-core finds nothing wrong while a browser asks, %s", async (colorScheme) => {
  const served = await servedAs("127.0.0.1");
  const { page } = await openPage(served.url, { ...PHONE, colorScheme });
  await openSignIn(page);
  expect(await violationsIn(page)).toEqual([]);
  await ask(page);
  expect(await violationsIn(page)).toEqual([]);
});

test("a foreign page in the operator's browser neither asks, nor allows, nor learns who asks", async () => {
  const gateway = await attackedGateway(HERE);
  const { served, hostile } = gateway;
  const { page: ann } = await openPage(served.url);
  const code = await ask(ann);
  const before = await everything(gateway);
  const tries = [
    ["sign-in", '{"name":"Ann\'s phone"}'],
    ["command/operator.requests", "{}"],
    ["command/operator.allow", JSON.stringify({ code })],
    ["command/operator.deny", JSON.stringify({ code })],
  ] as const;
  for (const [path, body] of tries) {
    const sent = { method: "POST", body, credentials: "include", mode: "no-cors" };
    const got = `fetch("${served.url}/operator/${path}", ${JSON.stringify(sent)}).then((answer) => answer.text(), () => "")`;
    expect([path, await hostile.evaluate(got)]).toEqual([path, ""]);
  }
  expect(await everything(gateway)).toEqual(before);
  await ann.getByText("Waiting for an operator").waitFor();
});

test("a stolen code is of no use, and neither is one's own request by its name", async () => {
  const served = await servedAs("127.0.0.1");
  const { page: ann } = await openPage(served.url);
  const code = await ask(ann);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${served.url}/operator/sign-in${path}`, { method: "POST", body: JSON.stringify(body) });
    return { cookie: answer.headers.get("set-cookie"), body: (await answer.json()) as Envelope };
  };
  const eve = await post("", { name: "Ann's phone" });
  const line = await OperatorLine.open(served.folder);
  onTestFinished(() => line.close());
  await line.done({ command: "operator.allow", with: { code } });
  for (const key of [code, code.replace("-", ""), eve.body.data.obj.request_key, "x".repeat(43)])
    expect((await post("/result", { request_key: key })).cookie).toBe(null);
  await isSignedIn(ann);
  const { sessions } = await line.done({ command: "sessions", with: {} });
  expect(sessions.map(({ name }: { readonly name: string }) => name)).toEqual(["Ann's phone"]);
});

test("hostile names of browsers are texts on the operator's page", async () => {
  const served = await servedAs("127.0.0.1");
  const { page: own, faults } = await openAsOperator(served);
  const name = "<img src=x onerror=alert(1)>\u202e\u0000";
  await fetch(`${served.url}/operator/sign-in`, { method: "POST", body: JSON.stringify({ name }) });
  await own.getByRole("link", { name: /Clients/ }).click();
  await own.locator(".row-title", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
  expect(await own.locator("img[src=x]").count()).toBe(0);
  expect(faults).toEqual([]);
});
