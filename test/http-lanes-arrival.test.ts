import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { atLeast, times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { anyWrites } from "./support/http/lanes-any-request.ts";
import { BothLanes, statusesIn } from "./support/http/lanes-both.ts";
import { openRaw } from "./support/http/raw-connection.ts";

let gateway: TestGateway;
let lanes: BothLanes;
beforeAll(async () => {
  gateway = await runGateway();
  lanes = await BothLanes.of(gateway);
});
afterAll(async () => {
  lanes.stop();
  await gateway.stop();
});

const ROOT = "/clip/v2/resource";
const LAMP = `${ROOT}/light/888D095C-ACD9-5D50-9709-089657890EDC`;
const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const LAMP_READ = get(LAMP);
const ROOMS_READ = get(`${ROOT}/room`);
const REFUSED_COMMAND = `PUT ${LAMP} HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n{"on":0}`;
const CHUNKED = `GET ${ROOT}/scene HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;

test("a read that arrives in two pieces is answered as if it had come in one, wherever it was cut", async () => {
  const whole = await lanes.agree(LAMP_READ);
  for (let place = 1; place < LAMP_READ.length; place += 1) {
    const { text } = await lanes.agree(LAMP_READ.slice(0, place), LAMP_READ.slice(place));
    expect(text).toBe(whole.text);
  }
});

test("a read that arrives byte by byte is answered as well", async () => {
  const { text } = await lanes.agree(...LAMP_READ);
  expect(text).toBe((await lanes.agree(LAMP_READ)).text);
});

test.each<readonly [what: string, writes: readonly string[], statuses: string]>([
  ["two reads at once", [LAMP_READ + ROOMS_READ], "200 200 200"],
  ["the same read twice at once", [LAMP_READ + LAMP_READ], "200 200 200"],
  ["a read, and the same twice at once", [LAMP_READ, LAMP_READ + LAMP_READ], "200 200 200 200"],
  ["twenty reads at once", [(LAMP_READ + ROOMS_READ).repeat(10)], Array(21).fill("200").join(" ")],
  ["a read and half of another", [LAMP_READ + ROOMS_READ.slice(0, 30), ROOMS_READ.slice(30)], "200 200 200"],
  ["a read, then half of it", [LAMP_READ, LAMP_READ.slice(0, 30), LAMP_READ.slice(30)], "200 200 200"],
  [
    "a read, then the start of it and another one",
    [LAMP_READ, LAMP_READ.slice(0, -2), `\r\n${ROOMS_READ}`],
    "200 200 200 200",
  ],
  ["a read and garbage", [`${LAMP_READ}garbage\r\n\r\n`], "200 400"],
  ["a read, then garbage", [LAMP_READ, "garbage\r\n\r\n"], "200 400"],
  ["a read and zeros", [`${LAMP_READ}\0\0\0`], "200 400"],
  ["a read, then a zero", [LAMP_READ, "\0"], "200 400"],
  ["a read and what would be its body", [`${LAMP_READ}{}`], "200 400"],
  ["a read, then empty lines", [LAMP_READ, "\r\n", "\r\n\r\n", LAMP_READ], "200 200 200"],
  ["empty lines, then a read", ["\r\n", LAMP_READ], "200 200"],
  ["a read behind an empty line", [`\r\n${LAMP_READ}`], "200 200"],
  ["a read, then a command, then reads", [LAMP_READ, REFUSED_COMMAND, LAMP_READ, LAMP_READ], "200 200 200 200 200"],
  ["commands and reads at once", [REFUSED_COMMAND + LAMP_READ + REFUSED_COMMAND + ROOMS_READ], "200 200 200 200 200"],
  ["reads, chunks, reads", [LAMP_READ, ROOMS_READ, CHUNKED + LAMP_READ, ROOMS_READ], "200 200 200 200 200 200"],
  ["a read, a bare head, a read", [LAMP_READ, `HEAD${LAMP_READ.slice(3)}`, LAMP_READ], "200 200 200 200"],
  [
    "a read, then a last one, then more",
    [LAMP_READ, LAMP_READ.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), LAMP_READ],
    "200 200",
  ],
])("both lanes answer alike and in order: %s", async (_what, writes, statuses) => {
  const { text } = await lanes.agree(...writes);
  expect(statusesIn(text).join(" ")).toBe(statuses);
});

test("whatever is written on a connection, cut in whichever way, both lanes say the same to it", async () => {
  let fastAnswers = 0;
  await fc.assert(
    fc.asyncProperty(anyWrites, async (writes) => {
      gateway.clock.advance(60_000);
      const { text, parsed } = await lanes.agree(...writes);
      if (parsed === 0) fastAnswers += statusesIn(text).length;
    }),
    { numRuns: times(500) },
  );
  expect(fastAnswers).toBeGreaterThanOrEqual(atLeast(50));
});

test("nothing stands in the midst of an answer, also where a client expects to go on behind a question with a body", async () => {
  const expecting = `GET ${ROOT}/room HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n`;
  const { text } = await lanes.agree(CHUNKED + expecting, LAMP_READ);
  expect(statusesIn(text)).toEqual(["200", "100", "200", "200", "200"]);
});

test.each([
  ["without a body", "", ""],
  ["with one", "Content-Length: 2\r\n", "{}"],
  ["for somebody else", "Content-Length: 2\r\nHost: evil.example.com\r\n", "{}"],
])("nothing follows the last answer of a connection: a request %s", async (_what, lines, body) => {
  const last = `GET ${ROOT}/scene HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n${body}`;
  for (const more of [LAMP_READ, "garbage\r\n\r\n"]) {
    expect(statusesIn((await lanes.agree(last + more)).text)).toHaveLength(1);
    expect(statusesIn((await lanes.agree(LAMP_READ, last + more)).text)).toHaveLength(2);
  }
});

test("the last request of a connection is known again by its bytes, and is read anew each time", async () => {
  const paired = await PairedClient.of(gateway);
  const socket = await openRaw(gateway.http.port);
  onTestFinished(() => void socket.destroy());
  const brightness = async (): Promise<number> => {
    socket.write(LAMP_READ);
    const [text] = await onceText(socket);
    return Number(/"brightness":(\d+)/.exec(text)?.[1]);
  };
  const levels = [12, 34, 34, 56];
  for (const level of levels) {
    await paired.put("light/888D095C-ACD9-5D50-9709-089657890EDC", { brightness: level });
    expect([await brightness(), await brightness()]).toEqual([level, level]);
  }
});

test("a key that is revoked opens nothing any more, also where it was just used", async () => {
  const shared = await runGateway({ profile: "shared" });
  const { key } = await PairedClient.of(shared);
  const socket = await openRaw(shared.http.port);
  onTestFinished(async () => {
    socket.destroy();
    await shared.stop();
  });
  const ask = async (): Promise<string> => {
    socket.write(LAMP_READ.replace("\r\n\r\n", `\r\napplication-key: ${key}\r\n\r\n`));
    const [text] = await onceText(socket);
    return /"code":-?\d+/.exec(text)?.[0] ?? "";
  };
  expect([await ask(), await ask()]).toEqual(['"code":0', '"code":0']);
  for (const { id } of shared.gateway.home.keys.all()) await shared.gateway.ask({ kind: "keyRevoked", keyId: id });
  expect([await ask(), await ask()]).toEqual(['"code":-401', '"code":-401']);
});

async function onceText(socket: Awaited<ReturnType<typeof openRaw>>): Promise<readonly [string]> {
  return new Promise((resolve) => socket.once("data", (bytes) => resolve([bytes.toString("latin1")])));
}
