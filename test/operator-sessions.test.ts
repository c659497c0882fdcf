import { expect, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { hostOf, OperatorBrowser, originOf, useLink } from "./support/http/operator-browser.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const HOUR_MILLIS = 3_600_000;

/** What the trail has of links and sessions. */
const trailOf = ({ store }: PagedGateway) =>
  store.trail.filter(({ did }) => /link|session/.test(did)).map(({ by, did, outcome }) => ({ by, did, outcome }));

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("G89: a link becomes a session, once: in a cookie that no script reads and no other site has sent", async () => {
  const gateway = await runPagedGateway();
  const link = gateway.door.makeLink();
  const opened = await useLink(gateway, link, {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0",
  });
  expect(opened.status).toBe(200);
  expect(opened.json).toMatchObject({ code: 0, data: { obj: { is_operator: 1, ends_at: expect.any(String) } } });
  expect(opened.json.data.obj.operator_key).toMatch(/^[\w-]{43}$/);
  expect(opened.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^luxgate_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/),
  ]);
  expect(opened.headers["cache-control"]).toBe("no-store");
  const again = await useLink(gateway, link);
  expect([again.status, again.json.code]).toEqual([200, -401]);
  expect(again.json.msg).toMatch(/^this link is invalid, already used or older than 60 s/);
  expect(again.headers).not.toHaveProperty("set-cookie");
  await settled();
  expect(trailOf(gateway)).toEqual([
    { by: { kind: "operator" }, did: "link to the web page requested", outcome: "done" },
    { by: { kind: "address", name: "127.0.0.1" }, did: "session opened in Firefox on Linux", outcome: "done" },
    { by: { kind: "address", name: "127.0.0.1" }, did: "invalid link to the web page used", outcome: "refused" },
  ]);
});

test("G89: a link is good for 60 seconds", async () => {
  const gateway = await runPagedGateway();
  const [late, inTime] = [gateway.door.makeLink(), gateway.door.makeLink()];
  gateway.clock.advance(59_999);
  expect((await useLink(gateway, inTime)).json.code).toBe(0);
  gateway.clock.advance(1);
  expect((await useLink(gateway, late)).json.code).toBe(-401);
});

test("G89: whoever tries links is told to wait, and is in the trail sparingly", async () => {
  const gateway = await runPagedGateway();
  const codes: number[] = [];
  for (let tries = 0; tries < 30; tries += 1) codes.push((await useLink(gateway, "x".repeat(43))).json.code);
  expect(codes).toEqual([...Array<number>(20).fill(-401), ...Array<number>(10).fill(-429)]);
  await settled();
  expect(trailOf(gateway).length).toBe(20);
});

test.each([
  ["no JSON", "link=x", 400, -400],
  ["no link", "{}", 200, -422],
  ["a link that is no text", '{"link":1}', 200, -422],
])("G89: %s is refused with what is expected", async (_what, body, status, code) => {
  const gateway = await runPagedGateway();
  const headers = { Host: hostOf(gateway), Origin: originOf(gateway) };
  const refused = await gateway.client.send("/operator/session", { method: "POST", headers, body });
  expect([refused.status, refused.json.code]).toEqual([status, code]);
});

test("G89: over HTTPS the cookie is for HTTPS alone", async () => {
  const gateway = await runPagedGateway({ trustProxy: ["127.0.0.1"] });
  const headers = { Origin: originOf(gateway).replace("http:", "https:"), "X-Forwarded-Proto": "https" };
  const opened = await useLink(gateway, gateway.door.makeLink(), headers);
  expect(opened.headers["set-cookie"]).toEqual([expect.stringMatching(/; Max-Age=7776000; Secure$/)]);
});

test("G89: a session can be asked for, ends when it is ended, and is over then; a visitor has none", async () => {
  const gateway = await runPagedGateway();
  const visitor = await gateway.client.send("/operator/session");
  expect(visitor.json.data).toEqual({ obj: { is_operator: 0 } });
  expect(visitor.headers).not.toHaveProperty("set-cookie");
  const browser = await OperatorBrowser.open(gateway);
  const told = await browser.send("/operator/session");
  expect(told.json.data.obj).toEqual({ is_operator: 1, ends_at: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(told.headers["cache-control"]).toBe("no-store");
  const ended = await browser.send("/operator/session/end", { method: "POST" });
  expect(ended.json.code).toBe(0);
  expect(ended.headers["set-cookie"]).toEqual([expect.stringMatching(/^luxgate_session=; .*Max-Age=0$/)]);
  const after = await browser.send("/operator/session");
  expect(after.json.data.obj).toEqual({ is_operator: 0 });
  expect(after.headers["set-cookie"]).toEqual([expect.stringMatching(/Max-Age=0$/)]);
  const twice = await browser.send("/operator/session/end", { method: "POST" });
  expect([twice.status, twice.json.code]).toEqual([401, -401]);
  await settled();
  expect(trailOf(gateway).at(-1)).toMatchObject({ by: { kind: "operator" }, did: "session of 127.0.0.1 ended" });
});

test("G89: a session ends after 12 hours", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  gateway.clock.advance(12 * HOUR_MILLIS - 1);
  expect((await browser.send("/operator/session")).json.data.obj.is_operator).toBe(1);
  gateway.clock.advance(1);
  expect((await browser.send("/operator/session")).json.data.obj.is_operator).toBe(0);
  await settled();
  expect(trailOf(gateway).at(-1)).toMatchObject({
    by: { kind: "gateway" },
    did: "session of 127.0.0.1 ended after 12 hours",
  });
});

test("G90: a session changes things without a key, as the operator; once it has ended it does not", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const put = () => browser.send(LAMP, { method: "PUT", body: '{"on":0}' });
  expect((await put()).json.code).toBe(0);
  await settled();
  expect(gateway.store.trail.at(-1)).toMatchObject({ by: { kind: "operator" }, outcome: "done" });
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  expect((await put()).json.code).toBe(-401);
});

test("G90: a key goes before a session: a right one is its client's, a wrong one is refused", async () => {
  const gateway = await runPagedGateway();
  const { key } = await PairedClient.of(gateway);
  const browser = await OperatorBrowser.open(gateway);
  const put = (given: string) =>
    browser.send(LAMP, { method: "PUT", body: '{"on":0}', headers: { "application-key": given } });
  expect((await put(key)).json.code).toBe(0);
  await settled();
  expect(gateway.store.trail.at(-1)?.by).toEqual({ kind: "key", name: "acme#panel" });
  expect((await put("wrong")).json.code).toBe(-401);
});

/** What a page of somebody else's could have a browser send with the cookie of a session. */
const FOREIGN: readonly (readonly [what: string, headers: Record<string, string | undefined>])[] = [
  ["no origin", { Origin: undefined }],
  ["another origin", { Origin: "https://evil.example" }],
  ["another port of this very host", { Origin: "http://gateway.local:3000" }],
  ["an origin that hides itself", { Origin: "null" }],
  ["our origin over https", { Origin: "https://gateway.local" }],
  ["a browser that says cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ["a browser that says same-site", { "Sec-Fetch-Site": "same-site" }],
  ["a browser that says that a person typed it", { "Sec-Fetch-Site": "none" }],
];

test.each(FOREIGN)("G90: a cookie changes nothing with %s", async (_what, foreign) => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const own: Record<string, string | undefined> = {
    Host: hostOf(gateway),
    Origin: browser.origin,
    Cookie: browser.cookie,
    "operator-key": browser.key,
  };
  const entries = Object.entries({ ...own, ...foreign }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const headers: Record<string, string> = Object.fromEntries(entries);
  const tries = [
    [LAMP, "PUT", '{"on":0}'],
    ["/operator/command/press", "POST", "{}"],
    ["/operator/session/end", "POST", ""],
    ["/operator/session", "POST", JSON.stringify({ link: gateway.door.makeLink() })],
  ] as const;
  for (const [path, method, body] of tries) {
    const { status, json, headers: received } = await gateway.client.send(path, { method, headers, body });
    expect([path, status, json.code]).toEqual([path, 403, -403]);
    expect(Object.keys(received).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
  expect(gateway.gateway.pairingMillisLeft()).toBe(0);
  expect(gateway.door.sessions.all.length).toBe(1);
});

test("G90: where strangers share the network, a session reads and follows without a key; its streams end with it", async () => {
  const gateway = await runPagedGateway({ profile: "shared" });
  const browser = await OperatorBrowser.open(gateway);
  expect((await gateway.client.send(LAMP)).json.code).toBe(-401);
  expect((await browser.send(LAMP)).json.code).toBe(0);
  expect((await gateway.client.send(LAMP)).json.code).toBe(-401);
  const forged = await browser.send(LAMP, { headers: { Cookie: `luxgate_session=${"x".repeat(43)}` } });
  expect(forged.json.code).toBe(-401);
  const stream = browser.send("/eventstream/clip/v2");
  await expect.poll(() => gateway.http.eventStreams).toBe(1);
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  expect((await stream).status).toBe(200);
  expect((await browser.send(LAMP)).json.code).toBe(-401);
  expect((await browser.send("/eventstream/clip/v2")).json.code).toBe(-401);
});

test("G90: in the fast lane too, a session counts for as long as it lasts, on the very same connection", async () => {
  const gateway = await runPagedGateway({ profile: "shared" });
  const browser = await OperatorBrowser.open(gateway);
  const { openRaw } = await import("./support/http/raw-connection.ts");
  const socket = await openRaw(gateway.http.port);
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
  });
  const codes = () => [...text.matchAll(/\{"code":(-?\d+)/g)].map(([, code]) => Number(code));
  const ask = () =>
    socket.write(
      `GET ${LAMP} HTTP/1.1\r\nHost: ${hostOf(gateway)}\r\nCookie: ${browser.cookie}\r\noperator-key: ${browser.key}\r\n\r\n`,
    );
  ask();
  await expect.poll(codes).toEqual([0]);
  expect(gateway.http.connections.inFastLane).toBe(1);
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  ask();
  await expect.poll(codes).toEqual([0, -401]);
  socket.destroy();
});

test("G90: another page of the same host, whose requests bear the cookie, reads nothing by it", async () => {
  const gateway = await runPagedGateway({ profile: "shared" });
  const browser = await OperatorBrowser.open(gateway);
  for (const headers of [{ Origin: "http://gateway.local:3000" }, { "Sec-Fetch-Site": "same-site" }]) {
    const read = await browser.send(LAMP, { headers: headers as Record<string, string> });
    expect(read.json.code).toBe(-401);
    const session = await browser.send("/operator/session", { headers: headers as Record<string, string> });
    expect(session.json.data.obj).toEqual({ is_operator: 0 });
  }
});

test("G89: a cookie alone, as other servers of the same host are sent it, is no session; neither is the key alone", async () => {
  const gateway = await runPagedGateway({ profile: "shared" });
  const browser = await OperatorBrowser.open(gateway);
  const other = await OperatorBrowser.open(gateway);
  const halves: readonly Record<string, string>[] = [
    { Cookie: browser.cookie },
    { "operator-key": browser.key },
    { Cookie: browser.cookie, "operator-key": other.key },
    { Cookie: browser.cookie, "operator-key": "" },
    { Cookie: `luxgate_session=${browser.key}`, "operator-key": browser.cookie.slice(-43) },
  ];
  for (const half of halves) {
    const headers = { Host: hostOf(gateway), Origin: originOf(gateway), ...half };
    const send = (path: string, method: string, body = "") => gateway.client.send(path, { method, headers, body });
    expect((await send(LAMP, "GET")).json.code).toBe(-401);
    expect((await send(LAMP, "PUT", '{"on":0}')).json.code).toBe(-401);
    expect((await send("/operator/command/press", "POST")).status).toBe(401);
    expect((await send("/operator/session/end", "POST")).status).toBe(401);
    expect((await send("/operator/session", "GET")).json.data.obj).toEqual({ is_operator: 0 });
  }
  expect(gateway.door.sessions.all.length).toBe(2);
});

test("G89: cookies of the same name, however many another server of the host sets, keep nobody out", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const tossed = Array.from({ length: 60 }, (_, at) => `luxgate_session=${String(at).padStart(43, "x")}`);
  const cookie = [...tossed, browser.cookie].join("; ");
  const told = await browser.send("/operator/session", { headers: { Cookie: cookie } });
  expect(told.json.data.obj.is_operator).toBe(1);
});
