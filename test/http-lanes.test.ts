import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { everyRead } from "./support/http/every-read.ts";
import { BothLanes, statusesIn } from "./support/http/lanes-both.ts";

let gateway: TestGateway;
let lanes: BothLanes;
let key: string;
beforeAll(async () => {
  gateway = await runGateway({ allowHost: ["lamps.example.org"] });
  ({ key } = await PairedClient.of(gateway));
  lanes = await BothLanes.of(gateway);
});
afterAll(async () => {
  lanes.stop();
  await gateway.stop();
});

const ROOT = "/clip/v2/resource";
const LAMP = "888D095C-ACD9-5D50-9709-089657890EDC";
const NO_ONE = "FFFFFFFF-0000-4000-8000-000000000000";
const get = (target: string, ...lines: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, "Host: localhost", ...lines, "", ""].join("\r\n");

test("both lanes read all of a home alike, and the fast lane needs no help with it", async () => {
  const targets = [...everyRead(gateway.gateway.home).keys()].filter((target) => target.startsWith("/"));
  const { text, parsed } = await lanes.agree(...targets.map((target) => get(target)));
  expect(parsed).toBe(0);
  expect(statusesIn(text)).toHaveLength(targets.length + 1);
});

describe("both lanes answer alike", () => {
  /** The answer to a read in the demo home, and the statuses of both answers to each case: `afterwards` comes last. */
  const OK = ["200", "200"];

  test.each<readonly [what: string, request: string, statuses: readonly string[], parsed: number]>([
    ["a list", get(`${ROOT}/light`), OK, 0],
    ["an empty query", get(`${ROOT}/light?`), OK, 0],
    ["a parameter that nobody knows", get(`${ROOT}/light?nobody=1&knows`), OK, 0],
    ["a query that says nothing", get(`${ROOT}/device?&&=&cat1_id=`), OK, 0],
    ["a fragment", get(`${ROOT}/light#all`), ["404", "200"], 2],
    ["a fragment behind a query", get(`${ROOT}/light?a=b#c?d#e`), OK, 0],
    ["an id in small letters", get(`${ROOT}/light/${LAMP.toLowerCase()}`), OK, 0],
    ["an id of no one", get(`${ROOT}/light/${NO_ONE}`), ["404", "200"], 0],
    ["an id that is none", get(`${ROOT}/light/x'"<>{}|\\^\`~`), ["404", "200"], 0],
    ["no id", get(`${ROOT}/light/`), ["404", "200"], 2],
    ["the lights of a device", get(`${ROOT}/light/5F76ED25-DA40-5DBA-A4CB-2DE4C847D464`), OK, 0],
    ["an escaped path", get(`${ROOT}/%6cight`), OK, 0],
    ["an escaped slash", get("/clip%2fv2%2Fresource/light"), OK, 0],
    ["an escaped mark", get(`${ROOT}/light%3f`), ["404", "200"], 2],
    ["an escape that is none", get(`${ROOT}/light/%zz`), ["400", "200"], 2],
    ["an escape cut short", get(`${ROOT}/light/%e`), ["400", "200"], 2],
    ["escaped bytes that are no text", get(`${ROOT}/light/%ff`), ["400", "200"], 2],
    ["an escaped zero", get(`${ROOT}/light/%00`), ["404", "200"], 0],
    ["escaped line ends", get(`${ROOT}/light/a%0d%0aSet-Cookie:%20a`), ["404", "200"], 0],
    ["a wrong query", get(`${ROOT}/device?cat1_id=lamp`), ["400", "200"], 2],
    ["a wrong escape in a query", get(`${ROOT}/device?cat1_id=%`), ["400", "200"], 2],
    ["a path that nobody knows", get("/nowhere"), ["404", "200"], 2],
    ["the root", get("/"), ["404", "200"], 2],
    ["two slashes", get(`/${ROOT}/light`), ["404", "200"], 2],
    ["dots", get("/clip/./v2/../v2/resource/light"), ["404", "200"], 2],
    ["a write, read", get("/api"), ["405", "200"], 2],
    ["a name out of every object", get("/__proto__/constructor?toString=1&__proto__=2"), ["404", "200"], 2],
  ])("%s", async (_what, request, statuses, parsed) => {
    const received = await lanes.agree(request);
    expect(statusesIn(received.text)).toEqual(statuses);
    expect(received.parsed).toBe(parsed);
  });

  test.each<readonly [lines: readonly string[], statuses: readonly string[], parsed: number]>([
    [["accept: */*"], OK, 0],
    [["ACCEPT:*/*", "x-1!#$%&'*+.^_`|~: a b  c"], OK, 0],
    [["Cookie: a=b; c=d", "Range: bytes=0-1", "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT"], OK, 0],
    [["If-Match: *", "If-Range: x", "Date: never"], OK, 0],
    [["Accept:  */*"], OK, 2],
    [["Accept: */* "], OK, 2],
    [["Accept:\t*/*"], OK, 2],
    [["Accept:"], OK, 2],
    [["Accept: \u00e4"], OK, 2],
    [["Connection: keep-alive"], OK, 0],
    [["connection:Keep-Alive"], OK, 0],
    [["Connection: KEEP-ALIVE", "Connection: keep-alive", "Keep-Alive: timeout=1"], OK, 0],
    [["Connection: keep-alive,"], OK, 2],
    [["Connection: keep-alive, x"], OK, 2],
    [["Connection: x, keep-alive"], OK, 2],
    [["Connection: keepalive"], OK, 2],
    [["Connection: close"], ["200"], 1],
    [["Connection: keep-alive", "Connection: close"], ["200"], 1],
    [["Connection: Close, Keep-Alive"], ["200"], 1],
    [["Proxy-Connection: keep-alive"], OK, 2],
    [["Proxy-Connection: close"], ["200"], 1],
    [["Connection: upgrade", "Upgrade: websocket"], OK, 2],
    [["Content-Length: 0"], OK, 2],
    [["TE: trailers"], OK, 2],
    [["Trailer: Date"], OK, 2],
    [["Expect: 100-continue"], ["100", "200", "200"], 2],
    [["Expect: nothing"], OK, 2],
    [["Origin: http://localhost"], OK, 0],
    [["Origin: http://192.168.1.20:8080"], OK, 0],
    [["Origin: null"], OK, 0],
    [["Origin: nonsense"], OK, 0],
    [["Origin: https://evil.example.com"], ["403", "200"], 2],
    [["Origin: http://localhost", "Origin: http://evil.example.com"], ["403", "200"], 2],
  ])("with %j", async (lines, statuses, parsed) => {
    const received = await lanes.agree(get(`${ROOT}/light`, ...lines));
    expect(statusesIn(received.text)).toEqual(statuses);
    expect(received.parsed).toBe(parsed);
  });

  test.each([
    ["Host: gateway.local", OK, 0],
    ["HOST:gateway", OK, 0],
    ["hOsT: 127.0.0.1:8080", OK, 0],
    ["Host: [::1]:8080", OK, 0],
    ["Host: LAMPS.example.org:80", OK, 0],
    ["Host: evil.example.com", ["421", "200"], 2],
    ["Host: localhost@evil.example.com", ["421", "200"], 2],
    ["Host: localhost/", ["421", "200"], 2],
    ["Host: a b", ["421", "200"], 2],
    ["Host: a,b", ["421", "200"], 2],
    ["Host: a:123456", ["421", "200"], 2],
    ["Host:", ["421", "200"], 2],
    ["Host: a\r\nHost: a", ["421", "200"], 2],
    ["Host: a\r\nhost: evil.example.com", ["421", "200"], 2],
    ["X-Host: a", ["400", "200"], 2],
  ])("for %j", async (line, statuses, parsed) => {
    const received = await lanes.agree(`GET ${ROOT}/scene HTTP/1.1\r\n${line}\r\n\r\n`);
    expect(statusesIn(received.text)).toEqual(statuses);
    expect(received.parsed).toBe(parsed);
  });
});

describe("both lanes know alike what a client has already", () => {
  test("in every spelling of a tag, packed or not, in a list or alone", async () => {
    for (const target of [`${ROOT}/light`, `${ROOT}/light/${LAMP}`, `${ROOT}/light/${NO_ONE}`]) {
      for (const coding of [
        "identity",
        "gzip",
        "gzip;q=0",
        "br, gzip;q=0.5",
        "*",
        "*;q=0, x-gzip",
        "GZIP; Q=0.0",
        ",",
      ]) {
        const packed = get(target, `Accept-Encoding: ${coding}`);
        const { text } = await lanes.agree(packed);
        const tag = /^ETag: (.*)\r$/m.exec(text)?.[1] ?? '"none"';
        const known = [
          tag,
          `W/${tag}`,
          `"a", ${tag}`,
          `"a",W/${tag} , "b"`,
          "*",
          '"a"',
          tag.slice(1),
          `${tag}x`,
          "W/*",
        ];
        const received = await lanes.agree(
          ...known.map((tags) => get(target, `Accept-Encoding: ${coding}`, `If-None-Match: ${tags}`)),
          get(target, `accept-encoding: ${coding}`, 'If-None-Match: "a"', `if-none-match: ${tag}`),
          get(target, "Accept-Encoding: br", `Accept-Encoding: ${coding}`, `If-None-Match: ${tag}`),
        );
        expect(received.parsed).toBe(0);
        expect(statusesIn(received.text).includes("304")).toBe(!target.endsWith(NO_ONE));
      }
    }
  });
});

/** The codes of all envelopes. */
const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{"code":(-?\d+)/g)].map(([, code = ""]) => code);

describe("both lanes are open to the same keys", () => {
  /** Wrong keys become too many for good by no case, for there is time between them. */
  const ask = (target: string, lines: readonly string[]): Promise<{ text: string; parsed: number }> => {
    gateway.clock.advance(60_000);
    return lanes.agree(get(target, ...lines));
  };
  const spellings = (right: string): readonly (readonly string[])[] => [
    [],
    [`application-key: ${right}`],
    [`APPLICATION-KEY:${right}`],
    [`application-key: ${right.toLowerCase()}x`],
    ["application-key: wrong"],
    ["application-key:"],
    [`application-key: ${right}`, `application-key: ${right}`],
    [`application-key: ${right}`, "application-key: wrong"],
  ];

  test("in a home", async () => {
    for (const lines of spellings(key)) {
      for (const target of ["light", "bridge", "nothing"]) await ask(`${ROOT}/${target}`, lines);
    }
    const { text, parsed } = await ask(`${ROOT}/bridge`, ["application-key: wrong"]);
    expect([codesIn(text), parsed]).toEqual([["-401", "0"], 0]);
  });

  test("where strangers share the network", async () => {
    const shared = await runGateway({ profile: "shared" });
    const { key: right } = await PairedClient.of(shared);
    const both = await BothLanes.of(shared);
    const answersTo = async (target: string): Promise<readonly string[]> => {
      const codes = new Set<string>();
      for (const lines of spellings(right)) {
        shared.clock.advance(60_000);
        const { text } = await both.agree(get(`${ROOT}/${target}`, ...lines));
        for (const code of codesIn(text)) codes.add(code);
      }
      return [...codes].sort();
    };
    expect(await answersTo("light")).toEqual(["-401", "0"]);
    expect(await answersTo("bridge")).toEqual(["-401", "0"]);
    expect(await answersTo(`light/${NO_ONE}`)).toEqual(["-1", "-401"]);
    expect(await answersTo("device?cat1_id=x")).toEqual(["-400", "-401"]);
    expect(await answersTo("nothing")).toEqual(["-1", "-401"]);
    expect((await both.agree(get(`${ROOT}/light`), get(`${ROOT}/light`, `application-key: ${right}`))).parsed).toBe(0);
    both.stop();
    await shared.stop();
  });

  test("and count wrong ones together", async () => {
    gateway.clock.advance(60_000);
    const wrong = get(`${ROOT}/bridge`, "application-key: wrong");
    const { asItIs, ordinary } = await lanes.exchange(...Array.from({ length: 15 }, () => wrong));
    const codes = [...codesIn(asItIs.text), ...codesIn(ordinary.text)].sort();
    expect(codes).toEqual([...Array(20).fill("-401"), ...Array(10).fill("-429"), "0", "0"]);
  });
});

test("a fault is reported by both lanes and answered alike, and the connection goes on", async () => {
  let isBroken = false;
  const faults: unknown[] = [];
  const broken = await runGateway({
    profile: "shared",
    today: () => {
      if (isBroken) throw new Error("no calendar");
      return new Date();
    },
    onFault: (fault) => faults.push(fault),
  });
  const paired = await PairedClient.of(broken);
  const both = await BothLanes.of(broken);
  isBroken = true;
  const { text, parsed } = await both.agree(get(`${ROOT}/light`, `application-key: ${paired.key}`));
  expect([codesIn(text), parsed]).toEqual([["-500", "-401"], 0]);
  expect(faults).toEqual([new Error("no calendar"), new Error("no calendar")]);
  both.stop();
  await broken.stop();
});

describe("both lanes have the same limits", () => {
  const TARGET = `${ROOT}/light?`;
  const filled = (length: number): string => get(TARGET + "a".repeat(length - TARGET.length));
  const ofHeadBytes = (length: number): string => {
    const bare = get(`${ROOT}/light`, "X-Fill: ");
    return get(`${ROOT}/light`, `X-Fill: ${"a".repeat(length - bare.length)}`);
  };

  test.each([
    [2_047, ["200", "200"], 0],
    [2_048, ["200", "200"], 0],
    [2_049, ["414", "200"], 2],
    [4_000, ["414", "200"], 2],
    [8_100, ["414", "200"], 2],
    [8_191, ["414"], 0],
    [8_192, ["414"], 0],
    [20_000, ["414"], 0],
  ])("for a target of %d bytes", async (length, statuses, parsed) => {
    const received = await lanes.agree(filled(length));
    expect([statusesIn(received.text), received.parsed]).toEqual([statuses, parsed]);
  });

  test("for heads of all lengths around what is allowed", async () => {
    for (const length of [8_000, 8_190, 8_191, 8_192, 8_193, 8_200, 8_230, 8_250, 9_000]) {
      await lanes.agree(ofHeadBytes(length));
      await lanes.agree(ofHeadBytes(length), get(`${ROOT}/room`));
    }
    expect((await lanes.agree(ofHeadBytes(8_192))).parsed).toBe(0);
    expect(statusesIn((await lanes.agree(ofHeadBytes(9_000))).text)).toEqual(["431"]);
  });

  /** Node's parser forgets headers beyond some thousand, a host or an origin too. */
  test.each([1, 32, 99, 100, 999, 1_000, 1_030, 1_500])("for %d headers", async (count) => {
    const some = "a:b\r\n".repeat(count);
    await lanes.agree(`GET ${ROOT}/light HTTP/1.1\r\n${some}Host: a\r\n\r\n`);
    await lanes.agree(`GET ${ROOT}/light HTTP/1.1\r\nHost: a\r\n${some}Origin: http://evil.example.com\r\n\r\n`);
    await lanes.agree(`GET ${ROOT}/light HTTP/1.1\r\nHost: a\r\n${some}If-None-Match: *\r\n\r\n`);
    await lanes.agree(`GET ${ROOT}/light HTTP/1.1\r\nHost: a\r\n${some}Connection: close\r\n\r\n`);
    await lanes.agree(`GET ${ROOT}/light HTTP/1.1\r\nHost: a\r\n${some}Host: b\r\n\r\n`);
  });
});
