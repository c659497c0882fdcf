import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../test/support/page/traffic-entry.ts";
import { curlOf } from "./curl.ts";

const PAIRED = { kind: "key", name: "test#client" } as const;

test("a read is a line with its address, a change has its body and a place for the key", () => {
  expect(curlOf(aTrafficEntry({}), "http://lamp")).toBe("curl -s 'http://lamp/clip/v2/resource/light'");
  const change = aTrafficEntry({ what: "PUT /clip/v2/resource/light/1", body: '{"on":1}', by: PAIRED });
  expect(curlOf(change, "http://lamp")).toBe(
    `curl -s -X PUT -H "application-key: $KEY" -d '{"on":1}' 'http://lamp/clip/v2/resource/light/1'`,
  );
});

test("a request without a right key is copied without one", () => {
  for (const kind of ["no-key", "wrong-key"] as const) {
    const change = aTrafficEntry({ what: "PUT /clip/v2/resource/light/1", body: "{}", by: { kind } });
    expect(curlOf(change, "http://lamp")).toBe("curl -s -X PUT -d '{}' 'http://lamp/clip/v2/resource/light/1'");
  }
});

test("what the operator's page asks for itself has no such line, and what it asks as clients do has one", () => {
  const by = { kind: "operator" } as const;
  expect(curlOf(aTrafficEntry({ what: "POST /operator/command/press", by }), "http://lamp")).toBeUndefined();
  expect(curlOf(aTrafficEntry({ what: "PUT /clip/v2/resource/light/1", body: "{}", by }), "http://lamp")).toContain(
    "application-key: $KEY",
  );
});

test("what was no request has no such line", () => {
  expect(curlOf(aTrafficEntry({ kind: "event", what: "update" }), "http://lamp")).toBeUndefined();
  expect(curlOf(aTrafficEntry({ what: "POST /api", body: "x".repeat(4_096) }), "http://lamp")).toBeUndefined();
});

test.each(["\u0003\nreboot\n", "\u001b[201~\nreboot\n", "\u009b201~", "\u007f"])(
  "what a terminal takes for keys is in no line to paste: %j",
  (body) => {
    expect(curlOf(aTrafficEntry({ what: "POST /api", body }), "http://lamp")).toBeUndefined();
    expect(curlOf(aTrafficEntry({ what: `GET /${body.trim()}` }), "http://lamp")).toBeUndefined();
  },
);

test("a shell takes any body for what it is", () => {
  const text = fc.string({ minLength: 1 }).filter((body) => !body.includes("\0"));
  fc.assert(
    fc.property(text, (body) => {
      const line = curlOf(aTrafficEntry({ what: "POST /api", body }), "http://lamp") ?? "";
      const script = line.replace("curl", "printf '%s\\n'");
      expect(execFileSync("sh", ["-c", script]).toString()).toContain(`-d\n${body}\nhttp://lamp/api\n`);
    }),
    { numRuns: 10 },
  );
});
