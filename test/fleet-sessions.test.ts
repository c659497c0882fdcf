import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Light } from "../src/core/home/model/light.ts";
import { entriesOf, putKeysEntry } from "../src/edges/fleet/bucket-entries.ts";
import { linkEntryKey } from "../src/edges/fleet/keys-entries.ts";
import { KEYS_BUCKET, streamOf } from "../src/edges/fleet/subjects.ts";
import { hashOfSecret, newSecret } from "../src/edges/http/secrets.ts";
import { CommandFault } from "../src/programs/cli/command-fault.ts";
import { backupText, restore } from "../src/programs/cli/fleet/fleet-backup.ts";
import type { OperatedFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { endSession, makeLink, operatorSessions } from "../src/programs/cli/fleet/operator-sessions.ts";
import { fleetFolder } from "./support/fleet/fleet-folder.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { HandMadeGateway } from "./support/fleet/hand-made-gateway.ts";
import { operatedFront } from "./support/fleet/operated-front.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { OperatorBrowser, useLink } from "./support/http/operator-browser.ts";
import { SeverableLine } from "./support/nats/severable-line.ts";

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

/** The secret of a link as the fleet's operator gets it. */
async function newLink(): Promise<string> {
  const { path } = await makeLink(operated, []);
  return path.replace("/#open=", "");
}

const sessionAt = async (browser: OperatorBrowser) => (await browser.send("/operator/session")).json.data?.obj;
const keysInBucket = async (pattern: string) => entriesOf(fleet.operator, KEYS_BUCKET, pattern);

describe("an operator who signs in at one front", () => {
  test("G113: is the operator at the others at once, gives commands there, and stays so when the first front is gone", async () => {
    const gateway = await HandMadeGateway.join(fleet, "g1", HOME);
    await gateway.answer(DONE);
    const [first, second] = [await front(), await front()];
    const browser = await OperatorBrowser.openBy(first, await newLink());
    const there = browser.at(second);
    expect(await sessionAt(there)).toMatchObject({ is_operator: 1 });
    const put = { method: "PUT", body: '{"on":1}' };
    expect((await there.send(`/clip/v2/resource/light/${LAMP.id}`, put)).json.code).toBe(0);
    expect(gateway.commands).toMatchObject([{ by: { kind: "operator" } }]);
    await first.stop();
    expect(await sessionAt(there)).toMatchObject({ is_operator: 1 });
    const third = await front();
    expect(await sessionAt(browser.at(third))).toMatchObject({ is_operator: 1 });
    await gateway.leave();
  });

  test("is let in to read where reads need a key", async () => {
    const [first, second] = [await front(), await front({ profile: "shared" })];
    const browser = await OperatorBrowser.openBy(first, await newLink());
    const path = "/clip/v2/resource/light";
    expect((await second.client.send(path)).json.code).toBe(-401);
    expect((await browser.at(second).send(path)).json.code).toBe(0);
  });

  test("is signed out at all fronts at once: by the page, by another browser, or by the fleet's operator", async () => {
    const fronts = [await front(), await front()] as const;
    const ends: readonly ((browser: OperatorBrowser, id: string) => Promise<unknown>)[] = [
      (browser) => browser.send("/operator/session/end", { method: "POST", body: "{}" }),
      async (_browser, id) => {
        const other = await OperatorBrowser.openBy(fronts[1], await newLink());
        expect(await other.command("session.end", { session: id })).toMatchObject([{ result: { id } }]);
      },
      (_browser, id) => endSession(operated, id.slice(0, 8)),
    ];
    for (const end of ends) {
      const browser = await OperatorBrowser.openBy(fronts[0], await newLink());
      const [line] = await browser.at(fronts[1]).command("sessions");
      const own = line.result.sessions.find(({ isThis }: { isThis: boolean }) => isThis);
      await end(browser, own.id);
      for (const at of fronts) {
        await soon(async () => expect(await sessionAt(browser.at(at))).toEqual({ is_operator: 0 }));
      }
    }
  });

  test("loses what a command streams at another front", async () => {
    const [first, second] = [await front(), await front()];
    const browser = await OperatorBrowser.openBy(first, await newLink());
    const traffic = browser.at(second).follow("traffic");
    await soon(() => expect(second.traffic.isOn).toBe(true));
    const [session] = await operatorSessions(operated);
    await endSession(operated, session?.id ?? "");
    await traffic.over;
    expect(second.traffic.isOn).toBe(false);
  });
});

describe("a link", () => {
  test("opens one session, also when it is used at two fronts at the same time", async () => {
    const fronts = [await front(), await front()] as const;
    for (let round = 1; round <= 10; round += 1) {
      const link = await newLink();
      const answers = await Promise.all(fronts.map((at) => useLink(at, link)));
      expect(answers.map(({ json }) => json.code).toSorted()).toEqual([-401, 0]);
      expect((await useLink(fronts[0], link)).json.code).toBe(-401);
      expect(await operatorSessions(operated)).toHaveLength(round);
    }
  });

  test("that was never made, or is over, opens none", async () => {
    const at = await front();
    expect((await useLink(at, "x".repeat(43))).json).toMatchObject({
      code: -401,
      msg: expect.stringContaining("luxgate fleet open"),
    });
    const late = "y".repeat(43);
    const endsAt = new Date(Date.now() - 1).toISOString();
    await putKeysEntry(fleet.operator, linkEntryKey(hashOfSecret(late)), { value: { endsAt } });
    expect((await useLink(at, late)).json.code).toBe(-401);
    expect(await operatorSessions(operated)).toEqual([]);
  });
});

test("the cluster has digests and facts of sessions and links, never a secret; a backup has none of it", async () => {
  const at = await front();
  const [used, open] = [await newLink(), await newLink()];
  const browser = await OperatorBrowser.openBy(at, used);
  const entries = await keysInBucket(">");
  const kinds = entries.map(({ key }) => key.split(".")[0]).toSorted();
  expect(kinds).toEqual(["gateway", "identity", "link", "session"]);
  const text = JSON.stringify(entries);
  for (const secret of [used, open, browser.key, browser.cookie.split("=")[1] ?? ""])
    expect(text).not.toContain(secret);
  const backup = await backupText(operated);
  expect(Object.keys(JSON.parse(backup.text).entries)).toEqual(["identity", "gateway.g1"]);
  const forged = JSON.parse(backup.text);
  forged.entries[`session.${"a".repeat(64)}`] = {};
  const emptied = { connect: operated.connect, folder: await fleetFolder() };
  expect(await restore(emptied, "backup.json", JSON.stringify(forged))).toEqual({ entries: 2, leftOut: [] });
});

describe("the fleet's operator", () => {
  test("lists sessions and ends them by the first characters of their ids, and gets links for the address of a front", async () => {
    const at = await front();
    await OperatorBrowser.openBy(at, await newLink());
    const [session, ...others] = await operatorSessions(operated);
    expect([session, others]).toMatchObject([{ address: "127.0.0.1", isThis: false }, []]);
    const fault = await endSession(operated, "0000").catch((error: unknown) => error);
    expect(fault instanceof CommandFault && fault.lines.join()).toContain("luxgate fleet sessions");
    expect(await endSession(operated, session?.id.slice(0, 8) ?? "")).toMatchObject({ id: session?.id });
    expect(await operatorSessions(operated)).toEqual([]);
    const { urls, path, seconds } = await makeLink(operated, ["https://lights.lan/"]);
    expect([urls, seconds]).toEqual([[`https://lights.lan${path}`], 60]);
  });

  test("presses the button and revokes keys at a front, for all fronts; the rest is refused in words", async () => {
    const [first, second] = [await front(), await front()];
    const key = await fleet.newKey();
    const browser = await OperatorBrowser.openBy(first, await newLink());
    expect(await browser.command("press")).toMatchObject([{ result: { pairingMillis: 10_000 } }]);
    await soon(() => expect(second.gateway.pairingMillisLeft()).toBeGreaterThan(0));
    const [{ result: keys }] = await browser.command("key.list");
    await browser.command("key.revoke", { key: keys[0].id });
    await soon(() => expect(second.http.access.opens(key)).toBe(false));
    expect(await browser.command("status")).toMatchObject([{ result: { notReady: [], keys: 0 } }]);
    expect(await browser.command("home.reset")).toMatchObject([{ refused: [expect.stringContaining("front")] }]);
  });
});

test("G113: a front that has lost the fleet goes on with sessions it knows, for reads alone; others are refused in words, and not signed out", async () => {
  const [first, second] = [await front(), await front({ profile: "shared" })];
  const browser = await OperatorBrowser.openBy(first, await newLink());
  const [known, stranger] = [browser.at(second), await OperatorBrowser.openBy(first, await newLink())];
  expect((await known.send("/clip/v2/resource/light")).json.code).toBe(0);
  const ids = (await operatorSessions(operated)).map(({ id }) => id);
  await first.stop();
  const link = await newLink();
  await soon(() => expect(second.http.door?.sessions.all.map(({ id }) => id)).toEqual(ids));
  for (const server of fleet.servers) await server.kill();
  await soon(() => expect(second.refusingMillis).toBeGreaterThan(0));
  expect(await sessionAt(known)).toMatchObject({ is_operator: 1 });
  expect((await known.send("/clip/v2/resource/light")).json.code).toBe(0);
  expect(await known.command("sessions")).toMatchObject([{ result: { sessions: [{}, {}] } }]);
  expect(await known.command("session.end", { session: ids[1] })).toMatchObject([{ refused: [expect.anything()] }]);
  const put = { method: "PUT", body: '{"on":1}' };
  expect((await known.send(`/clip/v2/resource/light/${LAMP.id}`, put)).json.code).toBe(-503);
  expect((await useLink(second, link)).json).toMatchObject({ code: -503, msg: expect.stringMatching(/ \d+ s\b/) });
  const unknown = stranger.at(second);
  const forged = { headers: { "operator-key": "x".repeat(43) } };
  const answer = await unknown.send("/operator/session", forged);
  expect([answer.json.code, answer.headers["set-cookie"]]).toEqual([-503, undefined]);
  for (const server of fleet.servers) await server.start();
  await soon(() => expect(second.refusingMillis).toBe(0));
  await soon(async () => expect(await sessionAt(unknown)).toMatchObject({ is_operator: 1 }));
  expect((await unknown.send("/operator/session", forged)).json.data.obj).toEqual({ is_operator: 0 });
  await soon(async () =>
    expect(await known.command("session.end", { session: ids[1] })).toMatchObject([{ result: { id: ids[1] } }]),
  );
});

describe("a key", () => {
  const put = (at: Awaited<ReturnType<typeof front>>, key: string) =>
    at.client.send(`/clip/v2/resource/light/${LAMP.id}`, {
      method: "PUT",
      headers: { "application-key": key },
      body: '{"on":1}',
    });

  test("G110: that was just made at one front is valid at another that has not heard of it yet", async () => {
    const gateway = await HandMadeGateway.join(fleet, "g1", HOME);
    await gateway.answer(DONE);
    const line = await SeverableLine.to(fleet.servers[0]?.port ?? 0);
    const address = { ...fleet.address("front"), servers: [`127.0.0.1:${line.port}`], name: "front" };
    const [first, second] = [await front(), await front({ fleet: address })];
    await fleet.press();
    await soon(() => expect(first.gateway.pairingMillisLeft()).toBeGreaterThan(0));
    line.hold();
    const paired = await first.client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
    const answer = put(second, paired.json.data.obj.username);
    for (let look = 0; look < 10; look += 1) await second.client.send("/healthz");
    line.mend();
    expect((await answer).json.code).toBe(0);
    await second.stop();
    await line.stop();
  });

  test("that is wrong is refused, with few questions to the cluster, however many are tried", async () => {
    const at = await front();
    let questions = 0;
    fleet.operator.subscribe(`$JS.API.STREAM.INFO.${streamOf(KEYS_BUCKET)}`, {
      callback: () => {
        questions += 1;
      },
    });
    await fleet.operator.flush();
    const codes = await Promise.all(
      Array.from({ length: 60 }, () => put(at, newSecret()).then(({ json }) => json.code)),
    );
    expect(new Set(codes)).toEqual(new Set([-401, -429]));
    await fleet.operator.flush();
    expect(questions).toBeGreaterThan(0);
    expect(questions).toBeLessThan(30);
  });
});

test("of two fronts that pair by one press, the slower one refuses, and is ready all the same", async () => {
  const fronts = [await front(), await front()] as const;
  for (let round = 0; round < 5; round += 1) {
    await fleet.press();
    await soon(() => expect(fronts.every(({ gateway }) => gateway.pairingMillisLeft() > 0)).toBe(true));
    const body = '{"device_type":"acme#panel"}';
    const answers = await Promise.all(fronts.map(({ client }) => client.send("/api", { method: "POST", body })));
    expect(answers.map(({ json }) => json.code).toSorted()).toEqual([-423, 0]);
    for (const { client, gateway } of fronts) {
      expect([gateway.storeProblem, (await client.send("/readyz")).status]).toEqual([undefined, 200]);
    }
  }
});
