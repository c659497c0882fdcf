import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "../src/edges/http/limits.ts";
import type { RefusedRequest } from "../src/edges/http/refused-request.ts";
import { ownIpv4Addresses } from "../src/shared/own-addresses.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { bodiesIn, gatewayWithLargeRead, isWhole, LARGE_READ, readToEnd } from "./support/http/lanes-large-read.ts";
import { openRaw, parseRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const LAMP_READ = `GET ${LAMP} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const NO_READ = "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n";

async function gatewayWith(limits: Partial<HttpLimits>): Promise<TestGateway> {
  const gateway = await runGateway({ limits: { ...HTTP_LIMITS, ...limits } });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** A client that has asked for something large and takes nothing of it. */
async function clientThatDoesNotRead({ http }: TestGateway, asks = LARGE_READ): Promise<Socket> {
  const socket = await openRaw(http.port);
  socket.setNoDelay().on("error", () => undefined);
  socket.pause();
  socket.write(asks);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What somebody gets who tries until there is room for one more connection. */
async function answerOnceLetIn({ http }: TestGateway, host?: string): Promise<string> {
  for (;;) {
    const socket = await openRaw(http.port, host);
    socket.end(LAMP_READ);
    const answer = await readToEnd(socket);
    if (answer !== "") return answer;
  }
}

/** Everything that was sent before has been read by the gateway. */
const settled = (gateway: TestGateway): Promise<unknown> => gateway.client.send("/nowhere");

test("a client that says nothing is told that its time is up", async () => {
  const gateway = await gatewayWith({ headersMillis: 50, keepAliveMillis: 600_000 });
  const { status, envelope } = parseRaw(await textUntilClosed(await openRaw(gateway.http.port)));
  expect([status, envelope.code]).toEqual([408, -408]);
});

test("a client that was answered and says nothing more is left without a word", async () => {
  const gateway = await gatewayWith({ headersMillis: 600_000, requestMillis: 600_000, keepAliveMillis: 30 });
  const socket = await openRaw(gateway.http.port);
  socket.write(LAMP_READ);
  expect(bodiesIn(await textUntilClosed(socket))).toHaveLength(1);
});

test("a client that got a response and does not get on with its next request is told that its time is up", async () => {
  const gateway = await gatewayWith({ headersMillis: 50, keepAliveMillis: 600_000 });
  const socket = await openRaw(gateway.http.port);
  socket.write(LAMP_READ);
  await once(socket, "data");
  socket.write(LAMP_READ.slice(0, 30));
  expect(parseRaw(await textUntilClosed(socket)).status).toBe(408);
});

test("a client that ends its side at once gets its response, however large, if it sent a request", async () => {
  const gateway = await gatewayWithLargeRead({});
  const saying = async (bytes: string): Promise<readonly boolean[]> => {
    const socket = await openRaw(gateway.http.port);
    socket.end(bytes);
    return bodiesIn(await readToEnd(socket)).map(isWhole);
  };
  expect(await saying(LAMP_READ)).toEqual([false]);
  expect(await saying(LARGE_READ)).toEqual([true]);
  expect(await saying("")).toEqual([]);
});

test("a client that does not take its answer loses its place at the deadline", async () => {
  const gateway = await gatewayWithLargeRead({ sendMillis: 100, connections: 1, keepAliveMillis: 600_000 });
  const socket = await clientThatDoesNotRead(gateway);
  await expect.poll(() => gateway.http.responsesInFlight).toBe(1);
  expect(bodiesIn(await answerOnceLetIn(gateway))).toHaveLength(1);
  expect(bodiesIn(await readToEnd(socket)).map(isWhole)).toEqual([false]);
});

test("nothing more is read of a client before it has taken its answer, and then all of it", async () => {
  let reads = 0;
  const today = () => {
    reads += 1;
    return new Date();
  };
  const gateway = await gatewayWithLargeRead({}, { profile: "shared", today });
  const { key } = await PairedClient.of(gateway);
  const withKey = (request: string) => request.replace("\r\n\r\n", `\r\napplication-key: ${key}\r\n\r\n`);
  reads = 0;
  const socket = await clientThatDoesNotRead(gateway, withKey(LARGE_READ));
  for (let asked = 0; asked < 20; asked += 1) {
    await settled(gateway);
    socket.write(withKey(LAMP_READ));
  }
  await settled(gateway);
  expect(reads).toBe(1);
  socket.end();
  const [large, ...lamps] = bodiesIn(await readToEnd(socket));
  expect(isWhole(large)).toBe(true);
  expect(lamps).toHaveLength(20);
  expect(new Set(lamps).size).toBe(1);
  expect(reads).toBe(21);
});

test("many clients that do not take the same answer cost no more memory than one", async () => {
  const gateway = await gatewayWithLargeRead({});
  await clientThatDoesNotRead(gateway);
  await settled(gateway);
  const before = process.memoryUsage().arrayBuffers;
  for (let client = 0; client < 12; client += 1) await clientThatDoesNotRead(gateway);
  await settled(gateway);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});

test("a client that takes its answer slowly is not taken for one that says nothing; afterwards it is", async () => {
  const gateway = await gatewayWithLargeRead({ headersMillis: 50, keepAliveMillis: 50, sendMillis: 600_000 });
  const socket = await clientThatDoesNotRead(gateway);
  await passed(2_500);
  expect(bodiesIn(await readToEnd(socket)).map(isWhole)).toEqual([true]);
});

test("what comes behind an answer that is not taken yet is answered after it, in order, whatever it is", async () => {
  const gateway = await gatewayWithLargeRead({});
  const socket = await clientThatDoesNotRead(gateway);
  await settled(gateway);
  const behind = [LAMP_READ, NO_READ, LAMP_READ.repeat(1_000), `${NO_READ}${LAMP_READ.slice(0, 30)}`];
  for (const bytes of behind) {
    socket.write(bytes);
    await settled(gateway);
  }
  socket.end(LAMP_READ.slice(30));
  const [large, ...others] = bodiesIn(await readToEnd(socket));
  expect(isWhole(large)).toBe(true);
  const isLamp = others.map((body) => body.includes('"type":"light"'));
  expect(isLamp).toEqual([true, false, ...Array(1_000).fill(true), false, true]);
});

test("a client that breaks off in the middle of its answer costs nobody else anything", async () => {
  const gateway = await gatewayWithLargeRead({ connections: 3 });
  for (let time = 0; time < 10; time += 1) {
    const socket = await clientThatDoesNotRead(gateway);
    await settled(gateway);
    socket.resetAndDestroy();
    await once(socket, "close");
  }
  expect((await gateway.client.send(LAMP)).status).toBe(200);
});

test("a connection makes room for the next one, be it silent, idle or handed over", async () => {
  const gateway = await gatewayWith({ connections: 3 });
  const open = () => openRaw(gateway.http.port);
  const [silent, idle, other] = await Promise.all([open(), open(), open()]);
  idle?.write(LAMP_READ);
  other?.write(NO_READ);
  await Promise.all([once(idle, "data"), once(other, "data")]);
  const closed = Promise.all([silent, idle, other].map((socket) => once(socket, "close")));
  const news = [await open(), await open(), await open()];
  await closed;
  for (const socket of news) {
    socket.write(LAMP_READ);
    expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 200 /);
  }
});

const OWN_ADDRESS = ownIpv4Addresses().find(({ internal }) => !internal)?.address;

test.skipIf(OWN_ADDRESS === undefined)(
  "no address has more connections than its share, and who is refused is told",
  async () => {
    const refused: RefusedRequest[] = [];
    const gateway = await runGateway({
      host: "0.0.0.0",
      onRefused: (one) => void refused.push(one),
      limits: { ...HTTP_LIMITS, connectionsPerAddress: 2 },
    });
    onTestFinished(() => gateway.stop());
    const open = () => openRaw(gateway.http.port, OWN_ADDRESS);
    const [silent, idle] = [await open(), await open()];
    idle.write(LAMP_READ);
    await once(idle, "data");
    expect(await textUntilClosed(await open())).toBe("");
    expect(refused).toEqual([{ why: "connections-of-address", clientAddress: OWN_ADDRESS }]);
    for (const socket of [silent, idle]) {
      socket.end();
      expect(bodiesIn(await answerOnceLetIn(gateway, OWN_ADDRESS))).toHaveLength(1);
    }
  },
);

test("a gateway that stops waits for nobody who is silent or idle", async () => {
  const gateway = await runGateway({ limits: { ...HTTP_LIMITS, stopMillis: 600_000 } });
  const [silent, idle] = await Promise.all([openRaw(gateway.http.port), openRaw(gateway.http.port)]);
  idle.write(LAMP_READ);
  await once(idle, "data");
  const ended = [silent, idle].map(textUntilClosed);
  await gateway.stop();
  expect(await Promise.all(ended)).toEqual(["", ""]);
});

test("a gateway that stops lets responses in flight arrive, and does nothing of the requests behind them", async () => {
  const gateway = await gatewayWithLargeRead({ stopMillis: 600_000 });
  const { key } = await PairedClient.of(gateway);
  const [alone, impatient, mixed] = [
    await clientThatDoesNotRead(gateway),
    await clientThatDoesNotRead(gateway),
    await clientThatDoesNotRead(gateway),
  ];
  await settled(gateway);
  impatient.write(LAMP_READ);
  mixed.write(`PUT ${LAMP} HTTP/1.1\r\nHost: a\r\napplication-key: ${key}\r\nContent-Length: 8\r\n\r\n{"on":0}`);
  await settled(gateway);
  const stopped = gateway.stop();
  for (const socket of [alone, impatient, mixed]) {
    expect(bodiesIn(await readToEnd(socket)).map(isWhole)).toEqual([true]);
  }
  await stopped;
  expect(gateway.gateway.home.lights.all().find(({ id }) => LAMP.endsWith(id))?.on).toBe(true);
});

test("a gateway that stops gives up on a client that does not take its answer", async () => {
  const gateway = await gatewayWithLargeRead({ stopMillis: 50, sendMillis: 600_000 });
  const socket = await clientThatDoesNotRead(gateway);
  await settled(gateway);
  await gateway.stop();
  expect(bodiesIn(await readToEnd(socket)).map(isWhole)).toEqual([false]);
});
