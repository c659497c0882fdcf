import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { hostOf, OperatorBrowser, originOf } from "./support/http/operator-browser.ts";
import { openRaw } from "./support/http/raw-connection.ts";

/** A browser gives a command, and reads nothing of what it is told. */
async function commandUnread(gateway: PagedGateway): Promise<Socket> {
  const { cookie, key, origin } = await OperatorBrowser.open(gateway);
  const socket = await openRaw(gateway.http.port);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST /operator/command/status HTTP/1.1\r\nHost: ${hostOf(gateway)}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\noperator-key: ${key}\r\nContent-Length: 2\r\n\r\n{}`,
  );
  return socket;
}

test("G91: a browser with a session gives the operator's commands, and gets the lines that the socket says", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const answer = await browser.send("/operator/command/press", { method: "POST" });
  expect(answer.headers).toMatchObject({ "content-type": "application/x-ndjson", "cache-control": "no-store" });
  expect(answer.bytes.toString()).toBe('{"result":{"pairingMillis":10000}}\n');
  expect(gateway.gateway.pairingMillisLeft()).toBe(10_000);
  expect(await browser.command("device.list")).toEqual([{ result: expect.arrayContaining([expect.any(Object)]) }]);
  expect(await browser.command("room.add", { name: "Hall" })).toEqual([{ result: expect.any(Object) }]);
  expect(gateway.gateway.home.rooms.all().some(({ name }) => name === "Hall")).toBe(true);
});

test("G91: a command may be large, however its path is written", async () => {
  const browser = await OperatorBrowser.open(await runPagedGateway());
  const body = JSON.stringify({ text: " ".repeat(10_000) });
  const written = [
    "/operator/command/home.check",
    "/operator/command/home.check?x=1",
    "/operator/command/home%2Echeck",
  ];
  for (const path of written) {
    const { status, bytes } = await browser.send(path, { method: "POST", body });
    expect([path, status, bytes.toString().slice(0, 10)]).toEqual([path, 200, '{"refused"']);
  }
});

test("G91: without a session there are no commands: 401, in the envelope", async () => {
  const gateway = await runPagedGateway();
  for (const headers of [{}, { Cookie: `luxgate_session=${"x".repeat(43)}`, Origin: originOf(gateway) }]) {
    const { status, json } = await gateway.client.send("/operator/command/press", {
      method: "POST",
      headers: { Host: hostOf(gateway), ...headers },
    });
    expect([status, json.code, json.msg]).toEqual([401, -401, expect.stringContaining("luxgate open")]);
  }
  expect(gateway.gateway.pairingMillisLeft()).toBe(0);
});

test("G91: what is wrong with a command is told in a line; a link to the page is for the socket alone", async () => {
  const browser = await OperatorBrowser.open(await runPagedGateway());
  expect(await browser.command("device.lst")).toEqual([
    { refused: ['Unknown command "device.lst"; did you mean "device.list"?'] },
  ]);
  expect(await browser.command("open")).toEqual([
    { refused: [`"open" is not available to browsers. On the gateway's machine, run: luxgate open`] },
  ]);
  expect(await browser.command("press", "{")).toEqual([{ refused: ["The request body is not JSON."] }]);
  expect(await browser.command("press", '{},"command":"open"')).toEqual([
    { refused: ["The request body is not JSON."] },
  ]);
  expect(await browser.command("press", "[]")).toEqual([{ refused: [expect.any(String)] }]);
  expect(await browser.command("join", { seconds: 0 })).toEqual([{ refused: [expect.stringContaining("seconds")] }]);
});

test("G91: only POST gives a command", async () => {
  const browser = await OperatorBrowser.open(await runPagedGateway());
  for (const path of ["/operator/command/press", "/operator/session/end"]) {
    const got = await browser.send(path);
    expect([got.status, got.headers.allow]).toEqual([405, "POST, OPTIONS"]);
    expect((await browser.send(path, { method: "OPTIONS" })).headers.allow).toBe("POST, OPTIONS");
  }
  expect((await browser.send("/operator/session", { method: "OPTIONS" })).headers.allow).toBe(
    "GET, HEAD, POST, OPTIONS",
  );
  expect((await browser.send("/operator/command/")).status).toBe(404);
  expect((await browser.send("/operator/elsewhere")).status).toBe(404);
});

test("G91: news comes as it happens, and a browser that goes ends its command", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const joining = browser.follow("join", { seconds: 60 });
  await joining.has(1);
  expect(joining.lines).toEqual([{ news: { joining: "open", troubles: [] } }]);
  expect(gateway.backend.joiningMillisLeft()).toBe(60_000);
  joining.abort();
  await expect.poll(() => gateway.backend.joiningMillisLeft()).toBe(0);
});

test("G91: a session that is ended ends its commands, and no others", async () => {
  const gateway = await runPagedGateway();
  const [one, other] = [await OperatorBrowser.open(gateway), await OperatorBrowser.open(gateway)];
  const [first, second] = [one.follow("history.read", { follow: true }), other.follow("join", { seconds: 60 })];
  await second.has(1);
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  expect(await first.over).toBe("whole");
  expect(first.lines).toEqual([{ result: { entries: 0, unreadable: 0 } }]);
  expect(gateway.backend.joiningMillisLeft()).toBe(60_000);
  await gateway.backend.openJoining(0);
  gateway.clock.advance(1_000);
  expect(await second.over).toBe("whole");
  expect(second.lines.at(-1)).toEqual({ result: expect.any(Array) });
});

test("G91: a command that does not come to its end with its session, or with the gateway, is refused in a line", async () => {
  const gateway = await runPagedGateway();
  let asked = 0;
  gateway.http.commands.runBy(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  const [one, other] = [await OperatorBrowser.open(gateway), await OperatorBrowser.open(gateway)];
  const [first, second] = [one.follow("status"), other.follow("status")];
  await expect.poll(() => asked).toBe(2);
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  expect([await first.over, first.lines]).toEqual(["whole", [{ refused: ["This session has ended."] }]]);
  const stopped = gateway.stop();
  expect([await second.over, second.lines]).toEqual(["whole", [{ refused: ["The gateway is stopping."] }]]);
  await stopped;
});

test("G91: a command that fails says so in a line, and is logged", async () => {
  const faults: unknown[] = [];
  const gateway = await runPagedGateway({ onFault: (fault) => void faults.push(fault) });
  gateway.http.commands.runBy(() => Promise.reject(new Error("a fault")));
  const browser = await OperatorBrowser.open(gateway);
  expect(await browser.command("status")).toEqual([
    { refused: ["The gateway failed to carry out the command. See its log."] },
  ]);
  expect(faults).toEqual([new Error("a fault")]);
});

test("G91: a browser that reads nothing of what it is told is behind, and is cut off after 30 seconds", async () => {
  const gateway = await runPagedGateway();
  const news = "x".repeat(1024 * 1024);
  let behind = false;
  let ended: AbortSignal | undefined;
  gateway.http.commands.runBy(async (_request, conversation) => {
    ended = conversation.ended;
    for (let told = 0; told < 64 && !conversation.isBehind(); told += 1) {
      conversation.tell(news);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    behind = conversation.isBehind();
    return new Promise(() => undefined);
  });
  const socket = await commandUnread(gateway);
  await expect.poll(() => behind).toBe(true);
  gateway.clock.advance(30_000);
  await expect.poll(() => ended?.aborted).toBe(true);
  socket.destroy();
});

test("G91: sessions are listed and ended by commands, this very one too", async () => {
  const gateway = await runPagedGateway();
  const [one, other] = [await OperatorBrowser.open(gateway), await OperatorBrowser.open(gateway)];
  const [{ result }] = (await one.command("sessions")) as [{ result: { sessions: { id: string; isThis: boolean }[] } }];
  expect(result.sessions).toEqual([
    expect.objectContaining({ address: "127.0.0.1", browser: "another browser", isThis: true }),
    expect.objectContaining({ isThis: false }),
  ]);
  const [own, theirs] = result.sessions.map(({ id }) => id);
  expect(await one.command("session.end", { session: "12" })).toEqual([{ refused: [expect.any(String)] }]);
  expect(await one.command("session.end", { session: theirs?.slice(0, 8).toLowerCase() })).toEqual([
    { result: expect.objectContaining({ id: theirs, isThis: false }) },
  ]);
  expect((await other.send("/operator/session")).json.data.obj.is_operator).toBe(0);
  expect(await one.command("session.end", { session: own })).toEqual([
    { result: expect.objectContaining({ id: own, isThis: true }) },
  ]);
  expect((await one.send("/operator/session")).json.data.obj.is_operator).toBe(0);
});

test("G91: a command may bring as much as an import needs, once its session is proven; others may not", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const [{ result }] = (await browser.command("home.export")) as [{ result: { text: string } }];
  expect(result.text.length).toBeGreaterThan(4 * 1024);
  const text = result.text + " ".repeat(5 * 1024 * 1024);
  expect(await browser.command("home.check", { text })).toEqual([{ result: expect.any(Object) }]);
  gateway.http.commands.runBy(async () => ({ result: text }));
  expect(await browser.command("home.export")).toEqual([{ result: text }]);
  const body = JSON.stringify({ text: "x".repeat(10_000) });
  const sent = { method: "POST", body, headers: { Host: hostOf(gateway), Origin: originOf(gateway) } };
  expect((await gateway.client.send("/operator/command/home.check", sent)).status).toBe(413);
  expect((await browser.send("/operator/session", { method: "POST", body })).status).toBe(413);
});

test("G91: a browser that ends its side behind its command gets the answer", async () => {
  const gateway = await runPagedGateway();
  const { cookie, key, origin } = await OperatorBrowser.open(gateway);
  const socket = await openRaw(gateway.http.port);
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
  });
  socket.end(
    `POST /operator/command/join HTTP/1.1\r\nHost: ${hostOf(gateway)}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\noperator-key: ${key}\r\nContent-Length: 14\r\n\r\n{"seconds":60}`,
  );
  await expect.poll(() => text).toContain('{"result":[]}');
  expect(gateway.backend.joiningMillisLeft()).toBe(0);
});

test("G91: a factory reset ends the sessions of others, and not that of who asked for it", async () => {
  const gateway = await runPagedGateway();
  const [one, other] = [await OperatorBrowser.open(gateway), await OperatorBrowser.open(gateway)];
  expect(await one.command("home.reset")).toEqual([{ result: expect.any(Object) }]);
  expect((await one.send("/operator/session")).json.data.obj.is_operator).toBe(1);
  expect((await other.send("/operator/session")).json.data.obj.is_operator).toBe(0);
});

test("G91: a session that ends while its browser does not read is cut off", async () => {
  const gateway = await runPagedGateway();
  let ended: AbortSignal | undefined;
  gateway.http.commands.runBy((_request, conversation) => {
    ended = conversation.ended;
    conversation.tell("x".repeat(16 * 1024 * 1024));
    return new Promise(() => undefined);
  });
  const socket = await commandUnread(gateway);
  await expect.poll(() => ended?.aborted).toBe(false);
  await gateway.door.sessions.end(gateway.door.sessions.all[0]?.id ?? "");
  await expect.poll(() => gateway.http.connections.open).toBe(0);
  socket.destroy();
});
