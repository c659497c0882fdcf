import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { Reader } from "../src/programs/checker/reader.ts";
import { exitCodeOf, type Report } from "../src/programs/checker/report/report.ts";
import { breakGateway } from "./support/checker/broken-gateway.ts";
import { checkGateway, checkUrl } from "./support/checker/check.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

async function webServer(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function tcpServer(onConnection: (socket: Socket) => void): Promise<URL> {
  const server = createTcpServer(onConnection).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** No rule has a verdict where there is no gateway. */
function expectTrouble(report: Report, words: string): void {
  expect(report.trouble).toContain(`${report.url} `);
  expect(report.trouble).toContain(words);
  expect(exitCodeOf(report, false)).toBe(2);
}

describe("what is no gateway is named clearly, with exit code 2", () => {
  test("nothing listens", async () => {
    const url = await tcpServer(() => undefined);
    url.port = "9";
    expectTrouble(await checkUrl(url), "nothing listens");
  });

  test("there is no such host", async () => {
    const report = await checkUrl(new URL("http://no-such-host.invalid:8080"));
    expect(report.trouble).toMatch(
      /^http:\/\/no-such-host.invalid:8080 cannot be checked: (unknown host name|the host name cannot)/,
    );
    expect(exitCodeOf(report, false)).toBe(2);
  });

  test("a plain web server", async () => {
    const url = await webServer((_request, response) => {
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<h1>Not found</h1>");
    });
    expectTrouble(
      await checkUrl(url, { pauseMillis: 1 }),
      "GET /clip/v2/resource/device returned HTTP 404 and text/html",
    );
  });

  test.each([
    ["a list", '["Kitchen"]', 'and ["Kitchen"]'],
    ["an object that is no envelope", '{"error":{"type":1}}', 'and {"error":{"type":1}}'],
    ["a number", "7", "and 7"],
    ["nothing at all", "", "and nothing else"],
    ["what is no text", "\u0000\u0001", "and something"],
  ])("JSON of another kind: %s", async (_what, body, words) => {
    const url = await webServer((_request, response) => response.end(body));
    expectTrouble(await checkUrl(url), `GET /clip/v2/resource/device returned HTTP 200 ${words}`);
  });

  test("something that does not speak HTTP", async () => {
    const url = await tcpServer((socket) => socket.on("error", () => undefined).end("220 mail.test ESMTP\r\n"));
    expectTrouble(await checkUrl(url), "not HTTP");
  });

  test("something that hangs up", async () => {
    const url = await tcpServer((socket) => socket.destroy());
    expectTrouble(await checkUrl(url), "connection was closed");
  });

  test("something that never answers", async () => {
    const url = await tcpServer((socket) => onTestFinished(() => void socket.destroy()));
    expectTrouble(await checkUrl(url, { timeoutMillis: 50 }), "0.05 seconds");
  });

  test("nothing listens at the port that an address without one means", async () => {
    const report = await checkUrl(new URL("http://127.0.0.77"));
    expect(report.trouble).toMatch(/^http:\/\/127\.0\.0\.77 .*nothing listens/);
  });

  test("something that never ends its answer", async () => {
    const url = await webServer((_request, response) => {
      const timer = setInterval(() => response.write("x".repeat(1_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const reader = new Reader({ url, key: undefined, pauseMillis: 0, timeoutMillis: 10_000, mostBytes: 5_000 });
    await expect(reader.ask("/")).rejects.toThrow("the answer is too long");
  });

  test("something that ends its answer too early", async () => {
    const url = await tcpServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"));
    expectTrouble(await checkUrl(url), "connection was closed");
  });

  test("a gateway that dies on the way", async () => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    let times = 0;
    const dying = await breakGateway(running, { given: (given) => (++times > 20 ? "cut" : given) });
    onTestFinished(() => dying.stop());
    const report = await checkGateway(running, dying);
    expectTrouble(report, "connection was closed");
    expect(report.verdicts.find(({ id }) => id === "http.answers")?.outcome).toBe("fails");
  });
});

describe("a gateway that needs a key", () => {
  test("and gets none", async () => {
    const running = await runGateway({ profile: "shared" });
    onTestFinished(() => running.stop());
    const report = await checkGateway(running);
    expect(report.trouble).toMatch(
      / refuses every read: \{"code":-401,.* If it requires a key, give one with --key\.$/,
    );
    expect(exitCodeOf(report, false)).toBe(2);
  });

  test("and gets a wrong one", async () => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const report = await checkGateway(running, { key: "z".repeat(43) });
    expect(report.trouble).toMatch(/ refuses this key: \{"code":-401,.*\.$/);
  });

  test("and gets one that no header can hold", async () => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const report = await checkGateway(running, { key: "two\nlines" });
    expectTrouble(report, "(ERR_INVALID_CHAR)");
  });

  test("a key on a gateway without bridge is sent all the same", async () => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const { key } = await PairedClient.of(running);
    const keys = new Set<string | undefined>();
    const watched = await breakGateway(running, {
      asked: (asked) => {
        keys.add(asked.headers["application-key"]);
        return asked;
      },
      given: (given, { path }) => (path.endsWith("/bridge") ? { ...given, status: 404 } : given),
    });
    onTestFinished(() => watched.stop());
    const report = await checkGateway(running, { ...watched, key });
    expect(report.trouble).toBeUndefined();
    expect(keys).toContain(key);
  });
});

test("a fault of our own is thrown, not reported as the gateway's", async () => {
  const running = await runGateway();
  onTestFinished(() => running.stop());
  const today = () => new Date();
  const onProgress = () => {
    throw new TypeError("ours");
  };
  await expect(checkGateway(running, { today, onProgress, extras: new Set(["pair"]) })).rejects.toThrow("ours");
});
