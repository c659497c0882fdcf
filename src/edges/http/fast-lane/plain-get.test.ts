import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atLeast, times } from "../../../../test/support/depth.ts";
import { plainGetIn } from "./plain-request.ts";

/** Says what Node's own parser made of each request, and goes on as long as that would. */
const server = createServer({ maxHeaderSize: 1_000_000, requireHostHeader: false }, (request, response) => {
  let body = 0;
  request.on("data", ({ byteLength }: Buffer) => {
    body += byteLength;
  });
  request.on("end", () => {
    const { method, httpVersion, url, rawHeaders } = request;
    response.end(JSON.stringify({ method, httpVersion, url, rawHeaders, body }));
  });
});
let socket: Socket;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay();
});
afterAll(() => {
  socket.destroy();
  server.close();
});

/** What Node's parser makes of bytes on a connection that stays open from one request to the next. */
async function parsedByNode(bytes: Uint8Array): Promise<unknown> {
  socket.write(bytes);
  const [answer] = await once(socket, "data");
  const [head = "", body = ""] = answer.toString("latin1").split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: keep-alive\r\n/s);
  return JSON.parse(body);
}

const plain = (text: string) => plainGetIn(Buffer.from(text, "latin1"));
const withLines = (...lines: readonly string[]): string => ["GET /a HTTP/1.1", ...lines, "", ""].join("\r\n");

test("a plain read is its target and its headers, as they were written", () => {
  expect(plain(withLines("hOST:a", "X-B: c  d", "x-b: e:f"))).toEqual({
    method: "GET",
    target: "/a",
    rawHeaders: ["hOST", "a", "X-B", "c  d", "x-b", "e:f"],
  });
});

test.each([
  ["Content-Length: 0"],
  ["content-length: 5"],
  ["Transfer-Encoding: chunked"],
  ["TRANSFER-ENCODING: identity"],
  ["Trailer: a"],
  ["TE: trailers"],
  ["Expect: 100-continue"],
  ["Upgrade: h2c"],
  ["HTTP2-Settings: a"],
  ["Proxy-Connection: keep-alive"],
  ["Connection: close"],
  ["Connection: keep-alive, close"],
  ["Connection: upgrade"],
  ["Host: a"],
  ["Host: b"],
  ["X: "],
  ["X:  a"],
  ["X: a "],
  ["X:\ta"],
  ["X : a"],
  ["X: a\r\n b"],
  ["X: a\nY: b"],
  ["X: a\rY: b"],
  ["X: \u00e4"],
  ["X: \0"],
  ["X\0: a"],
  [": a"],
  ["X"],
])("a read with %j is not plain", (line) => {
  expect(plain(withLines("Host: a", line))).toBeUndefined();
  expect(plain(withLines(line, "Host: a"))).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["no host", withLines("X: a")],
  ["no headers", "GET /a HTTP/1.1\r\n\r\n"],
  ["another method", withLines("Host: a").replace("GET", "HEAD")],
  ["small letters", withLines("Host: a").replace("GET", "get")],
  ["another version", withLines("Host: a").replace("1.1", "1.0")],
  ["a whole address", withLines("Host: a").replace("/a", "http://a/a")],
  ["a star", withLines("Host: a").replace("/a", "*")],
  ["a space in the target", withLines("Host: a").replace("/a", "/ a")],
  ["two spaces", withLines("Host: a").replace(" /a", "  /a")],
  ["an empty line before it", `\r\n${withLines("Host: a")}`],
  ["something behind it", `${withLines("Host: a")}G`],
  ["a line end behind it", `${withLines("Host: a")}\n`],
  ["two of them", withLines("Host: a").repeat(2)],
  ["a part of it", withLines("Host: a").slice(0, -1)],
  ["more headers than anybody sends", withLines("Host: a", ...Array(100).fill("X: b"))],
])("%s is no plain read", (_what, text) => {
  expect(plain(text)).toBeUndefined();
});

test("a hundred headers are plain", async () => {
  const request = withLines("Host: a", ...Array(99).fill("X: b"));
  expect(await parsedByNode(Buffer.from(request))).toMatchObject({ rawHeaders: plain(request)?.rawHeaders });
});

/** Mostly plain, with something odd here and there. */
const ODD = ["\r", "\n", "\t", "\0", " ", "\u0080", "\u00ff", "\u007f"];
const visible = Array.from({ length: 94 }, (_, place) => String.fromCharCode(place + 33));
const word = fc.string({ unit: fc.constantFrom(...visible), maxLength: 10 });
const text = fc.string({
  unit: fc.oneof({ arbitrary: fc.constantFrom(...visible, " "), weight: 60 }, fc.constantFrom(...ODD)),
  maxLength: 20,
});
const tokens = fc.string({ unit: fc.constantFrom(..."aBz09-_!#$%&'*+.^`|~"), minLength: 1, maxLength: 10 });
const name = fc.oneof(
  { arbitrary: tokens, weight: 8 },
  fc.constantFrom(
    "Accept",
    "Cookie",
    "Keep-Alive",
    "Connection",
    "content-length",
    "Transfer-Encoding",
    "TE",
    "Upgrade",
  ),
  fc.constantFrom(
    "If-None-Match",
    "Range",
    "Origin",
    "Sec-WebSocket-Key",
    "Content-Encoding",
    "Via",
    "Expect",
    "Trailer",
  ),
  word,
);
const value = fc.oneof({ arbitrary: text, weight: 6 }, fc.constantFrom("keep-alive", "Keep-Alive", "close", "0", "1"));
const header = fc.tuple(name, fc.constantFrom(":", ": ", ": "), value).map((parts) => parts.join(""));
const anyHead = fc
  .record({
    start: fc.oneof(
      { arbitrary: fc.constant("GET /"), weight: 20 },
      fc.constantFrom("GET //", "HEAD /", "GET ", "GET  /"),
    ),
    target: fc.oneof({ arbitrary: word, weight: 6 }, text),
    before: fc.array(header, { maxLength: 3 }),
    host: fc.oneof({ arbitrary: fc.constantFrom("Host: a", "host:b"), weight: 10 }, header),
    after: fc.array(header, { maxLength: 4 }),
    lineEnd: fc.oneof({ arbitrary: fc.constant("\r\n"), weight: 20 }, fc.constantFrom("\n", "\r")),
    rest: fc.oneof({ arbitrary: fc.constant(""), weight: 20 }, fc.constantFrom("\r\n", "G", "\n", "0\r\n\r\n")),
  })
  .map(({ start, target, before, host, after, lineEnd, rest }) =>
    Buffer.from([`${start}${target} HTTP/1.1`, ...before, host, ...after, "", rest].join(lineEnd), "latin1"),
  );

test("what is plain, Node's own parser reads in the same way, as one request without a body that keeps its connection", async () => {
  let plainOnes = 0;
  await fc.assert(
    fc.asyncProperty(anyHead, async (bytes) => {
      const get = plainGetIn(bytes);
      if (!get) return;
      plainOnes += 1;
      const { target: url, rawHeaders } = get;
      expect(await parsedByNode(bytes)).toEqual({ method: "GET", httpVersion: "1.1", url, rawHeaders, body: 0 });
    }),
    { numRuns: times(4_000) },
  );
  expect(plainOnes).toBeGreaterThanOrEqual(atLeast(500));
});
