import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type PagedGateway, runPagedGateway } from "../test/support/gateway/paged-gateway.ts";
import { attack, attackedGateway, everything, LAMP, servedAs, visit } from "./support/attacked-gateway.ts";
import { HostileSite } from "./support/hostile-site.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { linkFor, type OpenedPage, openAsOperator, openPage } from "./support/page-browser.ts";
import { Program } from "./support/program.ts";

type Page = OpenedPage["page"];

const HERE = { gateway: "127.0.0.1", attacker: "127.0.0.1" } as const;
const HOUR_MILLIS = 3_600_000;

const isOperator = (page: Page) => page.getByRole("link", { name: "Devices" }).isVisible();

/** Once the page knows who looks at it. */
async function whoLooks(page: Page): Promise<"operator" | "visitor"> {
  await page.getByRole("link", { name: "About" }).waitFor();
  return (await isOperator(page)) ? "operator" : "visitor";
}

/** The real page on a gateway in this process, whose clock the test drives. */
async function drivenGateway(): Promise<PagedGateway & { readonly url: string }> {
  const gateway = await runPagedGateway({ pageFolder: "dist/page" });
  return { ...gateway, url: `http://127.0.0.1:${gateway.http.port}` };
}

describe("a link", () => {
  test("that is read off a screen late, used twice or guessed opens nothing", async () => {
    const { url, door, clock } = await drivenGateway();
    const [late, inTime] = [door.makeLink(), door.makeLink()];
    clock.advance(59_999);
    expect(await whoLooks((await openPage(`${url}/#open=${inTime}`)).page)).toBe("operator");
    clock.advance(1);
    for (const link of [late, inTime, "x".repeat(43), "..", "__proto__"]) {
      const { page } = await openPage(`${url}/#open=${link}`);
      expect([link, await whoLooks(page), await page.context().cookies()]).toEqual([link, "visitor", []]);
    }
    expect(door.sessions.all.length).toBe(1);
  });

  test("is in no address bar, log, Referer or history, even if it is opened where the page is already", async () => {
    const served = await servedAs("gateway.test");
    const { page } = await openPage(served.url);
    expect(await whoLooks(page)).toBe("visitor");
    const links = [await linkFor(served.folder), await linkFor(served.folder)];
    for (const link of links) {
      await page.evaluate(`location.href = "${served.url}/#open=${link}"`);
      await page.getByText("You are signed in as the operator").first().waitFor();
      expect(page.url()).not.toContain(link);
    }
    const site = await HostileSite.serve("evil.example");
    await page.goto(site.origin);
    const sent = JSON.stringify(site.received.map(({ url, headers }) => [url, headers]));
    await page.goBack();
    const kept = [sent, page.url(), served.program.rawOutput, served.program.errors].join("\n");
    for (const link of links) expect(kept).not.toContain(link);
  });

  test("that a foreign page opens in a frame is not used up, and in a window it is not seen", async () => {
    const { served, hostile } = await attackedGateway(HERE);
    const link = await linkFor(served.folder);
    await attack(hostile, "frames", served.url, `/#open=${link}`);
    expect(await hostile.evaluate(`attacks.opened("${served.url}/#open=${"x".repeat(43)}")`)).toBe("");
    const { page } = await openPage(`${served.url}/#open=${link}`);
    expect(await whoLooks(page)).toBe("operator");
  });
});

describe("a session", () => {
  test("is a cookie that scripts do not see, and that is of no use to whoever has it", async () => {
    const gateway = await attackedGateway(HERE);
    const { served, own, site } = gateway;
    const [cookie, ...others] = await own.context().cookies(served.url);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: "luxgate_session", httpOnly: true, sameSite: "Strict", path: "/" });
    expect(await own.evaluate("document.cookie")).toBe("");
    const before = await everything(gateway);
    const stolen = site.received.at(-1)?.headers.cookie ?? "";
    expect(stolen).toContain(cookie?.value);
    const headers = { Cookie: stolen, Origin: served.url };
    for (const command of ["status", "press", "home.backup", "traffic"]) {
      const used = await fetch(`${served.url}/operator/command/${command}`, { method: "POST", headers });
      expect([command, used.status]).toEqual([command, 401]);
    }
    const put = await fetch(served.url + LAMP, { method: "PUT", headers, body: '{"on":0}' });
    expect(await put.json()).toMatchObject({ code: -401 });
    expect(await everything(gateway)).toEqual(before);
  });

  test("that is ended on the gateway's machine ends what is under way, and gives no further command", async () => {
    const { own, line } = await attackedGateway(HERE);
    await own.getByRole("link", { name: "Traffic" }).click();
    await own.getByText("GET /operator/session").or(own.getByText("No traffic since")).first().waitFor();
    const { sessions } = await line.done({ command: "sessions", with: {} });
    await line.done({ command: "session.end", with: { session: sessions[0].id } });
    await own.getByRole("heading", { name: "Sign in as operator" }).waitFor();
    const command = `fetch("/operator/command/press", { method: "POST", headers: { "operator-key": localStorage["luxgate-operator-key"] } })`;
    expect(await own.evaluate(`${command}.then(({ status }) => status)`)).toBe(401);
    await own.reload();
    expect(await whoLooks(own)).toBe("visitor");
  });

  test("ends after 12 hours, with what is under way", async () => {
    const { url, door, clock, traffic } = await drivenGateway();
    const { page } = await openPage(`${url}/#open=${door.makeLink()}`);
    await page.getByRole("link", { name: "Traffic" }).click();
    await expect.poll(() => traffic.isOn).toBe(true);
    clock.advance(12 * HOUR_MILLIS);
    await page.getByRole("heading", { name: "Sign in as operator" }).waitFor();
    expect(traffic.isOn).toBe(false);
    await page.reload();
    expect([await whoLooks(page), await page.context().cookies()]).toEqual(["visitor", []]);
  });

  test("survives a restart; one that was ended, or whose file is gone, does not", async () => {
    const served = await servedAs("127.0.0.1");
    const [{ page: kept }, { page: ended }] = [await openAsOperator(served), await openAsOperator(served)];
    const line = await OperatorLine.open(served.folder);
    const { sessions } = await line.done({ command: "sessions", with: {} });
    await line.done({ command: "session.end", with: { session: sessions[1].id } });
    line.close();
    const again = async () => {
      await served.program.stop();
      const port = new URL(served.url).port;
      const args = ["--host", "127.0.0.1", "--data-dir", served.folder, "--http-port", port];
      Object.assign(served, { program: Program.serve(args) });
      await served.program.ready();
      for (const page of [kept, ended]) await page.reload();
      return [await whoLooks(kept), await whoLooks(ended)];
    };
    expect(await again()).toEqual(["operator", "visitor"]);
    await served.program.stop();
    rmSync(join(served.folder, "operator-sessions.json"));
    expect(await again()).toEqual(["visitor", "visitor"]);
  });

  test("is in no export, no backup and no snapshot, and gone with a factory reset", async () => {
    const served = await servedAs("127.0.0.1");
    const { page } = await openAsOperator(served);
    const kept = readFileSync(join(served.folder, "operator-sessions.json"), "utf8");
    const [, digest = "no digest"] = /"hash":"([0-9a-f]{64})"/.exec(kept) ?? [];
    expect(digest).toHaveLength(64);
    const [cookie] = await page.context().cookies();
    const key = await page.evaluate<string>('localStorage["luxgate-operator-key"]');
    const line = await OperatorLine.open(served.folder);
    const texts = [
      await line.done({ command: "home.export", with: {} }),
      await line.done({ command: "home.backup", with: { withKeys: true } }),
    ].map(({ text }) => text);
    expect(texts[0].length).toBeGreaterThan(1_000);
    for (const secret of [digest, cookie?.value, key]) expect(texts.join()).not.toContain(secret);
    await served.program.stop();
    const others = filesIn(served.folder).filter((path) => !path.endsWith("operator-sessions.json"));
    expect(others.some((path) => path.includes("snapshots"))).toBe(true);
    for (const path of others) {
      const bytes = readFileSync(path);
      for (const secret of [digest, cookie?.value ?? "", key])
        expect([path, bytes.includes(secret)]).toEqual([path, false]);
    }
    for (const secret of [cookie?.value ?? "", key]) expect(kept).not.toContain(secret);
    const port = new URL(served.url).port;
    const again = Program.serve(["--host", "127.0.0.1", "--data-dir", served.folder, "--http-port", port]);
    await again.ready();
    const second = await OperatorLine.open(served.folder);
    await second.done({ command: "home.reset", with: {} });
    second.close();
    expect(readFileSync(join(served.folder, "operator-sessions.json"), "utf8")).not.toContain(digest);
    await again.stop();
    // Somebody puts the file of before back: it is another gateway's.
    writeFileSync(join(served.folder, "operator-sessions.json"), kept, { mode: 0o600 });
    await Program.serve(["--host", "127.0.0.1", "--data-dir", served.folder, "--http-port", port]).ready();
    await page.reload();
    expect(await whoLooks(page)).toBe("visitor");
  });
});

/** Every file below a folder. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const NAME = "luxgate_session";
const TOSSED = "t".repeat(43);
const PATHS = ["/operator", "/operator/", "/operator/session", "/operator/command", "/operator/command/", "/clip"];
const DEEP_PATHS = ["/clip/v2", "/clip/v2/", "/clip/v2/resource", "/clip/v2/resource/light", "/clip/v2/resource/"];

describe("cookies that another port sets", () => {
  test("beside the session's do not keep the operator out", async () => {
    const { served, own, site } = await attackedGateway(HERE);
    site.headers = { "Set-Cookie": [...PATHS, ...DEEP_PATHS].map((path) => `${NAME}=${TOSSED}; Path=${path}`) };
    await visit(own, site);
    expect((await own.context().cookies(`${served.url}/operator/command/status`)).length).toBeGreaterThan(4);
    await own.reload();
    expect(await whoLooks(own)).toBe("operator");
    await own.getByRole("link", { name: "About" }).click();
    await own.getByText("Ready.").waitFor();
  });

  test.each(["", "; Secure", "; HttpOnly; SameSite=Strict"])(
    "in its place make nobody an operator, and the next link works: %s",
    async (more) => {
      const { served, own, site, line } = await attackedGateway(HERE);
      site.headers = { "Set-Cookie": `${NAME}=${TOSSED}; Path=/; Max-Age=9999999${more}` };
      await visit(own, site);
      await own.reload();
      expect(await whoLooks(own)).toBe("visitor");
      await own.goto(`${served.url}/#open=${await linkFor(served.folder)}`);
      await own.getByRole("link", { name: "Devices" }).waitFor();
      const { sessions } = await line.done({ command: "sessions", with: {} });
      expect(sessions.length).toBe(2);
    },
  );

  test("of any name, if they are too large, are named as what is wrong", async () => {
    const { served, own, site } = await attackedGateway(HERE);
    site.headers = { "Set-Cookie": ["a", "b", "c"].map((name) => `${name}=${"x".repeat(4_000)}`) };
    await visit(own, site);
    await own.goto(served.url);
    expect(await own.content()).toContain("delete the cookies");
    await own.context().clearCookies({ name: /^[abc]$/ });
    await own.goto(served.url);
    expect(await whoLooks(own)).toBe("operator");
  });
});

test("a name of a web site that leads to the gateway (DNS rebinding) gets neither page nor home", async () => {
  const gateway = await attackedGateway(HERE);
  const { served, own, line } = gateway;
  const { port } = new URL(served.url);
  const before = await everything({ line });
  const page = await own.context().newPage();
  for (const path of ["/", LAMP, "/operator/session", `/#open=${"x".repeat(43)}`]) {
    const response = await page.goto(`http://evil.example:${port}${path}`);
    expect([path, response?.status() ?? 421]).toEqual([path, 421]);
    expect(await page.content()).not.toMatch(/id="page"|"on":|is_operator/);
  }
  await page.goto(`http://evil.example:${port}/healthz`);
  const send = (path: string, method: string) =>
    page.evaluate(`fetch("${path}", { method: "${method}", body: "{}" }).then(({ status }) => status)`);
  for (const path of ["/api", "/operator/session", "/operator/command/press"])
    expect(await send(path, "POST")).toBe(421);
  expect(await send(LAMP, "PUT")).toBe(421);
  expect(await everything({ line })).toEqual(before);
});
