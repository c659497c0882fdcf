import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** Names that lead to this machine in the browser of these tests: ours, and that of somebody else. */
const NAMES = "MAP gateway.lan 127.0.0.1, MAP evil.example 127.0.0.1";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", `--host-resolver-rules=${NAMES}`],
  });
});
afterAll(() => browser.close());

type Answer = readonly [status: number, body: string];

/** What a script of the page that is open sends, as far as the page may know what came of it. */
const sent = (page: Page, url: string, init: RequestInit = {}): Promise<Answer | string> =>
  page.evaluate(
    ([url, init]) =>
      fetch(url, init).then(
        async (response): Promise<Answer> => [response.status, await response.text()],
        (error) => String(error),
      ),
    [url, init] as const,
  );

const codeIn = (answer: Answer | string): unknown => (typeof answer === "string" ? answer : JSON.parse(answer[1]).code);

/** A gateway whose operator is in a browser, and everything that tells whether somebody else did something. */
class Attacked {
  readonly folder = temporaryFolder();
  url = "";
  port = 0;

  static async start(): Promise<Attacked> {
    const attacked = new Attacked();
    const program = Program.serve(["--data-dir", attacked.folder]);
    attacked.port = Number(new URL((await program.ready()).url).port);
    attacked.url = `http://gateway.lan:${attacked.port}`;
    return attacked;
  }

  async luxgate(...args: readonly string[]): Promise<string> {
    const program = Program.start([...args, "--data-dir", this.folder]);
    expect(await program.end()).toBe(0);
    return program.output;
  }

  async link(): Promise<string> {
    const { urls } = JSON.parse(await this.luxgate("open", "--json"));
    return urls[0].split("#open=")[1];
  }

  useLink = (page: Page, link: string): Promise<Answer | string> =>
    sent(page, `${this.url}/operator/session`, { method: "POST", body: JSON.stringify({ link }) });

  /** A page of ours that is the operator's. */
  async operatorPage(): Promise<Page> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${this.url}/`);
    expect(codeIn(await this.useLink(page, await this.link()))).toBe(0);
    return page;
  }

  /** What nobody but the operator may have changed. */
  async state(): Promise<object> {
    const { pairingMillisLeft, joiningMillisLeft, keys } = JSON.parse(await this.luxgate("status", "--json"));
    const lamp = await (await fetch(`http://127.0.0.1:${this.port}${LAMP}`)).text();
    const sessions = JSON.parse(await this.luxgate("sessions", "--json")).length;
    return { pairingMillisLeft, joiningMillisLeft, keys, lamp, sessions };
  }
}

/** A web server of somebody else's; gives its port. */
async function otherServer(): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>other</title><p>other");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

/** Requests with the cookie of the session, where a browser sends it. */
const ATTACKS: readonly (readonly [path: string, init: RequestInit])[] = [
  ["/operator/session", {}],
  [LAMP, {}],
  ["/operator/command/status", { method: "POST", body: "{}" }],
  ["/operator/command/press", { method: "POST", body: "{}" }],
  ["/operator/command/press", { method: "POST", body: "{}", mode: "no-cors" }],
  ["/operator/command/press", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }],
  ["/operator/session/end", { method: "POST", mode: "no-cors" }],
  [LAMP, { method: "PUT", body: '{"on":0}' }],
  ["/api", { method: "POST", body: '{"device_type":"evil#page"}', mode: "no-cors" }],
];

test.each(["gateway.lan", "evil.example"])(
  "a page of another origin, under %s, neither reads nor changes anything by the operator's session",
  async (host) => {
    const attacked = await Attacked.start();
    const page = await attacked.operatorPage();
    const before = await attacked.state();
    await page.goto(`http://${host}:${await otherServer()}/`);
    for (const [path, init] of ATTACKS) {
      const answer = await sent(page, attacked.url + path, { credentials: "include", ...init });
      expect([path, answer]).toEqual([path, "TypeError: Failed to fetch"]);
    }
    const link = await attacked.link();
    expect(await attacked.useLink(page, link)).toBe("TypeError: Failed to fetch");
    expect(await attacked.state()).toEqual(before);
    await page.goto(`${attacked.url}/`);
    expect(codeIn(await sent(page, `${attacked.url}/operator/command/status`, { method: "POST" }))).toBeUndefined();
    expect(codeIn(await attacked.useLink(page, link))).toBe(0);
  },
);

test.each(["gateway.lan", "evil.example"])(
  "a page of another origin, under %s, can neither frame ours nor post a form to it",
  async (host) => {
    const attacked = await Attacked.start();
    const page = await attacked.operatorPage();
    const before = await attacked.state();
    await page.goto(`http://${host}:${await otherServer()}/`);
    await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.src = ${JSON.stringify(attacked.url)};
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    expect(page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
    await page.evaluate(`{
      const form = document.createElement("form");
      form.method = "POST";
      form.action = ${JSON.stringify(`${attacked.url}/operator/command/press`)};
      document.body.append(form);
    }`);
    const [response] = await Promise.all([
      page.waitForResponse(/operator\/command/),
      page.evaluate("document.forms[0].submit()"),
    ]);
    expect(response.status()).toBe(403);
    expect(await attacked.state()).toEqual(before);
  },
);

test("a name of somebody else's that leads to the gateway is answered with nothing", async () => {
  const attacked = await Attacked.start();
  const page = await attacked.operatorPage();
  const response = await page.goto(`http://evil.example:${attacked.port}/`);
  expect(response?.status()).toBe(421);
  const rebound = `http://evil.example:${attacked.port}`;
  for (const path of [LAMP, "/operator/session", "/"]) {
    expect(codeIn(await sent(page, rebound + path, { credentials: "include" }))).toBe(-421);
  }
});

test("a link that was used, and a session that was ended, open nothing", async () => {
  const attacked = await Attacked.start();
  const [page, other] = [await attacked.operatorPage(), await attacked.operatorPage()];
  const link = await attacked.link();
  expect(codeIn(await attacked.useLink(page, link))).toBe(0);
  expect(codeIn(await attacked.useLink(other, link))).toBe(-401);
  const [cookie] = await other.context().cookies(attacked.url);
  expect(await other.evaluate("document.cookie")).toBe("");
  expect(cookie).toMatchObject({ name: "luxgate_session", httpOnly: true, sameSite: "Strict" });
  expect(codeIn(await sent(other, `${attacked.url}/operator/session/end`, { method: "POST" }))).toBe(0);
  expect(await other.context().cookies(attacked.url)).toEqual([]);
  await other.context().addCookies(cookie ? [cookie] : []);
  const answer = await sent(other, `${attacked.url}/operator/command/press`, { method: "POST" });
  expect([answer[0], codeIn(answer)]).toEqual([401, -401]);
});

test("an allowed origin is a client with a key: what it reads is the interface, and no cookie helps it", async () => {
  const port = await otherServer();
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder, "--allow-origin", `http://evil.example:${port}`]);
  const gateway = `http://gateway.lan:${new URL((await program.ready()).url).port}`;
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://evil.example:${port}/`);
  expect(codeIn(await sent(page, gateway + LAMP))).toBe(0);
  const put = {
    method: "PUT",
    body: '{"on":0}',
    headers: { "application-key": "none", "Content-Type": "application/json" },
  };
  expect(codeIn(await sent(page, gateway + LAMP, put))).toBe(-401);
  expect(await sent(page, gateway + LAMP, { ...put, credentials: "include" })).toBe("TypeError: Failed to fetch");
  expect(await sent(page, `${gateway}/operator/session`)).toBe("TypeError: Failed to fetch");
  const first = await page.evaluate(
    `fetch(${JSON.stringify(`${gateway}/eventstream/clip/v2`)}).then(async ({ body }) => {
      const { value } = await body.getReader().read();
      return new TextDecoder().decode(value);
    })`,
  );
  expect(first).toMatch(/^retry: /);
});
