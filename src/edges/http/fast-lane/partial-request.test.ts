import fc from "fast-check";
import { expect, test } from "vitest";
import { headOfPartialBody, isPartialHead } from "./plain-request.ts";

const isPartial = (text: string): boolean => isPartialHead(Buffer.from(text, "latin1"));

const aHead = fc
  .record({
    method: fc.constantFrom("GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"),
    target: fc.stringMatching(/^[!-~]{0,20}$/),
    headers: fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/), fc.stringMatching(/^[ -~]{0,12}$/)), {
      maxLength: 5,
    }),
  })
  .map(({ method, target, headers }) => ({
    method,
    head: `${method} /${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}:${value}\r\n`).join("")}\r\n`,
  }));

test("a head is partial from behind its method until its last byte, and then no more", () => {
  fc.assert(
    fc.property(aHead, fc.nat(), ({ method, head }, cut) => {
      const length = method.length + 1 + (cut % (head.length - method.length - 1));
      expect(isPartial(head.slice(0, length))).toBe(true);
      expect(isPartial(head)).toBe(false);
      expect(isPartial(`${head}G`)).toBe(false);
    }),
  );
});

test("a byte that no head can have, wherever it stands, is left to a parser", () => {
  fc.assert(
    fc.property(aHead, fc.constantFrom("\0", "\x7f", "\xe4", "\n"), fc.nat(), ({ method, head }, wrong, cut) => {
      const at = method.length + 1 + (cut % (head.length - method.length - 1));
      const isEndOfLine = wrong === "\n" && head[at - 1] === "\r";
      expect(isPartial(head.slice(0, at) + wrong)).toBe(isEndOfLine && isPartial(head.slice(0, at + 1)));
    }),
  );
});

test.each([
  "",
  "G",
  "GET",
  "get /",
  "BREW /",
  "CONNECT x:1",
  "GET x",
  "GET * ",
  "GET / HTTP/1.0\r\n",
  "GET /  H",
  "\r\n",
])("%j is left to a parser", (text) => expect(isPartial(text)).toBe(false));

const aBody = fc.string({ maxLength: 20 });

test("a body is partial from the end of its head until its last byte, and then no more", () => {
  fc.assert(
    fc.property(fc.constantFrom("PUT", "POST"), aBody, fc.nat(), (method, text, cut) => {
      const body = Buffer.from(`{${text}}`);
      const head = Buffer.from(`${method} /a HTTP/1.1\r\nHost: b\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
      const partial = Buffer.concat([head, body.subarray(0, cut % body.byteLength)]);
      const known = { method, target: "/a", rawHeaders: ["Host", "b", "Content-Length", String(body.byteLength)] };
      const wholeLength = head.byteLength + body.byteLength;
      expect(headOfPartialBody(partial, body.byteLength)).toEqual({ head: known, wholeLength });
      expect(headOfPartialBody(partial, body.byteLength - 1)).toBeUndefined();
      expect(headOfPartialBody(partial.subarray(0, head.byteLength - 1), 100)).toBeUndefined();
      expect(headOfPartialBody(Buffer.concat([head, body]), 100)).toBeUndefined();
      expect(headOfPartialBody(Buffer.concat([head, body, head]), 100)).toBeUndefined();
    }),
  );
});

test.each([
  "Content-Length: 10\r\nContent-Length: 10",
  "Content-Length: +10",
  "Content-Length: 10, 10",
  "Content-Length: 10\r\nTransfer-Encoding: chunked",
  "Content-Length: 10\r\nExpect: 100-continue",
  "Content-Length: 10\r\nUpgrade: h2c",
  "Content-Length : 10",
])("a body behind %j is left to a parser", (lines) => {
  expect(headOfPartialBody(Buffer.from(`PUT /a HTTP/1.1\r\nHost: b\r\n${lines}\r\n\r\n{`), 100)).toBeUndefined();
});
