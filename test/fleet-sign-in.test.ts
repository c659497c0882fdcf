import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Light } from "../src/core/home/model/light.ts";
import { entriesOf } from "../src/edges/fleet/bucket-entries.ts";
import { KEYS_BUCKET } from "../src/edges/fleet/subjects.ts";
import { CommandFault } from "../src/programs/cli/command-fault.ts";
import { backupText, restore } from "../src/programs/cli/fleet/fleet-backup.ts";
import type { OperatedFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { allowRequest, denyRequest, operatorRequests } from "../src/programs/cli/fleet/operator-requests.ts";
import { endSession, operatorSessions } from "../src/programs/cli/fleet/operator-sessions.ts";
import { fleetFolder } from "./support/fleet/fleet-folder.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { operatedFront } from "./support/fleet/operated-front.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { AskingBrowser, askToSignIn, signInPost } from "./support/http/asking-browser.ts";
import { hostOf, originOf } from "./support/http/operator-browser.ts";

const HOME = floorHome(1);
const [LAMP] = HOME.lights as readonly [Light];
const DONE = { status: 200, body: '{"code":0,"msg":"success","data":{}}' };

let fleet: TestFleet;
let operated: OperatedFleet;
beforeEach(async () => {
  fleet = await TestFleet.start(["g1"]);
  operated = { connect: async () => fleet.operator } as Partial<OperatedFleet> as OperatedFleet;
});
afterEach(() => fleet.stop());

const soon = (expectation: () => Promise<void> | void) => vi.waitFor(expectation, { timeout: 60_000, interval: 20 });

const front = (more?: Parameters<typeof operatedFront>[1]) => operatedFront(fleet, more);

const sessions = async () => (await operatorSessions(operated)).map(({ name }) => name);

test("G113: a browser asks at one front; the fleet's operator allows its code, and it is let in at another, under its name", async () => {
  const gateway = await HandMadeGateway.join(fleet, "g1", HOME);
  await gateway.answer(DONE);
  const [first, second] = [await front(), await front()];
  const browser = await AskingBrowser.ask(first, "Ann's phone");
  expect(await operatorRequests(operated)).toMatchObject([{ code: browser.code, name: "Ann's phone" }]);
  expect(await browser.at(second).state()).toBe("waiting");
  expect(await allowRequest(operated, browser.code.toLowerCase())).toMatchObject({ name: "Ann's phone" });
  expect(await operatorRequests(operated)).toEqual([]);
  await soon(() => expect(second.http.door?.signIn?.waiting).toEqual([]));
  const ann = await browser.at(second).signedIn();
  const put = { method: "PUT", body: '{"on":1}' };
  expect((await ann.at(first).send(`/clip/v2/resource/light/${LAMP.id}`, put)).json.code).toBe(0);
  expect(gateway.commands).toMatchObject([{ by: { kind: "operator", name: "Ann's phone" } }]);
  expect([await sessions(), await browser.state(), await browser.at(second).state()]).toEqual([
    ["Ann's phone"],
    "over",
    "over",
  ]);
  await gateway.leave();
});

test("G113: an operator who is in at one front lets in a browser that asks at another, and refuses one; a visitor decides nothing", async () => {
  const [first, second] = [await front(), await front()];
  const asking = await AskingBrowser.ask(first, "Ann's phone");
  await allowRequest(operated, asking.code);
  await soon(() => expect(first.http.door?.signIn?.waiting).toEqual([]));
  const ann = (await asking.signedIn()).at(second);
  const [bob, eve] = [await AskingBrowser.ask(first, "Bob"), await AskingBrowser.ask(first, "Eve")];
  await soon(async () =>
    expect(await ann.command("operator.requests")).toMatchObject([
      { result: [{ code: bob.code }, { code: eve.code }] },
    ]),
  );
  for (const command of ["operator.requests", "operator.allow", "operator.deny"]) {
    const visitor = await second.client.send(`/operator/command/${command}`, {
      method: "POST",
      headers: { Host: hostOf(second), Origin: originOf(second) },
      body: JSON.stringify({ code: bob.code }),
    });
    expect([visitor.status, visitor.json.code]).toEqual([401, -401]);
  }
  expect(await ann.command("operator.allow", { code: "BBBB-BBBB" })).toEqual([
    { refused: [expect.stringContaining("luxgate fleet operators")] },
  ]);
  expect(await ann.command("operator.allow", { code: bob.code })).toEqual([{ result: expect.any(Object) }]);
  expect(await ann.command("operator.deny", { code: eve.code })).toEqual([{ result: expect.any(Object) }]);
  await soon(async () => expect(await eve.state()).toBe("denied"));
  expect(await bob.state()).toBe("signed in");
  expect(await sessions()).toEqual(["Ann's phone", "Bob"]);
  const [, bobs] = await operatorSessions(operated);
  expect(await endSession(operated, bobs?.id ?? "")).toMatchObject({ name: "Bob" });
});

test("G113: one code opens one session, at whichever fronts its browser asks at the same time", async () => {
  const fronts = [await front(), await front()] as const;
  for (let round = 1; round <= 4; round += 1) {
    const browser = await AskingBrowser.ask(fronts[0], "Ann's phone");
    await allowRequest(operated, browser.code);
    await soon(() => expect(fronts.every(({ http }) => http.door?.signIn?.waiting.length === 0)).toBe(true));
    const answers = await Promise.all(fronts.flatMap((at) => [browser.at(at).look(), browser.at(at).look()]));
    expect(answers.filter(({ headers }) => headers["set-cookie"] !== undefined).length).toBe(1);
    expect(await sessions()).toHaveLength(round);
  }
});

test("G113: neither the code nor another's secret gets the session, and an address has four requests", async () => {
  const [first, second] = [await front(), await front()];
  const [ann, eve] = [await AskingBrowser.ask(first), await AskingBrowser.ask(second, "Ann's phone")];
  await allowRequest(operated, ann.code);
  for (const key of [ann.code, eve.key, "x".repeat(43), "", "__proto__", "*", ">"]) {
    const tried = await signInPost(second, "/result", { request_key: key });
    expect([key, tried.headers["set-cookie"]]).toEqual([key, undefined]);
  }
  await soon(() => expect(second.http.door?.signIn?.waiting.length).toBe(1));
  for (const at of [first, second]) await askToSignIn(at, { name: "Ann's phone" });
  await soon(() => expect(second.http.door?.signIn?.waiting.length).toBe(3));
  expect((await askToSignIn(second, { name: "Ann's phone" })).json.code).toBe(-429);
});

test("G113: the fleet's operator allows only a code that a browser shows, and refuses what is allowed and not taken yet", async () => {
  const at = await front();
  const browser = await AskingBrowser.ask(at);
  for (const code of ["", "*", browser.code.slice(0, 8), browser.key, "Ann's phone"]) {
    const fault = await allowRequest(operated, code).catch((error: unknown) => error);
    expect([code, fault instanceof CommandFault && fault.lines.join()]).toEqual([
      code,
      expect.stringContaining("luxgate fleet operators"),
    ]);
  }
  await allowRequest(operated, browser.code);
  expect(await allowRequest(operated, browser.code).catch((error: unknown) => error)).toBeInstanceOf(CommandFault);
  await denyRequest(operated, browser.code);
  await soon(async () => expect(await browser.state()).toBe("denied"));
  expect(await sessions()).toEqual([]);
});

test("G113: the servers have the digest of a request's key, and a backup has no requests", async () => {
  const at = await front();
  const browser = await AskingBrowser.ask(at);
  const entries = await entriesOf(fleet.operator, KEYS_BUCKET, ">");
  expect(entries.some(({ key }) => key.startsWith("request."))).toBe(true);
  expect(JSON.stringify(entries)).not.toContain(browser.key);
  const { text } = await backupText(operated);
  expect(text).not.toContain(browser.code);
  const forged = JSON.parse(text);
  forged.entries[`request.${"a".repeat(64)}`] = { state: "allowed" };
  const emptied = { connect: operated.connect, folder: await fleetFolder() };
  expect(await restore(emptied, "backup.json", JSON.stringify(forged))).toEqual({ entries: 2, leftOut: [] });
});

test("G113: a front that has lost the fleet takes no request and lets nobody in, in words", async () => {
  const at = await front();
  const browser = await AskingBrowser.ask(at);
  await allowRequest(operated, browser.code);
  await soon(() => expect(at.http.door?.signIn?.waiting).toEqual([]));
  for (const server of fleet.servers) await server.kill();
  await soon(() => expect(at.refusingMillis).toBeGreaterThan(0));
  for (const answer of [await browser.look(), await askToSignIn(at, { name: "Bob" })])
    expect([answer.json.code, answer.headers["set-cookie"]]).toEqual([-503, undefined]);
  for (const server of fleet.servers) await server.start();
  await soon(() => expect(at.refusingMillis).toBe(0));
  expect(await browser.state()).toBe("signed in");
});
