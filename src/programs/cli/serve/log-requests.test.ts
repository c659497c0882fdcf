import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnsweredRequest } from "../../../edges/http/request-observer.ts";
import { requestEntry, shownPath } from "./log-requests.ts";

const ANSWERED: AnsweredRequest = {
  method: "GET",
  target: "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC?ext_light=1",
  clientAddress: "192.168.1.30",
  status: 200,
  code: 0,
  millis: 0.1234,
  reason: undefined,
};

test("a request is told with its path, status and time; machines get the same in fields", () => {
  expect(requestEntry(ANSWERED)).toEqual({
    level: "info",
    message: "GET /clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC 200 in 0.12 ms for 192.168.1.30",
    fields: {
      req: {
        method: "GET",
        url: "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC",
        remoteAddress: "192.168.1.30",
      },
      res: { statusCode: 200 },
      responseTime: 0.12,
      code: 0,
    },
  });
});

test("a refusal is told with its code and its reason", () => {
  const { message, fields } = requestEntry({ ...ANSWERED, method: "PUT", code: -401, reason: "this needs a key" });
  expect(message).toMatch(/^PUT .* 200 in 0\.12 ms for 192\.168\.1\.30, code -401: this needs a key$/);
  expect(fields).toMatchObject({ code: -401, reason: "this needs a key" });
});

test("no key is in a shown path, wherever in the target a client puts it, and no path is long", () => {
  const key = fc.stringMatching(/^[\w-]{43}$/);
  const part = fc.stringMatching(/^[\w%-]{0,50}$/);
  fc.assert(
    fc.property(key, fc.array(part, { maxLength: 20 }), fc.nat(20), fc.boolean(), (secret, parts, at, isQuery) => {
      const target = isQuery
        ? `/${parts.join("/")}?key=${secret}`
        : `/${[...parts.slice(0, at), secret, ...parts.slice(at)].join("/")}`;
      expect(shownPath(target)).not.toContain(secret);
      expect(shownPath(target).length).toBeLessThanOrEqual(200);
    }),
  );
});
