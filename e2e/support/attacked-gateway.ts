import { onTestFinished } from "vitest";
import { COMMANDS } from "../../src/edges/control/commands.ts";
import { HostileSite } from "./hostile-site.ts";
import { OperatorLine } from "./operator-line.ts";
import { type OpenedPage, openAsOperator, type ServedPage, servePage } from "./page-browser.ts";

type Page = OpenedPage["page"];

/** A lamp of the home that gateways serve by default. */
export const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** Where the gateway and the attacker are, by the names in the browser's address bar. */
export interface Hosts {
  readonly gateway: string;
  readonly attacker: string;
}

/** A gateway whose operator, in the same browser, visits a page of somebody else's. */
export interface AttackedGateway {
  readonly served: ServedPage;
  readonly line: OperatorLine;
  /** The page of the operator. */
  readonly own: Page;
  readonly site: HostileSite;
  /** The page of the attacker, with the attacks of `hostile-page.mjs`. */
  readonly hostile: Page;
}

export async function attackedGateway(hosts: Hosts, args: readonly string[] = []): Promise<AttackedGateway> {
  const served = await servedAs(hosts.gateway, args);
  const line = await OperatorLine.open(served.folder);
  onTestFinished(() => line.close());
  const { page: own } = await openAsOperator(served);
  const site = await HostileSite.serve(hosts.attacker);
  const hostile = await visit(own, site);
  return { served, line, own, site, hostile };
}

/** A gateway of this machine, under a host name. */
export async function servedAs(host: string, args: readonly string[] = []): Promise<ServedPage> {
  const served = await servePage(["--host", "127.0.0.1", ...args]);
  return { ...served, url: served.url.replace("127.0.0.1", host) };
}

/** Opens the attacker's page in the browser of another page. */
export async function visit(own: Page, site: HostileSite): Promise<Page> {
  const page = await own.context().newPage();
  await page.goto(site.origin);
  await page.waitForFunction("globalThis.attacks");
  return page;
}

/** What an attack got; its parts that got nothing are left out. */
export async function attack(page: Page, name: string, ...given: readonly unknown[]): Promise<object> {
  const got = await page.evaluate(`attacks.${name}(${given.map((one) => JSON.stringify(one)).join()})`);
  return Object.fromEntries(Object.entries(got ?? {}).filter(([, read]) => read !== ""));
}

/** All that an attack could have changed. */
export async function everything({ line }: Pick<AttackedGateway, "line">): Promise<object> {
  const { sessions } = await line.done({ command: "sessions", with: {} });
  return {
    home: await line.done({ command: "home.export", with: {} }),
    keys: await line.done({ command: "key.list", with: {} }),
    moods: await line.done({ command: "sim.moods", with: {} }),
    sessions: sessions.map(({ id, endsAt }: { id: string; endsAt: string }) => ({ id, endsAt })),
    requests: await line.done({ command: "operator.requests", with: {} }),
    trail: await line.done({ command: "history.read", with: {} }),
  };
}

/** What a page of another origin might want to happen: every command, and what clients can change. */
export const CHANGES: readonly { readonly path: string; readonly body: string }[] = [
  { path: LAMP, body: '{"on":0}' },
  { path: "/api", body: '{"device_type":"evil#page"}' },
  { path: "/operator/session", body: `{"link":"${"x".repeat(43)}"}` },
  { path: "/operator/session/end", body: "{}" },
  { path: "/operator/sign-in", body: '{"name":"Evil page"}' },
  ...Object.keys(COMMANDS).map((name) => ({ path: `/operator/command/${name}`, body: givenTo(name) })),
];

/** Enough for the command to do something. */
function givenTo(name: string): string {
  const given: Readonly<Record<string, object>> = {
    "device.rename": { device: "Ceiling", name: "Mine" },
    "device.move": { device: "Ceiling", room: "Bedroom" },
    "device.remove": { device: "Ceiling", force: true },
    "room.add": { name: "Mine" },
    "room.rename": { room: "Kitchen", name: "Mine" },
    "room.remove": { room: "Kitchen" },
    "scene.activate": { scene: "Cooking" },
    "scene.remove": { scene: "Cooking" },
    "key.revoke": { key: "acme#panel" },
    "sim.offline": { device: "Ceiling" },
    "sim.random": { seed: 1, losePercent: 100, dropPercent: 100 },
    set: { device: "Ceiling", on: false },
  };
  return JSON.stringify(given[name] ?? {});
}
