import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { discoverable } from "../src/conformance/checks/datagrams.ts";
import { checkDiscovery } from "../src/conformance/checks/discovery.ts";
import { DiscoveryAsker } from "../src/conformance/checks/discovery-asker.ts";
import { readHome } from "../src/conformance/home.ts";
import { Reader } from "../src/conformance/reader.ts";
import { Findings } from "../src/conformance/report/findings.ts";
import { Session } from "../src/conformance/session.ts";
import { checkGateway, uncheckedIn } from "./support/conformance/check.ts";
import { elsewhere, expectFlawless, gateway } from "./support/conformance/checked.ts";
import { inRecord } from "./support/conformance/mutant.ts";

describe("discovery", () => {
  /** Something at another address, at the same port as the gateway's HTTP. */
  async function otherAt(address: string, { port }: URL, status: number): Promise<void> {
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(Number(port), address);
    onTestFinished(() => void server.close());
    await once(server, "listening");
  }

  test.each([
    [200, "holds"],
    [404, "fails"],
  ])(
    "an announced address other than the one that was given is right when HTTP is answered there: %i",
    async (status, outcome) => {
      const running = await gateway();
      const moved = await elsewhere(
        running,
        inRecord((record) => Object.assign(record, { ip: "127.0.0.3" })),
      );
      await otherAt("127.0.0.3", moved.url, status);
      const report = await checkGateway(running, { ...moved, extras: new Set(["discovery"]) });
      expect(report.verdicts.find(({ id }) => id === "discovery.ip")?.outcome).toBe(outcome);
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
      /^UDP port \d+ of this machine is taken$/,
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

test("pairing goes on without the window where discovery is not answered", async () => {
  const running = await gateway();
  const silent = await elsewhere(running, { replies: () => [] });
  const replyTimeouts = { resendMillis: 20, patienceMillis: 60, furtherMillis: 10 };
  const report = await checkGateway(running, { ...silent, replyTimeouts, extras: new Set(["pair"]) });
  expect(uncheckedIn(report).map(({ id }) => id)).toEqual(expect.arrayContaining(["pairing.opens", "pairing.shuts"]));
  expect(uncheckedIn(report).map(({ id }) => id)).not.toContain("pairing.key-fits");
});
