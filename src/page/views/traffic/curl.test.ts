import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { curlOf } from "./curl.ts";

const anEntry = (fields: Partial<TrafficEntry>): TrafficEntry => ({
  sequence: 1,
  at: "2026-11-17T08:00:00.000Z",
  kind: "request",
  from: "192.168.1.9",
  what: "GET /clip/v2/resource/light",
  bytes: 0,
  ...fields,
});

test("a read is a line with its address, a change has its body and a place for the key", () => {
  expect(curlOf(anEntry({}), "http://lamp")).toBe("curl -s 'http://lamp/clip/v2/resource/light'");
  const change = anEntry({ what: "PUT /clip/v2/resource/light/1", body: '{"on":1}' });
  expect(curlOf(change, "http://lamp")).toBe(
    `curl -s -X PUT -H "application-key: $KEY" -d '{"on":1}' 'http://lamp/clip/v2/resource/light/1'`,
  );
});

test("a request that was refused for its key is copied without one", () => {
  const refusal = "this needs a right key in the header application-key";
  const change = anEntry({ what: "PUT /clip/v2/resource/light/1", body: "{}", refusal });
  expect(curlOf(change, "http://lamp")).toBe("curl -s -X PUT -d '{}' 'http://lamp/clip/v2/resource/light/1'");
});

test("what was no request has no such line", () => {
  expect(curlOf(anEntry({ kind: "event", what: "update" }), "http://lamp")).toBeUndefined();
  expect(curlOf(anEntry({ what: "POST /api", body: "x".repeat(4_096) }), "http://lamp")).toBeUndefined();
});

test.each(["\u0003\nreboot\n", "\u001b[201~\nreboot\n", "\u009b201~", "\u007f"])(
  "what a terminal takes for keys is in no line to paste: %j",
  (body) => {
    expect(curlOf(anEntry({ what: "POST /api", body }), "http://lamp")).toBeUndefined();
    expect(curlOf(anEntry({ what: `GET /${body.trim()}` }), "http://lamp")).toBeUndefined();
  },
);

test("a shell takes any body for what it is", () => {
  const text = fc.string({ minLength: 1 }).filter((body) => !body.includes("\0"));
  fc.assert(
    fc.property(text, (body) => {
      const line = curlOf(anEntry({ what: "POST /api", body }), "http://lamp") ?? "";
      const script = line.replace("curl", "printf '%s\\n'");
      expect(execFileSync("sh", ["-c", script]).toString()).toContain(`-d\n${body}\nhttp://lamp/api\n`);
    }),
    { numRuns: 10 },
  );
});
