import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { exchangeRaw } from "./support/http/raw-connection.ts";

let gateway: TestGateway;
const foreignHosts: string[] = [];
beforeAll(async () => {
  gateway = await runGateway({
    allowHost: ["lights.example.com"],
    onRefused: (refused) => void (refused.why === "foreign-host" && foreignHosts.push(refused.host)),
  });
});
afterAll(() => gateway.stop());

const LIGHTS = "/clip/v2/resource/light";
const HEAD = `GET ${LIGHTS} HTTP/1.1\r\n`;
const HEADERS = [
  "Content-Type: application/json",
  "Cache-Control: no-cache",
  "X-Content-Type-Options: nosniff",
  "Referrer-Policy: no-referrer",
  "Cross-Origin-Resource-Policy: same-origin",
];
const CLOSE = "Connection: close\r\n\r\n";

/** Bytes on the wire, and the status and code that must answer them. */
const REFUSED: readonly (readonly [sentence: string, bytes: string, status: number, code: number, message?: RegExp])[] =
  [
    ["an unknown path", `GET /nowhere HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 404, -1, /^not found$/],
    ["a path below a known one", `GET ${LIGHTS}/ HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 404, -1],
    ["an unknown id", `GET ${LIGHTS}/AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 404, -1],
    ["an id that is no UUID", `GET ${LIGHTS}/__proto__ HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 404, -1],
    ["another method", `DELETE ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 405, -405],
    ["a method that HTTP does not know", `BREW ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 405, -405],
    ["CONNECT", `CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`, 405, -405],
    ["a malformed %-escape in the path", `GET /clip/%zz HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 400, -400, /path/],
    ["a Host that is missing", `${HEAD}${CLOSE}`, 400, -400, /Host/],
    ["two Hosts", `${HEAD}Host: localhost\r\nHost: localhost\r\n${CLOSE}`, 421, -421, /several Host headers/],
    ["a foreign Host", `${HEAD}Host: evil.example.com\r\n${CLOSE}`, 421, -421, /^(?!.*evil).*--allow-host$/],
    ["a Host that only ends like a local one", `${HEAD}Host: .local\r\n${CLOSE}`, 421, -421],
    [
      "a foreign absolute target",
      `GET http://evil.example.com${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
      421,
      -421,
    ],
    [
      "an absolute target under a foreign Host",
      `GET http://localhost${LIGHTS} HTTP/1.1\r\nHost: evil.com\r\n${CLOSE}`,
      421,
      -421,
    ],
    ["a target that is no path", `GET clip HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 400, -400],
    ["a target of 2049 bytes", `GET /${"a".repeat(2048)} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 414, -414],
    [
      "a target larger than all headers may be",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
      414,
      -414,
    ],
    ["headers of more than 8 KiB", `${HEAD}Host: localhost\r\nX-Long: ${"a".repeat(9_000)}\r\n${CLOSE}`, 431, -431],
    [
      "a body of more than 4 KiB",
      `GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4097\r\n${CLOSE}${" ".repeat(4097)}`,
      413,
      -413,
    ],
    [
      "a chunked body of more than 4 KiB",
      `${HEAD}Host: localhost\r\nTransfer-Encoding: chunked\r\n${CLOSE}1001\r\n${" ".repeat(4097)}\r\n0\r\n\r\n`,
      413,
      -413,
    ],
    ["something that is not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, -400, /HTTP/],
    ["a header without a colon", `${HEAD}Host localhost\r\n${CLOSE}`, 400, -400, /HTTP/],
    [
      "a length and chunks at once",
      `${HEAD}Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${CLOSE}0\r\n\r\n`,
      400,
      -400,
    ],
    ["a length that is no number", `${HEAD}Host: localhost\r\nContent-Length: one\r\n${CLOSE}`, 400, -400],
    ["HTTP of another version", `GET ${LIGHTS} HTTP/3.7\r\nHost: localhost\r\n${CLOSE}`, 400, -400],
  ];

describe("G35: every refusal carries the envelope, whatever went wrong", () => {
  const rows = REFUSED.map(([sentence, bytes, status, code, message = /./]) => ({
    sentence,
    bytes,
    status,
    code,
    message,
  }));
  test.each(rows)("$sentence", async ({ bytes, status, code, message }) => {
    const answer = await exchangeRaw(gateway.http.port, Buffer.from(bytes, "latin1"));
    expect(answer.status).toBe(status);
    expect(answer.envelope).toEqual({ code, msg: expect.stringMatching(message), data: {} });
    for (const header of HEADERS) expect(answer.text).toContain(`\r\n${header}\r\n`);
    expect(answer.text).not.toMatch(/^(Server|Access-Control-)/im);
    if (status === 405) expect(answer.text).toMatch(/^Allow: GET, HEAD, OPTIONS(, PUT)?(, POST)?\r$/m);
  });
});

test.each(["http://evil.com", "https://evil.example.com:8443", "http://localhost.evil.com"])(
  "G2: a page of the foreign origin %s is refused",
  async (origin) => {
    const answer = await exchangeRaw(gateway.http.port, `${HEAD}Host: localhost\r\nOrigin: ${origin}\r\n${CLOSE}`);
    expect([answer.status, answer.envelope]).toEqual([403, { code: -403, msg: expect.any(String), data: {} }]);
  },
);

test.each(["http://localhost:5173", "http://192.168.1.5", "null", "app://panel"])(
  "G2: the origin %s, which is no web site's, is answered",
  async (origin) => {
    const answer = await exchangeRaw(gateway.http.port, `${HEAD}Host: localhost\r\nOrigin: ${origin}\r\n${CLOSE}`);
    expect(answer.status).toBe(200);
  },
);

test("P6: a success carries the same headers, and lets no other origin read it", async () => {
  const { text } = await exchangeRaw(gateway.http.port, `${HEAD}Host: localhost\r\n${CLOSE}`);
  for (const header of HEADERS) expect(text).toContain(`\r\n${header}\r\n`);
  expect(text).not.toMatch(/^(Server|Access-Control-)/im);
});

describe("G2: the gateway answers under addresses, local names and allowed names", () => {
  const named = [
    "localhost",
    "localhost:8080",
    "gateway",
    "192.168.1.20:8080",
    "[::1]:8080",
    "[fe80::1]",
    "lux.local",
    "lux.lan",
  ];
  const further = [
    "lux.home",
    "localhost.localdomain",
    "lux.home.arpa",
    "lux.internal",
    "lux.test",
    "lights.example.com",
    "LIGHTS.EXAMPLE.COM:80",
    "a_b-c",
    "lux.local.",
    "lux.local.:8080",
    "gateway.",
    "192.168.1.20.:8080",
    "lights.example.com.",
    "[fe80::1%25eth0]:8080",
  ];
  test.each([...named, ...further])("%s", async (host) => {
    const answer = await exchangeRaw(gateway.http.port, `${HEAD}Host: ${host}\r\n${CLOSE}`);
    expect(answer.status).toBe(200);
  });
  test.each([
    "evil.com",
    "evil.com:8080",
    "localhost.evil.com",
    "127.0.0.1.evil.com",
    "1.2.3.4.5",
    "256.1.1.1",
    "lux.local.evil.com",
    "lux.home.evil.com",
    ".home",
    "lux.localdomain.evil.com",
    "a b",
    "x/y",
    "",
    "user@localhost",
    "evil.com.",
    "lux.local..",
    ".",
    "[fe80::1%]",
  ])("not under %j", async (host) => {
    const answer = await exchangeRaw(gateway.http.port, `${HEAD}Host: ${host}\r\n${CLOSE}`);
    expect(answer.status).toBe(421);
  });
  test("an absolute target under such a name, and HTTP/1.0 that names no host", async () => {
    const absolute = `GET http://lux.local:8080${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`;
    for (const bytes of [absolute, `GET ${LIGHTS} HTTP/1.0\r\n\r\n`]) {
      expect((await exchangeRaw(gateway.http.port, bytes)).status).toBe(200);
    }
  });
  test("where the target is a whole address, its host counts, for addresses of pictures too", async () => {
    const scenes = "GET http://lux.local:8080/clip/v2/resource/scene HTTP/1.1\r\nHost: localhost\r\n";
    const { text } = await exchangeRaw(gateway.http.port, `${scenes}${CLOSE}`);
    expect(text).toContain('"picture_url":"http://lux.local:8080/');
    expect(text).not.toContain("http://localhost");
    const own = "POST http://lux.local:8080/api HTTP/1.1\r\nHost: localhost\r\nOrigin: http://lux.local:8080\r\n";
    expect((await exchangeRaw(gateway.http.port, `${own}Content-Length: 0\r\n${CLOSE}`)).status).toBe(400);
  });
  test("whoever runs the gateway is told under which name it was asked for, and nothing of requests that it answers", async () => {
    foreignHosts.length = 0;
    for (const host of ["evil.com:8080", "localhost", "lights.example.com"]) {
      await exchangeRaw(gateway.http.port, `${HEAD}Host: ${host}\r\n${CLOSE}`);
    }
    await exchangeRaw(gateway.http.port, `GET http://evil.org${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`);
    await exchangeRaw(gateway.http.port, `${HEAD}Host: localhost\r\nHost: localhost\r\n${CLOSE}`);
    expect(foreignHosts).toEqual(["evil.com:8080", "evil.org"]);
  });
});
