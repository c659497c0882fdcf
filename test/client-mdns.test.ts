import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect, type DiscoveredGateway, discover } from "../src/libraries/client/index.ts";
import { announcedIn, MDNS_QUESTION } from "../src/libraries/client/mdns.ts";
import { HurriedClock } from "./support/client/hurried-clock.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { IDENTITY } from "./support/home/empty-gateway.ts";
import { mdnsAnnouncement } from "./support/network/mdns-announcement.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const RECORD: DiscoveredGateway = {
  ...{ name: "Gate", model: "G", version: "1", mac: "02:00:5E:10:00:AB", ip: "127.0.0.1" },
  ...{ link_enabled: false, link_remian_ms: 0, reset_id: IDENTITY.resetId },
};
const REPLY = JSON.stringify({ op: 102, data: RECORD });

const announcement = (port: number, resetId = IDENTITY.resetId) =>
  mdnsAnnouncement({ port, txt: ["id=02:00:5E:10:00:AB", `reset_id=${resetId}`, "model=LG-1"] });

/** Somebody who answers each question with some datagrams. */
async function answering(...answers: readonly (string | Uint8Array)[]): Promise<number> {
  const socket = await UdpClient.open();
  onTestFinished(() => socket.close());
  socket.answer(...answers);
  return socket.port;
}

async function foundBy(...answers: readonly (string | Uint8Array)[]) {
  const clock = new ManualClock();
  const received: (number | undefined)[] = [];
  const onFound = ({ httpPort }: DiscoveredGateway) => received.push(httpPort);
  const port = await answering(...answers);
  const [found] = await whileTimePasses(clock, discover({ port, clock, onFound }), 5);
  return { found, received };
}

describe("where a gateway serves HTTP", () => {
  test("is known once it says so by mDNS, whichever of its answers comes first", async () => {
    expect(await foundBy(REPLY, announcement(18_080))).toEqual({
      found: { ...RECORD, httpPort: 18_080 },
      received: [undefined, 18_080],
    });
    expect(await foundBy(announcement(18_080), REPLY)).toEqual({
      found: { ...RECORD, httpPort: 18_080 },
      received: [18_080],
    });
  });

  test("is not known where nobody says so, where another gateway does, and where two ports are told", async () => {
    expect(await foundBy(REPLY)).toEqual({ found: RECORD, received: [undefined] });
    expect(await foundBy(REPLY, announcement(18_080, "ANOTHER"))).toEqual({ found: RECORD, received: [undefined] });
    const both = await foundBy(REPLY, announcement(18_080), announcement(18_081), announcement(18_082));
    expect(both).toEqual({ found: RECORD, received: [undefined, 18_080, undefined] });
  });

  test("is not taken from the discovery record, which has no place for it", async () => {
    const { found } = await foundBy(JSON.stringify({ op: 102, data: { ...RECORD, httpPort: "80@evil.com" } }));
    expect(found).toEqual(RECORD);
  });

  test("is where connect speaks with it, unless it is told otherwise", async () => {
    const gateway = await runGateway();
    onTestFinished(() => gateway.stop());
    const { port } = gateway.http;
    const { found } = await foundBy(REPLY, announcement(port));
    if (!found) throw new Error("nobody was found");
    const client = connect(found);
    expect(client.address).toBe(`http://127.0.0.1:${port}`);
    expect((await client.listLights()).length).toBe(11);
    expect(connect(found, { httpPort: 81 }).address).toBe("http://127.0.0.1:81");
    expect(connect(RECORD).address).toBe("http://127.0.0.1:8080");
  });

  test("may become another port: the gateway is found again there", async () => {
    const gateway = await runGateway();
    onTestFinished(() => gateway.stop());
    const discoveryPort = await answering(REPLY, announcement(gateway.http.port));
    const client = connect("http://127.0.0.1:1", {
      clock: new HurriedClock(20),
      discoveryPort,
      resetId: IDENTITY.resetId,
    });
    expect((await client.listLights()).length).toBe(11);
    expect(client.address).toBe(`http://127.0.0.1:${gateway.http.port}`);
  });

  test("is of no use over HTTPS, whose port stays", async () => {
    const gateway = await runGateway();
    onTestFinished(() => gateway.stop());
    const { port } = gateway.http;
    for (const answers of [
      [announcement(1), REPLY],
      [REPLY, announcement(1)],
    ]) {
      const client = connect(`https://127.0.0.9:${port}`, {
        clock: new HurriedClock(20),
        discoveryPort: await answering(...answers),
        resetId: IDENTITY.resetId,
        // Takes the encryption away, as a proxy in front of the gateway does.
        fetch: (url, init) => fetch(String(url).replace("https:", "http:"), init),
      });
      expect((await client.listLights()).length).toBe(11);
      expect(client.address).toBe(`https://127.0.0.1:${port}`);
    }
  });
});

describe("announcements are read", () => {
  const anyName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 15 });

  test("whatever the gateway is called, and whether or not names are pointed to", () => {
    fc.assert(
      fc.property(anyName, fc.integer({ min: 1, max: 65_535 }), fc.boolean(), (name, port, isPacked) => {
        const packet = mdnsAnnouncement({ name, port, isPacked, txt: ["id=M", "", "reset_id=A"] });
        expect(announcedIn(packet)).toEqual([{ resetId: "A", httpPort: port }]);
      }),
    );
  });

  test("only from answers that say who they are of", () => {
    expect(announcedIn(mdnsAnnouncement({ port: 1, txt: ["id=M"] }))).toEqual([]);
    expect(announcedIn(mdnsAnnouncement({ port: 1, txt: [] }))).toEqual([]);
    expect(announcedIn(MDNS_QUESTION)).toEqual([]);
    expect(announcedIn(new Uint8Array())).toEqual([]);
    expect(announcedIn(Buffer.concat([announcement(1), new Uint8Array(9_000)]))).toEqual([]);
  });

  test("without harm from any bytes: torn ones, changed ones, names that lead to themselves", () => {
    const whole = announcement(8080);
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(whole.length), (changes, length) => {
        const packet = Buffer.from(whole.subarray(0, length));
        for (const [at, byte] of changes) if (at < length) packet[at] = byte;
        for (const { httpPort } of announcedIn(packet)) expect(httpPort).toBeLessThan(65_536);
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void announcedIn(bytes)));
    const circle = Buffer.from(whole);
    circle.writeUInt16BE(0xc00c, 12);
    expect(announcedIn(circle)).toEqual([]);
  });
});
