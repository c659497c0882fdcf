import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { RequestLog } from "../src/libraries/testing/request-log.ts";
import { ROUTES } from "../src/programs/sandbox/routes.ts";
import { startedSandbox, TOKEN } from "./support/sandbox/started-sandbox.ts";

const HEAD = `Host: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n`;

/** A connection that may end in any way. */
async function opened(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

const firstText = async (socket: Socket): Promise<string> => String((await once(socket, "data"))[0]);

test.each(["", "Bearer", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])(
  "nothing is done without the token: %j",
  async (authorization) => {
    const { send } = await startedSandbox();
    for (const { path, method } of [
      ...ROUTES,
      { path: "/openapi.json", method: "GET" },
      { path: "/", method: "GET" },
    ]) {
      const { status, json } = await send(path, method === "POST" ? {} : undefined, { headers: { authorization } });
      expect([path, status, Object.keys(json)]).toEqual([path, 401, ["error"]]);
    }
  },
);

test("a web page gets nothing, even with the token, unless its exact origin was allowed", async () => {
  const { send } = await startedSandbox({}, ["https://app.example"]);
  const by = async (headers: Record<string, string>, method = "GET") =>
    (await send("/status", method === "GET" ? undefined : {}, { headers, method })).status;
  const others = [
    "https://evil.example",
    "null",
    "https://app.example.evil.example",
    "http://app.example",
    "http://127.0.0.1",
  ];
  for (const origin of others) {
    expect(await by({ origin })).toBe(403);
    const preflight = await send("/reset", undefined, { method: "OPTIONS", headers: { origin, authorization: "" } });
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  }
  expect(await by({ "sec-fetch-site": "cross-site" })).toBe(403);
  const origin = "https://app.example";
  const allowed = await send("/status", undefined, { headers: { origin } });
  expect([allowed.status, allowed.headers["access-control-allow-origin"]]).toEqual([200, origin]);
  expect((await send("/status", undefined, { headers: { origin, authorization: "" } })).status).toBe(401);
});

test.each(["evil.example", "rebound.evil.example:80", "127.0.0.1.evil.example"])(
  "a name of a web site gets nothing: %j",
  async (host) => {
    const { send } = await startedSandbox();
    expect((await send("/status", undefined, { headers: { host } })).status).toBe(403);
  },
);

test.each<unknown>([
  { home: "/etc/passwd" },
  { home: "homes/demo.yaml" },
  { home: "../../etc/hosts.json" },
  { home: { rooms: [{ name: "A", scenes: [{ name: "S", colours: ["red"], picture: "/etc/hostname" }] }] } },
  { home: "rooms: [{name: A, scenes: [{name: S, colours: [red], picture: homes/pictures/aurora.png}]}]" },
])("no file is read: %j", async (given) => {
  const { send } = await startedSandbox();
  const { status, json } = await send("/reset", given);
  expect(status).toBe(400);
  expect(json.error).not.toMatch(/no file at this path|permission|root:/);
});

test("a body that is too large is refused, and one without the token is not read", async () => {
  const { send, sandbox } = await startedSandbox();
  expect((await send("/reset", { home: "x".repeat(9 * 1024 * 1024) })).status).toBe(413);
  const socket = connect(sandbox.addresses.ports.control, "127.0.0.1");
  socket.write("POST /reset HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n{");
  const answer = await new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).toContain("Connection: close");
  socket.destroy();
});

test("waits and faults are bounded, and so is the log", async () => {
  const { send, control } = await startedSandbox();
  const log = new RequestLog();
  for (let count = 0; count < 10_005; count += 1) log.add({ method: "GET", path: "/", headers: {} });
  expect([log.requests.length, log.requests[0]?.number]).toEqual([10_000, 6]);
  for (let count = 0; count < 100; count += 1) void log.next({}).catch(() => undefined);
  await expect(log.next({})).rejects.toThrow("100 waits");
  for (let count = 0; count < 1_000; count += 1)
    await control("/misbehave", { on: { path: "/x" }, as: { kind: "hang" } });
  expect((await send("/misbehave", { on: {}, as: { kind: "hang" } })).status).toBe(409);
}, 60_000);

test("the body of a request is asked for only with the token", async () => {
  const { sandbox } = await startedSandbox();
  const answerTo = async (head: string) => {
    const socket = await opened(sandbox.addresses.ports.control);
    socket.write(`POST /reset HTTP/1.1\r\n${head}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`);
    return (await firstText(socket)).split("\r\n", 1)[0];
  };
  expect(await answerTo("Host: localhost\r\n")).toBe("HTTP/1.1 401 Unauthorized");
  expect(await answerTo(HEAD)).toBe("HTTP/1.1 100 Continue");
});

test("connections without the token never take the place of a test, however many there are", async () => {
  const { sandbox, send } = await startedSandbox();
  for (let count = 0; count < 400; count += 1) {
    const socket = await opened(sandbox.addresses.ports.control);
    if (count % 2 === 0) socket.write("POST /reset HTTP/1.1\r\nX-Slow: ");
  }
  expect((await send("/status")).status).toBe(200);
});

test("a CONNECT behind a wait, and a connection that is reset, end nothing else", async () => {
  const { sandbox, send } = await startedSandbox();
  const socket = await opened(sandbox.addresses.ports.control);
  socket.write(`POST /next-request HTTP/1.1\r\n${HEAD}Content-Length: 0\r\n\r\n`);
  socket.write(`CONNECT evil.example:80 HTTP/1.1\r\n${HEAD}\r\n`);
  expect((await send("/status")).status).toBe(200);
  socket.resetAndDestroy();
  expect((await send("/status")).status).toBe(200);
});

test.each<[string, unknown, number, RegExp]>([
  ["/reset", `{"home":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, 400, /nested deeper than 64 levels/],
  ["/misbehave", "[".repeat(8_000_000), 400, /nested deeper than 64 levels/],
  ["/reset", { keys: Array(1_001).fill("k") }, 400, /a list of keys .*, at most 1000/],
  [
    "/reset",
    { allowOrigin: Array(1_001).fill("https://app.example") },
    400,
    /a list of other origins .*, at most 1000/,
  ],
  ["/misbehave", { on: { door: "discovery" }, as: { kind: "duplicate", copies: 1e9 } }, 400, /from 1 to 1000/],
])("what would take all time or memory is refused: %s", async (path, body, status, error) => {
  const { send } = await startedSandbox();
  expect(await send(path, body)).toMatchObject({ status, json: { error: expect.stringMatching(error) } });
});

test("the bodies of all faults together are bounded, until some of them end", async () => {
  const { send, control } = await startedSandbox();
  const large = { on: {}, as: { kind: "answer", status: 200, body: "x".repeat(7 * 1024 * 1024) } };
  const { rule } = await control("/misbehave", large);
  await control("/misbehave", large);
  expect(await send("/misbehave", large)).toMatchObject({
    status: 409,
    json: { error: expect.stringMatching(/end some of them/) },
  });
  await control("/behave", { rule });
  expect((await send("/misbehave", large)).status).toBe(200);
  await control("/reset");
  await control("/misbehave", large);
  expect((await send("/misbehave", large)).status).toBe(200);
}, 60_000);

test("waits for the status of a request that has come are bounded too", async () => {
  const log = new RequestLog();
  const { settle } = log.add({ method: "GET", path: "/", headers: {} });
  const waits = Array.from({ length: 100 }, () => log.next({ after: 0 }));
  await expect(log.next({ after: 0 })).rejects.toThrow("100 waits");
  settle();
  await Promise.all(waits);
  expect((await log.next({ after: 0 })).number).toBe(1);
});

test("a client that sends more and more behind a request without an answer is not read any more", async () => {
  const { sandbox, control, send } = await startedSandbox();
  await control("/misbehave", { on: {}, as: { kind: "hang" } });
  const socket = await opened(sandbox.addresses.ports.http);
  const requests = Buffer.from("GET /clip/v2/resource/light HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20_000));
  socket.write(requests);
  await control("/next-request", { after: 0 });
  for (let count = 0; count < 40; count += 1) socket.write(requests);
  // Every answer of the control address is one more turn in which the relay could read.
  for (let count = 0; count < 200; count += 1) await control("/device", { device: "Porch" });
  expect(socket.writableLength).toBeGreaterThan(10 * requests.length);
  const { requests: logged } = (await send("/requests")).json;
  expect(logged).toHaveLength(1);
  await control("/reset");
});
