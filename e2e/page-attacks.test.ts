import { describe, expect, test } from "vitest";
import { attack, attackedGateway, CHANGES, everything, LAMP, servedAs, visit } from "./support/attacked-gateway.ts";
import { HostileSite } from "./support/hostile-site.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { openPage } from "./support/page-browser.ts";

/** Cookies know no ports, and browsers tell less of themselves where a name is no local one: all that is tried on each. */
const PLACES = [
  ["another port of this machine", { gateway: "127.0.0.1", attacker: "127.0.0.1" }],
  ["another port of the same name", { gateway: "gateway.test", attacker: "gateway.test" }],
  ["a name below the gateway's", { gateway: "gateway.test", attacker: "evil.gateway.test" }],
  ["a web site", { gateway: "gateway.test", attacker: "evil.example" }],
] as const;

/** What a visitor may read, what is the operator's, and what the page is made of. */
const READ = [
  "/",
  LAMP,
  "/clip/v2/resource/bridge",
  "/operator/session",
  "/openapi.json",
  "/page/manifest.webmanifest",
];

describe.each(PLACES)("a page of %s", (_place, hosts) => {
  test.each([[[]], [["--profile", "shared"]]])("reads nothing of a gateway %j", async (args) => {
    const { served, own, hostile } = await attackedGateway(hosts, args);
    const files = await own.evaluate(
      "[...document.querySelectorAll('script, link')].map((one) => one.src || one.href)",
    );
    const paths = [...READ, ...(files as string[]).map((address) => new URL(address).pathname)];
    expect(await attack(hostile, "reads", served.url, paths)).toEqual({});
    expect(await attack(hostile, "listens", served.url)).toEqual({});
  });

  test("changes nothing, by scripts or by forms", async () => {
    const gateway = await attackedGateway(hosts);
    const { served, own, hostile } = gateway;
    const before = await everything(gateway);
    expect(await attack(hostile, "writes", served.url, CHANGES)).toEqual({});
    const risky = CHANGES.filter(({ path }) => /api|session|press|reset|rename$|light/.test(path));
    await attack(hostile, "forms", served.url, risky);
    expect(await everything(gateway)).toEqual(before);
    expect(
      await own.evaluate(
        `fetch("/operator/command/status", { method: "POST", headers: { "operator-key": localStorage["luxgate-operator-key"] } }).then((one) => one.text())`,
      ),
    ).toMatch(/^\{"result":/);
  });

  test("sends all of that, and the cookie too where the host is the same: the gateway is what refuses it", async () => {
    const { hostile, site } = await attackedGateway(hosts);
    const careless = await HostileSite.serve(hosts.gateway);
    const changes = CHANGES.slice(0, 3);
    await attack(hostile, "writes", careless.origin, changes);
    await attack(hostile, "forms", careless.origin, changes);
    const posts = careless.received.filter(({ method }) => method === "POST");
    for (const { path } of changes) expect(posts.filter(({ url }) => url === path).length).toBeGreaterThanOrEqual(10);
    const hasCookie = (requests: HostileSite["received"]) =>
      requests.some(({ headers }) => headers.cookie?.includes("luxgate_session"));
    expect(hasCookie(posts)).toBe(hosts.attacker !== "evil.example");
    expect(hasCookie(site.received)).toBe(hosts.attacker === hosts.gateway);
  });

  test("changes nothing of a gateway with which this browser is paired, and does not see the key", async () => {
    const served = await servedAs(hosts.gateway);
    const line = await OperatorLine.open(served.folder);
    const { page: own } = await openPage(served.url);
    await own.getByRole("switch", { name: /^Reading lamp, / }).click();
    await own.getByRole("dialog", { name: "Press the gateway's button" }).waitFor();
    await line.done({ command: "press", with: {} });
    await own.getByText("This browser is paired.").waitFor();
    const hostile = await visit(own, await HostileSite.serve(hosts.attacker));
    const before = await everything({ line });
    const changes = CHANGES.filter(({ path }) => path.startsWith("/clip"));
    expect(await attack(hostile, "writes", served.url, changes)).toEqual({});
    await attack(hostile, "forms", served.url, changes);
    expect(await hostile.evaluate("JSON.stringify(localStorage)")).toBe("{}");
    expect(await everything({ line })).toEqual(before);
    line.close();
  });

  test("cannot pair, even while the button is pressed", async () => {
    const gateway = await attackedGateway(hosts);
    const { served, line, hostile } = gateway;
    await line.done({ command: "press", with: {} });
    const pairing = CHANGES.filter(({ path }) => path === "/api");
    expect(await attack(hostile, "writes", served.url, pairing)).toEqual({});
    await attack(hostile, "forms", served.url, pairing);
    expect(await line.done({ command: "key.list", with: {} })).toEqual([]);
  });

  test("shows the gateway's page in no frame, and sees nothing of it in a window", async () => {
    const { served, hostile } = await attackedGateway(hosts);
    await attack(hostile, "frames", served.url);
    for (const frame of hostile.frames().slice(1)) expect(await frame.content()).not.toMatch(/Luxgate|id="page"/);
    expect(hostile.frames().length).toBeGreaterThan(1);
    for (const path of ["/", "/#/clients", "/operator/session", LAMP])
      expect(await hostile.evaluate(`attacks.opened("${served.url}${path}")`)).toBe("");
  });
});
