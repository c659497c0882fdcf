import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import { curlOf } from "./curl.ts";

const PAIRED = { kind: "key", name: "test#client" } as const;

test("a read is a line with its address, a change has its body and a place for the key", () => {
  expect(curlOf(aTrafficEntry({}), "http://lamp")).toBe("curl -s -g --path-as-is 'http://lamp/clip/v2/resource/light'");
  const change = aTrafficEntry({ what: "PUT /clip/v2/resource/light/1", body: '{"on":1}', by: PAIRED });
  expect(curlOf(change, "http://lamp")).toBe(
    `# Set KEY first, for example: KEY=0123abcd
curl -s -g --path-as-is -X PUT -H "application-key: $KEY" --data-raw '{"on":1}' 'http://lamp/clip/v2/resource/light/1'`,
  );
});

test("a request without a key is copied without one; one with an invalid key says that it is not recorded", () => {
  const change = { what: "PUT /clip/v2/resource/light/1", body: "{}" };
  expect(curlOf(aTrafficEntry({ ...change, by: { kind: "no-key" } }), "http://lamp")).toBe(
    "curl -s -g --path-as-is -X PUT --data-raw '{}' 'http://lamp/clip/v2/resource/light/1'",
  );
  expect(curlOf(aTrafficEntry({ ...change, by: { kind: "wrong-key" } }), "http://lamp")).toMatch(
    /^# The invalid key is not recorded\. .*\ncurl .*-H "application-key: \$KEY" --data-raw '\{\}'/,
  );
});

test.each([
  [-413, "PUT /clip/v2/resource/light/1", /^# The body is missing/],
  [-503, "GET /clip/v2/resource/light", /^curl/],
  [-421, "GET /clip/v2/resource/light", /^# The header Host .* missing/],
])("a request that is not whole says what is missing: code %i of %s", (code, what, beginning) => {
  expect(curlOf(aTrafficEntry({ what, code, refusal: "no" }), "http://lamp")).toMatch(beginning);
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
  for (const body of ["the beginning…", '{"key":"…"}', "no \ufffd text", "half \ud83d", "Ctrl \u0003 C"])
    expect(curlOf(aTrafficEntry({ what: "POST /api", body }), "http://lamp")).toBeUndefined();
});

test.each(["\u0003\nreboot\n", "\u001b[201~\nreboot\n", "\u009b201~", "\u007f"])(
  "what a terminal takes for keys is in no line to paste: %j",
  (body) => {
    expect(curlOf(aTrafficEntry({ what: "POST /api", body }), "http://lamp")).toBeUndefined();
    expect(curlOf(aTrafficEntry({ what: `GET /${body.trim()}` }), "http://lamp")).toBeUndefined();
  },
);

/** What a listener was sent, as it was sent. */
interface Arrived {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly body: string;
}

/** A listener that a line is tried on. */
async function startListener() {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: target } = request;
    arrived.push({ method, target, body: await text(request) });
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, take: () => arrived.splice(0) };
}

const inShell = promisify(execFile);

/** Bodies and paths with all that curl, or a shell, takes for something else than a letter. */
const anyBody = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom(
    "{}",
    "@/etc/passwd",
    "@-",
    "$(reboot)",
    "`reboot`",
    "a'b",
    "$KEY",
    "!!",
    "a\nb\tc",
    "<x",
    "&",
    "=a%41",
  ),
  fc
    .array(fc.constantFrom("@", "'", '"', "\\", "$", "`", "!", "\n", "\r\n", "ä", "💡", "#", "%"), { minLength: 1 })
    .map((all) => all.join("")),
);
const anyTarget = fc
  .oneof(
    fc.constantFrom(
      "/[1-50]",
      "/{a,b}",
      "/a/../b",
      "/./c",
      "//d",
      "/%2e%2e/e",
      "/a?b=[1-3]&c={x,y}",
      "/a'b",
      "/$HOME",
      "/a\\b",
    ),
    fc.stringMatching(/^\/[!"$-~]{0,20}$/),
  )
  .filter((target) => !target.startsWith("/operator/"));
const anyMethod = fc.constantFrom("GET", "HEAD", "PUT", "POST", "OPTIONS", "DELETE");

test("what is copied is the very same request, once, whatever curl and a shell would make of its letters", async () => {
  const { origin, take } = await startListener();
  await fc.assert(
    fc.asyncProperty(anyMethod, anyTarget, fc.option(anyBody, { nil: undefined }), async (method, target, body) => {
      const line = curlOf(
        aTrafficEntry({ what: `${method} ${target}`, ...(body === undefined ? {} : { body }) }),
        origin,
      );
      if (line === undefined) return;
      await inShell("sh", ["-c", line]);
      expect(take()).toEqual([{ method, target, body: body ?? "" }]);
    }),
    {
      numRuns: times(300),
      examples: [
        ["PUT", "/x", "@/etc/hostname"],
        ["GET", "/x/[1-50]", undefined],
        ["GET", "/clip/v2/resource/light", "{}"],
        ["HEAD", "/clip/v2/../x", undefined],
      ],
    },
  );
});
