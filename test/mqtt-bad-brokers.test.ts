import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { times } from "./support/depth.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { ForeignBroker } from "./support/events/mqtt-foreign-broker.ts";
import { firstPacketOf, messageIdOf, packetOf, pubackPacket, publishPacket } from "./support/events/mqtt-packets.ts";
import { PublishingGateway } from "./support/events/mqtt-publishing.ts";
import { someFolder } from "./support/store/some-folder.ts";

const CONNACK = packetOf(0x20, Buffer.of(0, 0));
const PROMPT_MILLIS = 2_000;

/** Something that listens where a broker should, and answers each connection as the test says. */
async function listening(answer: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)));
    socket.on("error", () => undefined).resume();
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function millisToStop({ publisher }: PublishingGateway): Promise<number> {
  const startMillis = performance.now();
  await publisher.stop();
  return performance.now() - startMillis;
}

describe("a broker that hangs", () => {
  test("before it has greeted us does not keep us from stopping", async () => {
    const connections: Socket[] = [];
    const home = new PublishingGateway(await listening((socket) => connections.push(socket)));
    await eventually(() => connections).toHaveLength(1);
    expect(await millisToStop(home)).toBeLessThan(PROMPT_MILLIS);
  });

  test("after it has greeted us does not either", async () => {
    const home = new PublishingGateway(await listening((socket) => socket.write(CONNACK)));
    await eventually(() => home.states).toEqual([{ connected: true }]);
    expect(await millisToStop(home)).toBeLessThan(PROMPT_MILLIS);
  });

  test("when we say goodbye does not either", async () => {
    const said: string[] = [];
    const url = await listening((socket) => {
      socket.write(CONNACK);
      let bytes = Buffer.of();
      socket.on("data", (piece) => {
        bytes = Buffer.concat([bytes, piece]);
        for (let packet = firstPacketOf(bytes); packet; packet = firstPacketOf(bytes)) {
          bytes = bytes.subarray(packet.byteLength);
          said.push(packet.toString("latin1"));
          if (packet[0] === 0x32 || packet[0] === 0x33) socket.write(pubackPacket(messageIdOf(packet)));
        }
      });
    });
    const home = new PublishingGateway(url);
    await eventually(() => said.at(-1)).toContain("res/scene/update");
    expect(await millisToStop(home)).toBeLessThan(PROMPT_MILLIS);
    const [lastWord, goodbye] = said.slice(-2);
    expect(lastWord).toContain("offline");
    expect(goodbye).toBe("\xe0\x00");
  });

  test("and acknowledges nothing is left and tried again", async () => {
    let connections = 0;
    const url = await listening((socket) => {
      connections += 1;
      socket.write(CONNACK);
    });
    const home = new PublishingGateway(url);
    await eventually(() => home.states).toEqual([{ connected: true }]);
    home.clock.advance(29_999);
    expect(home.publisher.state).toEqual({ connected: true });
    home.clock.advance(1);
    await eventually(() => home.states.at(-1)).toEqual({
      connected: false,
      reason: "the broker does not acknowledge messages",
    });
    home.clock.advance(1_000);
    await eventually(() => connections).toBe(2);
  });
});

describe("a broker that says what it should not", () => {
  test.each([
    ["a message", publishPacket("res/light/update", "[]")],
    ["a long packet", packetOf(0x40, Buffer.alloc(100))],
    ["half of something endless", Buffer.of(0x20, 0xff, 0xff, 0xff, 0x7f, 0)],
    ["an answer of the web", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["a second greeting", CONNACK],
  ])("such as %s is left and tried again", async (_, bytes) => {
    let connections = 0;
    const url = await listening((socket) => {
      connections += 1;
      socket.write(CONNACK);
      socket.write(bytes);
    });
    const home = new PublishingGateway(url);
    await eventually(() => home.publisher.state?.connected).toBe(false);
    home.clock.advance(1_000);
    await eventually(() => connections).toBe(2);
  });

  test("such as acknowledgements of what was never sent does no harm", async () => {
    const url = await listening((socket) => {
      socket.write(CONNACK);
      for (let id = 60_000; id < 60_100; id += 1) socket.write(pubackPacket(id));
    });
    const home = new PublishingGateway(url);
    await eventually(() => home.states).toEqual([{ connected: true }]);
  });

  test("whatever it is, we go on", async () => {
    const anyAnswer = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.concat([CONNACK, bytes])),
      fc
        .array(fc.tuple(fc.constantFrom(0x20, 0x40, 0xd0), fc.uint8Array({ minLength: 2, maxLength: 2 })))
        .map((some) => Buffer.concat([CONNACK, ...some.map(([head, bytes]) => packetOf(head, bytes))])),
    );
    let answer: Uint8Array = Buffer.of();
    const url = await listening((socket) => socket.end(answer));
    const home = new PublishingGateway(url);
    await eventually(() => home.publisher.state?.connected).toBe(false);
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (bytes) => {
        answer = bytes;
        const before = home.publisher.state;
        home.clock.advance(60_000);
        await eventually(() => home.publisher.state).not.toBe(before);
        await eventually(() => home.publisher.state?.connected).toBe(false);
      }),
      { numRuns: times(500) },
    );
  });
});

describe("a broker behind TLS", () => {
  /** A certificate for this machine that nobody but itself vouches for. */
  function certificate() {
    const folder = someFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert, ...names], { stdio: "pipe" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  }

  test("is sent what happens when somebody we trust vouches for it, and nothing otherwise", async () => {
    const tls = certificate();
    const broker = await ForeignBroker.start({ tls });
    for (const host of ["127.0.0.1", "localhost"]) {
      const url = `mqtts://${host}:${broker.port}`;
      const wary = new PublishingGateway(url, { mac: "02:00:00:00:00:01" });
      await eventually(() => wary.states).toEqual([{ connected: false, reason: "self-signed certificate" }]);
      expect(broker.published).toEqual([]);
      const trusting = new PublishingGateway(url, { authority: tls.cert });
      await eventually(() => trusting.states).toEqual([{ connected: true }]);
      await eventually(() => broker.published.at(-1)?.topic).toBe("res/scene/update");
      await trusting.publisher.stop();
      broker.published.length = 0;
    }
  });

  test("tells so to whoever does not encrypt, and one without TLS to whoever does", async () => {
    const tls = certificate();
    const encrypted = await ForeignBroker.start({ tls });
    const plain = await ForeignBroker.start();
    const reasonAt = async (url: string) => {
      const home = new PublishingGateway(url);
      await eventually(() => home.states).toHaveLength(1);
      const [state] = home.states;
      return state?.connected === false ? state.reason : "connected";
    };
    expect(await reasonAt(`mqtt://127.0.0.1:${encrypted.port}`)).toMatch(/mqtts:\/\//);
    expect(await reasonAt(`mqtts://127.0.0.1:${plain.port}`)).toMatch(
      /^the broker does not use TLS on this port: begin its address with mqtt:\/\//,
    );
  });

  test.each([
    ["refuses with a TLS alert", Buffer.of(0x15, 3, 1, 0, 2, 2, 70), "the broker uses TLS on this port: begin"],
    [
      "ends it without a word",
      Buffer.of(),
      "the broker closed the connection before it answered: check whether this is its port for",
    ],
  ])("that %s is named", async (_what, answer, words) => {
    const home = new PublishingGateway(await listening((socket) => socket.end(answer)));
    await eventually(() => home.states).toMatchObject([{ reason: expect.stringContaining(words) }]);
  });
});
