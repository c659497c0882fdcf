import { once } from "node:events";
import type { Socket } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { contentsOf, MutableHome } from "../src/core/home/home.ts";
import { HTTP_LIMITS, type HttpLimits } from "../src/edges/http/limits.ts";
import type { Clock } from "../src/shared/clock.ts";
import { times } from "./support/depth.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { lampLightId, manyLamps } from "./support/home/many-lamps.ts";
import { readToEnd } from "./support/http/lanes-large-read.ts";
import { openRaw } from "./support/http/raw-connection.ts";
import { ASKED, atOnce, readsOf } from "./support/http/reads-of.ts";

const ROOT = "/clip/v2/resource";
const EVERYTHING = `${ROOT}/room?ext_device=1&ext_light=1&include_all_room=1&include_no_room=1`;
const LAMP = `${ROOT}/light/${lampLightId(1)}`;
const MEBIBYTE = 1024 * 1024;

/** A clock by which each look at it takes a millisecond, so that a slice of work is one step. */
function tickingClock(): Clock {
  const manual = new ManualClock();
  let millis = 0;
  const now = () => {
    millis += 1;
    return millis;
  };
  return { now, after: (delay, action) => manual.after(delay, action) };
}

interface Setting {
  readonly lamps?: number;
  readonly limits?: Partial<HttpLimits>;
  readonly clock?: Clock;
}

async function gatewayWith({ lamps = 1_000, limits = {}, clock = tickingClock() }: Setting = {}): Promise<TestGateway> {
  const contents = manyLamps([lamps / 2], lamps / 2);
  const gateway = await runGateway({ contents, clock, limits: { ...HTTP_LIMITS, ...limits } });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** As its own connection sees it: a head that says so, and nothing that is read of the body. */
async function clientThatDoesNotRead(port: number, target: string): Promise<Socket> {
  const socket = await openRaw(port);
  socket.on("error", () => undefined).pause();
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const filters = (count: number) =>
  Array.from({ length: count }, (_, number) => `${ROOT}/device?ext_light=1&ext_room=1&sn=SN1,${number}`);

test.each(["", "Accept-Language: en\r\nX-Other:  lane\r\n"])(
  "A3: whoever asks for something small is answered while a large list is being made (%j)",
  async (more) => {
    const { http, client } = await gatewayWith();
    const socket = await openRaw(http.port);
    socket.write(`GET ${EVERYTHING} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`);
    const list = readToEnd(socket);
    let isListed = false;
    socket.once("data", () => {
      isListed = true;
    });
    for (let times = 0; times < 5; times += 1) expect((await client.send(LAMP)).status).toBe(200);
    expect(isListed).toBe(false);
    socket.end();
    expect(await list).toContain('"len":3');
  },
);

test("A3: nothing is made for HEAD, and what GET had made is described as GET describes it", async () => {
  const { client } = await gatewayWith({ clock: new ManualClock() });
  const before = await client.send(EVERYTHING, { method: "HEAD" });
  expect([before.status, before.headers["content-length"], before.headers.etag]).toEqual([200, undefined, undefined]);
  const got = await client.send(EVERYTHING);
  const after = await client.send(EVERYTHING, { method: "HEAD" });
  const { date: _, ...described } = after.headers;
  expect(got.headers).toMatchObject(described);
  expect(after.headers["content-length"]).toBe(String(got.bytes.byteLength));
  const packed = { "accept-encoding": "gzip" };
  const unpacked = await client.send(EVERYTHING, { method: "HEAD", headers: packed });
  expect(unpacked.headers["content-length"]).toBeUndefined();
  const gzip = await client.send(EVERYTHING, { headers: packed });
  const again = await client.send(EVERYTHING, { method: "HEAD", headers: packed });
  expect(again.headers["content-length"]).toBe(String(gzip.bytes.byteLength));
});

test("A2: a list above the limit is answered each time, in slices and to several clients at once, and is not kept", async () => {
  const wanted = { headers: { "accept-encoding": "identity" } };
  const { client: unlimited } = await gatewayWith();
  const { bytes } = await unlimited.send(EVERYTHING, wanted);
  const { client } = await gatewayWith({ limits: { largestCachedBytes: bytes.byteLength - 1 } });
  for (let times = 0; times < 2; times += 1) {
    let isListed = false;
    const lists = Promise.all([client.send(EVERYTHING, wanted), client.send(EVERYTHING, wanted)]).finally(() => {
      isListed = true;
    });
    expect((await client.send(LAMP)).status).toBe(200);
    expect(isListed).toBe(false);
    for (const list of await lists) expect([list.status, list.bytes.equals(bytes)]).toEqual([200, true]);
    const described = await client.send(EVERYTHING, { ...wanted, method: "HEAD" });
    expect(described.headers["content-length"]).toBeUndefined();
  }
  await client.send(`${ROOT}/light`, wanted);
  const kept = await client.send(`${ROOT}/light`, { ...wanted, method: "HEAD" });
  expect(kept.headers["content-length"]).toBeDefined();
});

test("A3: what is asked for by several clients at once is made once", async () => {
  const { client } = await gatewayWith({ limits: { queue: { ...HTTP_LIMITS.queue, pendingPerOwner: 1 } } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.send(EVERYTHING)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
});

test("A3: an address may have only so much made at once; the rest is told to ask again", async () => {
  const { client } = await gatewayWith({ limits: { queue: { ...HTTP_LIMITS.queue, pendingPerOwner: 2 } } });
  const answers = await Promise.all(filters(10).map((target) => client.send(target)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(8);
  for (const { status, json, headers } of refused) {
    expect([status, json.code, json.data, headers["retry-after"]]).toEqual([503, -503, {}, "2"]);
  }
  for (const target of filters(10)) expect((await client.send(target)).status).toBe(200);
});

test("A2: readers of different lists who do not read hold no more than their share, and give it back", async () => {
  const share = 3 * MEBIBYTE;
  const { http, client } = await gatewayWith({
    lamps: 10_000,
    clock: new ManualClock(),
    limits: { inFlightBytesPerAddress: share, cachedBytes: share, inFlightBytes: share },
  });
  const sockets: Socket[] = [];
  for (const target of filters(24)) sockets.push(await clientThatDoesNotRead(http.port, target));
  await expect.poll(async () => (await client.send(filters(30).at(-1) ?? "")).status).toBe(503);
  expect(http.responsesInFlight).toBe(1);
  expect((await client.send(LAMP)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => http.responsesInFlight).toBe(0);
  expect((await client.send(filters(30).at(-1) ?? "")).status).toBe(200);
});

test("A2: of different lists that are asked for in a row on one connection, one at a time is made and kept", async () => {
  const { http } = await gatewayWith({
    lamps: 10_000,
    clock: new ManualClock(),
    limits: { inFlightBytesPerAddress: 3 * MEBIBYTE },
  });
  const socket = await openRaw(http.port);
  socket.pause();
  socket.write(
    filters(20)
      .map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      .join(""),
  );
  await expect.poll(() => http.responsesInFlight).toBe(1);
  const answers = readToEnd(socket);
  socket.end();
  const statuses = [...(await answers).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  expect(statuses).toEqual(Array.from({ length: 20 }, () => "200"));
});

test("A9: an answer on a connection that breaks is over with it, and those behind it are never begun", async () => {
  const { http } = await gatewayWith({ lamps: 10_000, clock: new ManualClock() });
  const socket = await openRaw(http.port);
  socket.pause();
  socket.write(`GET ${ROOT}/light HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(50));
  await expect.poll(() => http.responsesInFlight).toBe(1);
  socket.resetAndDestroy();
  await expect.poll(() => http.responsesInFlight).toBe(0);
});

test("those who send their requests slowly do not take the places of those who ask", async () => {
  const { http, client } = await gatewayWith({
    lamps: 2,
    clock: new ManualClock(),
    limits: { connections: 10, unprovenConnections: 5 },
  });
  for (let number = 0; number < 30; number += 1) {
    const socket = await openRaw(http.port);
    socket.on("error", () => undefined).write("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{");
    onTestFinished(() => void socket.destroy());
    expect((await client.send(LAMP)).status).toBe(200);
  }
});

test("a client keeps its place once a whole request of any kind has come from it, however many others send slowly", async () => {
  const { http } = await gatewayWith({
    lamps: 2,
    clock: new ManualClock(),
    limits: { connections: 10, unprovenConnections: 5 },
  });
  const whole = [`GET ${LAMP} HTTP/1.1\r\n`, "POST /api HTTP/1.1\r\nContent-Length: 2\r\n"].map(
    (head) => `${head}Host: a\r\n\r\n`,
  );
  const proven = [];
  for (const [at, text] of whole.entries()) {
    const socket = await openRaw(http.port);
    onTestFinished(() => void socket.destroy());
    socket.write(at === 0 ? text : `${text}{}`);
    await once(socket, "data");
    proven.push(socket);
  }
  const slow = [];
  for (let number = 0; number < 30; number += 1) {
    const socket = await openRaw(http.port);
    onTestFinished(() => void socket.destroy());
    slow.push(once(socket, "close"));
    socket.on("error", () => undefined).write("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{");
  }
  await Promise.all(slow.slice(0, 25));
  for (const socket of proven) {
    const answer = once(socket, "data");
    socket.write(whole[0] ?? "");
    expect(String(await answer)).toContain("HTTP/1.1 ");
  }
});

test("a list that is made while the home changes is of one moment", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ lamp: fc.integer({ min: 1, max: 200 }), turns: fc.nat(4) })),
      async (story) => {
        const contents = manyLamps([100], 100);
        const running = await runGateway({ contents, clock: tickingClock() });
        try {
          const response = running.client.send(EVERYTHING);
          const seen = new Set([everythingIn(running)]);
          for (const { lamp, turns } of story) {
            for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
            const on = !running.gateway.home.lights.get(lampLightId(lamp))?.on;
            running.gateway.submit({ kind: "lightChanged", lightId: lampLightId(lamp), state: { on } });
            seen.add(everythingIn(running));
          }
          expect(seen).toContain((await response).bytes.toString("utf8"));
        } finally {
          await running.stop();
        }
      },
    ),
    { numRuns: times(15) },
  );
});

/** The list as it is at the moment, made from nothing. */
function everythingIn({ gateway }: TestGateway): string {
  const home = new MutableHome(contentsOf(gateway.home));
  const [, queryText = ""] = EVERYTHING.split("?");
  const read = readsOf(home).reader("listRooms", ASKED, { id: "", queryText });
  if (typeof read !== "function") throw new Error("the list is refused");
  return Buffer.concat(atOnce(read()).body).toString("utf8");
}
