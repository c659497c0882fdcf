import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { discoverable } from "../src/programs/checker/checks/datagrams.ts";
import { checkDiscovery } from "../src/programs/checker/checks/discovery.ts";
import { DiscoveryAsker } from "../src/programs/checker/checks/discovery-asker.ts";
import { readHome } from "../src/programs/checker/home.ts";
import { Reader } from "../src/programs/checker/reader.ts";
import { Findings } from "../src/programs/checker/report/findings.ts";
import { brokenIn, exitCodeOf } from "../src/programs/checker/report/report.ts";
import { Session } from "../src/programs/checker/session.ts";
import { checkGateway, uncheckedIn } from "./support/checker/check.ts";
import { elsewhere, expectFlawless, gateway } from "./support/checker/checked.ts";
import { inRecord } from "./support/checker/mutant.ts";
import { PairedClient } from "./support/client/paired-client.ts";

describe("discovery", () => {
  /** Something at another address, at the same port as the gateway's HTTP. */
  async function otherAt(address: string, { port }: URL, body: string): Promise<readonly IncomingHttpHeaders[]> {
    const received: IncomingHttpHeaders[] = [];
    const server = createServer(({ headers }, response) => {
      received.push(headers);
      response.end(body);
    }).listen(Number(port), address);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    return received;
  }

  const list = (...ids: readonly string[]) => JSON.stringify({ code: 0, data: { arr: ids.map((id) => ({ id })) } });

  test.each([
    ["this gateway", (ids: readonly string[]) => list(...ids), "holds"],
    ["a gateway that wants a key", () => '{"code":-401,"msg":"no key","data":{}}', "holds"],
    ["another gateway", () => list(randomUUID()), "fails"],
    ["no gateway", () => "<h1>It works</h1>", "fails"],
  ])(
    "at an announced address other than the one that was given there is %s, which is not sent the key",
    async (_what, body, outcome) => {
      const running = await gateway();
      const { key } = await PairedClient.of(running);
      const moved = await elsewhere(
        running,
        inRecord((record) => Object.assign(record, { ip: "127.0.0.3" })),
      );
      const ids = (await running.client.list("device")).map(({ id }) => id);
      const received = await otherAt("127.0.0.3", moved.url, body(ids));
      const report = await checkGateway(running, { ...moved, key, extras: new Set(["discovery"]) });
      expect(report.verdicts.find(({ id }) => id === "discovery.ip")?.outcome).toBe(outcome);
      expect(received.map((headers) => headers["application-key"])).toEqual([undefined]);
    },
  );

  test("the second port is left out where it is taken on our machine", async () => {
    const running = await gateway();
    const moved = await elsewhere(running);
    const taken = createSocket("udp4").bind(moved.discoveryPort, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const report = await checkGateway(running, { ...moved, extras: new Set(["discovery"]) });
    expectFlawless(report);
    expect(uncheckedIn(report).find(({ id }) => id === "discovery.second-port")?.reason).toMatch(
      /^UDP port \d+ of this machine is in use$/,
    );
  });

  test("a broadcast is left out where the way leads over a router", async () => {
    const running = await gateway();
    const where = await discoverable("127.0.0.1", running.discovery.port ?? 0);
    const reader = new Reader({
      url: new URL(`http://127.0.0.1:${running.http.port}`),
      key: undefined,
      pauseMillis: 0,
      timeoutMillis: 1_000,
    });
    const session = new Session(reader, new Findings());
    const asker = new DiscoveryAsker(session, {
      where: { ...where, broadcastAddress: undefined },
      replyTimeouts: { resendMillis: 1_000, patienceMillis: 3_000, furtherMillis: 10 },
      time: { now: () => performance.now(), wait: async () => undefined },
    });
    const home = await readHome(session);
    await checkDiscovery(session, asker, { bridge: undefined, home, onProgress: () => undefined });
    expect(session.findings.whyLeftOut("discovery.broadcast")).toBe("it is not on a network of this machine");
  });
});

test("replies that are lost while the window is open are no fault", async () => {
  const running = await gateway();
  let opened = 0;
  const lossy = await elsewhere(running, {
    replies: (replies) => {
      if (replies.some(({ text }) => text.includes('"link_enabled":true'))) opened += 1;
      return opened >= 3 && opened <= 5 ? [] : replies;
    },
  });
  const replyTimeouts = { resendMillis: 50, patienceMillis: 150, furtherMillis: 5 };
  expectFlawless(await checkGateway(running, { ...lossy, replyTimeouts, extras: new Set(["pair"]) }));
});

test("an open window that falls silent is no fault of the window", async () => {
  const running = await gateway();
  running.gateway.pressButton();
  let times = 0;
  const silent = await elsewhere(running, { replies: (replies) => (++times > 2 ? [] : replies) });
  const replyTimeouts = { resendMillis: 5, patienceMillis: 15, furtherMillis: 5 };
  const report = await checkGateway(running, { ...silent, replyTimeouts, extras: new Set(["discovery"]) });
  expect(report.verdicts.find(({ id }) => id === "discovery.default")?.outcome).toBe("unchecked");
});

test("a press just before the first request for a key is no fault", async () => {
  const running = await gateway();
  let isPressed = false;
  const pressed = await elsewhere(running, {
    asked: (asked) => {
      if (asked.path === "/api" && !isPressed) running.gateway.pressButton();
      isPressed ||= asked.path === "/api";
      return asked;
    },
  });
  const report = await checkGateway(running, { ...pressed, extras: new Set(["pair"]) });
  expect(brokenIn(report)).toEqual([]);
});

describe("what a press shows", () => {
  const REPLY_TIMEOUTS = { resendMillis: 20, patienceMillis: 60, furtherMillis: 10 };

  test("where discovery is not answered, a key is not enough: exit code 2", async () => {
    const running = await gateway();
    const silent = await elsewhere(running, { replies: () => [] });
    const options = { ...silent, replyTimeouts: REPLY_TIMEOUTS, extras: new Set(["pair"] as const) };
    const report = await checkGateway(running, options);
    expect(uncheckedIn(report).map(({ id }) => id)).toEqual(expect.arrayContaining(["pairing.opens", "pairing.shuts"]));
    expect(report.verdicts.find(({ id }) => id === "pairing.key-fits")?.outcome).toBe("holds");
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["pair"], 2]);
  });

  test("where only the second press was made, the window was not watched to its end: exit code 2", async () => {
    const running = await gateway();
    const onProgress = (line: string) => {
      if (line.startsWith("Press the button again")) running.gateway.pressButton();
    };
    const report = await checkGateway(running, { onProgress, extras: new Set(["pair"]) });
    expect([report.undone, exitCodeOf(report, false)]).toEqual([["pair"], 2]);
    expect(report.verdicts.filter(({ outcome }) => outcome === "fails")).toEqual([]);
  });

  test("where discovery is answered and never shows the press that a key was given for, a must fails: exit code 1", async () => {
    const running = await gateway();
    const mute = await elsewhere(
      running,
      inRecord((record) => Object.assign(record, { link_enabled: false, link_remian_ms: 0 })),
    );
    const report = await checkGateway(running, { ...mute, extras: new Set(["pair"]) });
    expect(brokenIn(report)).toEqual(["pairing.opens"]);
    expect(exitCodeOf(report, false)).toBe(1);
  });
});
