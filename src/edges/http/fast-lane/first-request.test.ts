import fc from "fast-check";
import { expect, test } from "vitest";
import { FirstRequest } from "./first-request.ts";

const LIMITS = { headerBytes: 200, bodyBytes: 50 };
const aRequest = fc
  .record({
    method: fc.constantFrom("GET", "PUT", "POST", "DELETE"),
    headers: fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.stringMatching(/^[!-~]{1,12}$/)), {
      maxLength: 5,
    }),
    body: fc.stringMatching(/^[ -~]{0,40}$/),
  })
  .map(({ method, headers, body }) => {
    const lines = [["Host", "a"], ...headers, ["Content-Length", `${body.length}`]].map(
      (pair) => `${pair.join(": ")}\r\n`,
    );
    const head = `${method} /a HTTP/1.1\r\n${lines.join("")}\r\n`;
    return { whole: head + body, headLength: head.length, hasPlainBody: method === "PUT" || method === "POST" };
  });

/** Whether the request was incomplete after each piece, until it was not. */
function incompleteness(request: FirstRequest, pieces: readonly string[]): boolean[] {
  const all: boolean[] = [];
  for (const piece of pieces) {
    all.push(request.isIncompleteWith(Buffer.from(piece, "latin1")));
    if (!all.at(-1)) break;
  }
  return all;
}

const cutAt = (text: string, places: readonly number[]): readonly string[] =>
  [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length));

test("however a request is cut into pieces, it is incomplete until it is whole, or is for a parser that knows all of HTTP", () => {
  fc.assert(
    fc.property(aRequest, fc.array(fc.integer({ min: 8, max: 150 })), ({ whole, headLength, hasPlainBody }, cuts) => {
      const end = hasPlainBody ? whole.length : headLength;
      const places = [...new Set(cuts)].filter((place) => place < end).sort((one, other) => one - other);
      const request = new FirstRequest(LIMITS, () => true);
      const pieces = cutAt(whole, places);
      expect(incompleteness(request, pieces)).toEqual([...places.map(() => true), false]);
      expect(request.bytes.toString("latin1")).toBe(whole);
    }),
  );
});

test("a request that comes byte by byte is put together, and its body is waited for once its head is right", () => {
  const head = "PUT /a HTTP/1.1\r\nHost: b\r\nContent-Length: 3\r\n\r\n";
  const admitted: unknown[] = [];
  const request = new FirstRequest(LIMITS, (seen) => admitted.push(seen) > 0);
  expect(request.isIncompleteWith(Buffer.from(head.slice(0, 5)))).toBe(true);
  for (const letter of head.slice(5)) {
    expect(request.isHeadWhole).toBe(false);
    expect(request.isIncompleteWith(Buffer.from(letter))).toBe(true);
  }
  expect(request.isHeadWhole).toBe(true);
  expect([..."xyz"].map((letter) => request.isIncompleteWith(Buffer.from(letter)))).toEqual([true, true, false]);
  expect([request.bytes.toString(), admitted.length]).toEqual([`${head}xyz`, 1]);
});

test.each([
  ["a line that no head has", ["GET / HTTP/1.1\r\nHo", "st\r\n"]],
  ["a byte that no head has", ["GET /", "\0"]],
  ["a head that is too long", ["GET /", "a".repeat(300)]],
  ["a request line that is none", ["GET /", " HTTP/1.0\r", "\n"]],
  ["a body of another kind", ["PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", "\r\n"]],
])("%s is for a parser that knows all of HTTP", (_what, pieces) => {
  const request = new FirstRequest(LIMITS, () => true);
  expect(incompleteness(request, pieces)).toEqual([...pieces.slice(1).map(() => true), false]);
});

test("a body is not waited for if the head is refused anyway", () => {
  const request = new FirstRequest(LIMITS, () => false);
  expect(request.isIncompleteWith(Buffer.from("PUT / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"))).toBe(false);
});
