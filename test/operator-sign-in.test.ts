import { expect, test } from "vitest";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { AskingBrowser, askToSignIn, signInPost } from "./support/http/asking-browser.ts";
import { hostOf, OperatorBrowser, originOf } from "./support/http/operator-browser.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const MINUTE_MILLIS = 60_000;
const FIVE_MINUTES_MILLIS = 5 * MINUTE_MILLIS;
const SAFARI = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1" };

/** What the trail has of requests and sessions. */
const trailOf = ({ store }: PagedGateway) =>
  store.trail
    .filter(({ did }) => /sign-in|session/.test(did))
    .map(({ by, did, outcome, why }) => ({ by, did, outcome, ...(why === undefined ? {} : { why }) }));

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A gateway that believes its proxy who asks, so that the test asks from many addresses. */
const proxied = () => runPagedGateway({ trustProxy: ["127.0.0.1"] });
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

test("G114: a browser asks and shows a code; whoever runs the gateway allows the code, and the browser is an operator", async () => {
  const gateway = await runPagedGateway();
  const asked = await askToSignIn(gateway, { name: "Ann's phone" }, { headers: SAFARI });
  expect(asked.json).toMatchObject({ code: 0, data: { obj: { state: "waiting", seconds_left: 300 } } });
  expect(asked.json.data.obj.code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(asked.json.data.obj.request_key).toMatch(/^[\w-]{43}$/);
  expect([asked.headers["cache-control"], asked.headers["set-cookie"]]).toEqual(["no-store", undefined]);
  const browser = await AskingBrowser.ask(gateway, "Ann's phone", { headers: SAFARI });
  expect(await browser.state()).toBe("waiting");
  expect(gateway.door.sessions.all).toEqual([]);
  expect(await gateway.door.signIn?.allow(browser.code.toLowerCase().replace("-", " "))).toMatchObject({
    name: "Ann's phone",
    address: "127.0.0.1",
    browser: "Safari on iPhone",
  });
  const answer = await browser.look({ headers: SAFARI });
  expect(answer.json).toMatchObject({ code: 0, data: { obj: { is_operator: 1, ends_at: expect.any(String) } } });
  expect(answer.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^luxgate_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/),
  ]);
  expect(answer.headers["cache-control"]).toBe("no-store");
  const operator = OperatorBrowser.by(gateway, answer);
  expect((await operator.send(LAMP, { method: "PUT", body: '{"on":0}' })).json.code).toBe(0);
  await settled();
  expect(gateway.store.trail.at(-1)).toMatchObject({ by: { kind: "operator", name: "Ann's phone" }, outcome: "done" });
  expect(trailOf(gateway)).toEqual([
    { by: { kind: "operator" }, did: "sign-in as operator “Ann's phone” at 127.0.0.1 allowed", outcome: "done" },
    {
      by: { kind: "address", name: "127.0.0.1" },
      did: "session of operator “Ann's phone” opened in Safari on iPhone",
      outcome: "done",
    },
  ]);
});

test("G114: one code opens one session: its browser gets it once, and the code is of no further use", async () => {
  const gateway = await runPagedGateway();
  const browser = await AskingBrowser.ask(gateway);
  await gateway.door.signIn?.allow(browser.code);
  const answers = await Promise.all([1, 2, 3, 4].map(() => browser.look()));
  expect(answers.filter(({ headers }) => headers["set-cookie"] !== undefined).length).toBe(1);
  expect(gateway.door.sessions.all.length).toBe(1);
  expect(await browser.state()).toBe("over");
  expect(await gateway.door.signIn?.allow(browser.code)).toBe(undefined);
});

test("G114: an operator who is in lets others in, by name, and refuses them; a visitor decides nothing", async () => {
  const gateway = await runPagedGateway();
  const first = await AskingBrowser.ask(gateway, "Ann's phone");
  await gateway.door.signIn?.allow(first.code);
  const ann = await first.signedIn();
  const [bob, eve] = [await AskingBrowser.ask(gateway, "Bob's laptop"), await AskingBrowser.ask(gateway, "Eve")];
  expect(await ann.command("operator.requests")).toEqual([
    {
      result: [
        expect.objectContaining({ code: bob.code, name: "Bob's laptop" }),
        expect.objectContaining({ code: eve.code }),
      ],
    },
  ]);
  for (const command of ["operator.requests", "operator.allow", "operator.deny"]) {
    const visitor = await gateway.client.send(`/operator/command/${command}`, {
      method: "POST",
      headers: { Host: hostOf(gateway), Origin: originOf(gateway) },
      body: JSON.stringify({ code: bob.code }),
    });
    expect([visitor.status, visitor.json.code]).toEqual([401, -401]);
  }
  expect(await ann.command("operator.allow", { code: bob.code })).toEqual([{ result: expect.any(Object) }]);
  expect(await ann.command("operator.deny", { code: eve.code })).toEqual([{ result: expect.any(Object) }]);
  expect([await bob.state(), await eve.state()]).toEqual(["signed in", "denied"]);
  await settled();
  const author = { kind: "operator", name: "Ann's phone" };
  expect(trailOf(gateway).slice(2)).toEqual([
    { by: author, did: "sign-in as operator “Bob's laptop” at 127.0.0.1 allowed", outcome: "done" },
    { by: author, did: "sign-in as operator “Eve” at 127.0.0.1 denied", outcome: "done" },
    expect.objectContaining({ did: "session of operator “Bob's laptop” opened in another browser" }),
  ]);
});

test("G114: a session cannot make links all the same", async () => {
  const gateway = await runPagedGateway();
  const browser = await AskingBrowser.ask(gateway);
  await gateway.door.signIn?.allow(browser.code);
  expect(await (await browser.signedIn()).command("open")).toEqual([
    { refused: [`"open" is not available to browsers. On the gateway's machine, run: luxgate open`] },
  ]);
});

test("G114: the gateway's button lets no operator in", async () => {
  const gateway = await runPagedGateway();
  const browser = await AskingBrowser.ask(gateway);
  gateway.gateway.pressButton();
  expect(await browser.state()).toBe("waiting");
  const pairing = await gateway.client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  expect(pairing.json.code).toBe(0);
  expect(await browser.state()).toBe("waiting");
  expect(gateway.door.sessions.all).toEqual([]);
});

test("G114: only a code that a browser shows is allowed, letter by letter", async () => {
  const gateway = await runPagedGateway();
  const operator = await OperatorBrowser.open(gateway);
  const browser = await AskingBrowser.ask(gateway);
  const last = browser.code.at(-1) === "X" ? "Z" : "X";
  for (const code of [
    "",
    "*",
    browser.code.slice(0, 8),
    `${browser.code.slice(0, 8)}${last}`,
    browser.key,
    "Ann's phone",
  ]) {
    expect(await operator.command("operator.allow", { code })).toEqual([
      { refused: [expect.stringContaining("code")] },
    ]);
  }
  expect(await browser.state()).toBe("waiting");
});

test("G114: neither the code nor another's secret gets the session: only who asked has the key", async () => {
  const gateway = await runPagedGateway();
  const [ann, eve] = [await AskingBrowser.ask(gateway), await AskingBrowser.ask(gateway, "Ann's phone")];
  await gateway.door.signIn?.allow(ann.code);
  for (const key of [ann.code, eve.key, "x".repeat(43), "", "__proto__", ann.key.slice(0, 42)]) {
    const tried = await signInPost(gateway, "/result", { request_key: key });
    expect([key, tried.headers["set-cookie"]]).toEqual([key, undefined]);
  }
  expect(await ann.state()).toBe("signed in");
  expect(gateway.door.sessions.all.length).toBe(1);
});

test("G114: a request waits for five minutes, and what was allowed waits as long for its browser", async () => {
  const gateway = await runPagedGateway();
  const [late, allowed] = [await AskingBrowser.ask(gateway, "Late"), await AskingBrowser.ask(gateway, "Allowed")];
  gateway.clock.advance(FIVE_MINUTES_MILLIS - 1);
  await gateway.door.signIn?.allow(allowed.code);
  gateway.clock.advance(1);
  expect([await late.state(), await gateway.door.signIn?.allow(late.code)]).toEqual(["over", undefined]);
  gateway.clock.advance(FIVE_MINUTES_MILLIS - 2);
  expect(await allowed.state()).toBe("signed in");
  await settled();
  expect(trailOf(gateway)).toContainEqual({
    by: { kind: "address", name: "127.0.0.1" },
    did: "sign-in as operator “Late” at 127.0.0.1",
    outcome: "refused",
    why: "nobody allowed it within 5 minutes",
  });
});

test("G114: a browser that no longer wants to is forgotten, and so is every request at a factory reset", async () => {
  const gateway = await runPagedGateway();
  const operator = await OperatorBrowser.open(gateway);
  const [gone, waits, allowed] = [
    await AskingBrowser.ask(gateway),
    await AskingBrowser.ask(gateway),
    await AskingBrowser.ask(gateway),
  ];
  expect((await gone.withdraw()).json.code).toBe(0);
  expect(await gateway.door.signIn?.allow(gone.code)).toBe(undefined);
  await gateway.door.signIn?.allow(allowed.code);
  expect(await operator.command("home.reset")).toEqual([{ result: expect.any(Object) }]);
  expect([await waits.state(), await allowed.state()]).toEqual(["over", "over"]);
});

test("G114: strangers who ask and ask have four requests an address, are told to wait, and fill no trail", async () => {
  const gateway = await proxied();
  const ann = await AskingBrowser.ask(gateway, "Ann's phone", from("10.0.0.1"));
  const codes: number[] = [];
  for (let time = 0; time < 12; time += 1)
    codes.push((await askToSignIn(gateway, { name: "Ann's phone" }, from("10.0.0.66"))).json.code);
  expect(codes).toEqual([0, 0, 0, 0, ...Array<number>(8).fill(-429)]);
  for (let host = 2; host < 60; host += 1) await askToSignIn(gateway, { name: "Ann's phone" }, from(`10.0.0.${host}`));
  expect(gateway.door.signIn?.waiting.length).toBe(32);
  expect(await ann.state()).toBe("waiting");
  gateway.clock.advance(FIVE_MINUTES_MILLIS);
  await settled();
  const { length } = gateway.store.trail.filter(({ did }) => did.includes("sign-in"));
  expect(length).toBeGreaterThan(0);
  expect(gateway.store.trail.filter(({ did, outcome }) => did.includes("sign-in") && outcome !== "refused")).toEqual(
    [],
  );
  expect(gateway.door.signIn?.waiting).toEqual([]);
});

test("G114: whoever tries keys of requests is told to wait; whoever has one is not", async () => {
  const gateway = await runPagedGateway();
  const browser = await AskingBrowser.ask(gateway);
  const codes: number[] = [];
  for (let time = 0; time < 25; time += 1)
    codes.push((await signInPost(gateway, "/result", { request_key: "x".repeat(43) })).json.code);
  expect(codes).toEqual([...Array<number>(20).fill(0), ...Array<number>(5).fill(-429)]);
  expect(await browser.state()).toBe("waiting");
});

test.each([
  ["no JSON", "name=x", 400, -400],
  ["no name", "{}", 200, -422],
  ["a name that is no text", '{"name":1}', 200, -422],
  ["a name of which nothing can be seen", '{"name":" \\u200b\\u202e"}', 200, -422],
  ["a name that is too long", JSON.stringify({ name: "x".repeat(257) }), 200, -422],
  ["too much", JSON.stringify({ name: "x".repeat(5_000) }), 413, -413],
])("G114: %s is refused with what is expected", async (_what, body, status, code) => {
  const gateway = await runPagedGateway();
  const refused = await askToSignIn(gateway, body);
  expect([refused.status, refused.json.code]).toEqual([status, code]);
  expect(gateway.door.signIn?.waiting).toEqual([]);
});

/** What a page of somebody else's could have a browser send. */
const FOREIGN: readonly (readonly [what: string, headers: Record<string, string>, status: number])[] = [
  ["another origin", { Origin: "https://evil.example" }, 403],
  ["another port of this very host", { Origin: "http://gateway.local:3000" }, 403],
  ["an origin that hides itself", { Origin: "null" }, 403],
  ["our origin over https", { Origin: "https://gateway.local" }, 403],
  ["a browser that says cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a browser that says same-site", { "Sec-Fetch-Site": "same-site" }, 403],
  ["a host that is not ours", { Host: "evil.example", Origin: "http://evil.example" }, 421],
];

test.each(FOREIGN)("G114: %s asks for nothing and gets nothing", async (_what, headers, status) => {
  const gateway = await runPagedGateway({ allowOrigin: ["https://evil.example"] });
  const browser = await AskingBrowser.ask(gateway);
  await gateway.door.signIn?.allow(browser.code);
  const tries = [
    await askToSignIn(gateway, { name: "Ann's phone" }, { headers }),
    await browser.look({ headers }),
    await signInPost(gateway, "/withdraw", { request_key: browser.key }, { headers }),
  ];
  for (const { status: answered, headers: received } of tries) {
    expect([answered, received["set-cookie"]]).toEqual([status, undefined]);
    expect(Object.keys(received).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
  expect(gateway.door.signIn?.waiting).toEqual([]);
  expect(await browser.state()).toBe("signed in");
});

test("G114: only POST asks, and keys and codes are in no traffic view", async () => {
  const gateway = await runPagedGateway();
  for (const path of ["/operator/sign-in", "/operator/sign-in/result", "/operator/sign-in/withdraw"]) {
    const got = await gateway.client.send(path);
    expect([got.status, got.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  }
  const traffic = gateway.traffic.follow();
  const browser = await AskingBrowser.ask(gateway);
  await browser.look();
  const seen = JSON.stringify(traffic.take());
  traffic.stop();
  expect(seen).toContain("/operator/sign-in/result");
  for (const secret of [browser.key, browser.code, "Ann's phone"]) expect(seen).not.toContain(secret);
});

test("G115: over HTTPS a session, and its cookie, lasts for 90 days; without for 12 hours", async () => {
  const gateway = await proxied();
  const secure = { Origin: originOf(gateway).replace("http:", "https:"), "X-Forwarded-Proto": "https" };
  const [plain, https] = [await AskingBrowser.ask(gateway, "Plain"), await AskingBrowser.ask(gateway, "Secure")];
  for (const { code } of [plain, https]) await gateway.door.signIn?.allow(code);
  const cookies = [await plain.look(), await https.look({ headers: secure })].map(
    ({ headers }) => headers["set-cookie"]?.[0] ?? "",
  );
  expect(cookies).toEqual([
    expect.stringMatching(/; Max-Age=43200$/),
    expect.stringMatching(/; Max-Age=7776000; Secure$/),
  ]);
  gateway.clock.advance(12 * 60 * MINUTE_MILLIS);
  expect(gateway.door.sessions.all.map(({ name }) => name)).toEqual(["Secure"]);
  gateway.clock.advance(90 * 24 * 60 * MINUTE_MILLIS);
  await settled();
  expect(trailOf(gateway).slice(-2)).toEqual([
    expect.objectContaining({
      by: { kind: "gateway" },
      did: "session of operator “Plain” at 127.0.0.1 ended after 12 hours",
    }),
    expect.objectContaining({ did: "session of operator “Secure” at 127.0.0.1 ended after 90 days" }),
  ]);
});

test("G114: each command of a browser that asked is told under its name", async () => {
  const gateway = await runPagedGateway();
  const browser = await AskingBrowser.ask(gateway);
  await gateway.door.signIn?.allow(browser.code);
  const ann = await browser.signedIn();
  await ann.command("room.add", { name: "Hall" });
  await ann.command("press");
  await ann.command("set", { device: "Porch", words: ["on"] });
  await ann.send("/operator/session/end", { method: "POST" });
  await settled();
  const authors = gateway.store.trail.slice(2).map(({ by }) => by);
  expect(authors.length).toBeGreaterThanOrEqual(4);
  expect(new Set(authors.map((by) => JSON.stringify(by)))).toEqual(
    new Set([JSON.stringify({ kind: "operator", name: "Ann's phone" })]),
  );
});
