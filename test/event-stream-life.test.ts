import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "../src/core/present/events/journal.ts";
import { EventServer, type EventServerOptions, START } from "./support/events/event-stream-server.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";
import { settled } from "./support/store/stored-gateway.ts";

async function eventServer(options: EventServerOptions = {}): Promise<EventServer> {
  const server = await EventServer.start(options);
  onTestFinished(() => server.stop());
  return server;
}

test("as many listen as may, and one more when one has gone", async () => {
  const server = await eventServer({ limits: { streamsOfThisMachine: 2 } });
  const [first] = [await server.client(), await server.client()];
  const refused = await server.client();
  expect(refused.answer.statusCode).toBe(503);
  expect(server.streams.count).toBe(2);
  const gone = server.hasLeft(0);
  first.hangUp();
  await gone;
  expect((await server.client()).answer.statusCode).toBe(200);
});

/** A journal that knows how many listen to it. */
class CountingJournal extends Journal {
  listeners = 0;

  override onAppended(listener: Parameters<Journal["onAppended"]>[0]): () => void {
    this.listeners += 1;
    const end = super.onAppended(listener);
    return () => {
      this.listeners -= 1;
      end();
    };
  }
}

test("a client that hangs up is forgotten at once, and nothing of it is left", async () => {
  const journal = new CountingJournal(START);
  const server = await eventServer({ journal });
  const client = await server.client();
  await client.next();
  // A heartbeat, and what lets go of the snapshot in a while.
  expect([server.streams.count, server.clock.pendingAlarms, journal.listeners]).toEqual([1, 2, 1]);
  const gone = server.hasLeft(0);
  client.hangUp();
  await gone;
  expect([server.streams.count, server.clock.pendingAlarms, journal.listeners]).toEqual([0, 1, 0]);
  server.clock.advance(20_000);
  expect(server.clock.pendingAlarms).toBe(0);
});

test("a client that has gone before it could be answered is not waited for", async () => {
  const { streams } = await eventServer();
  const server = createServer((request, response) => {
    request.socket.destroy();
    response.once("close", () =>
      server.emit("outcome", streams.open(response, { clientAddress: "127.0.0.1", origin: "", lastEventId: "" })),
    );
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const outcome = once(server, "outcome");
  (await openRaw((server.address() as AddressInfo).port)).write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await outcome).toEqual(["opened"]);
  expect(streams.count).toBe(0);
});

test("a connection whose stream has ended serves the next one", async () => {
  const server = await eventServer();
  const raw = await openRaw(server.port);
  const text = textUntilClosed(raw);
  for (let streams = 0; streams < 3; streams += 1) {
    raw.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(raw, "data");
    await settled();
    server.streams.endAll();
  }
  raw.end();
  expect([...(await text).matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status)).toEqual(["200", "200", "200"]);
});

test("a stream that waits for its turn on a connection is not waited for longer than any other", async () => {
  const { streams, clock } = await eventServer();
  const server = createServer((request, response) => {
    if (request.url === "/never-answered") return;
    server.emit("outcome", streams.open(response, { clientAddress: "127.0.0.1", origin: "", lastEventId: "" }));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const outcome = once(server, "outcome");
  const raw = await openRaw((server.address() as AddressInfo).port);
  const text = textUntilClosed(raw);
  raw.write("GET /never-answered HTTP/1.1\r\nHost: a\r\n\r\nGET /events HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await outcome).toEqual(["opened"]);
  await settled();
  clock.advance(30_000);
  expect([await text, streams.count]).toEqual(["", 0]);
  clock.advance(20_000);
  expect(clock.pendingAlarms).toBe(0);
});

test("a connection that breaks in the moment of writing harms nobody", async () => {
  const server = await eventServer();
  const [client, other] = [await server.client(), await server.client()];
  await Promise.all([client.next(), other.next()]);
  server.responses[0]?.destroy();
  server.clock.advance(15_000);
  await client.over();
  expect(await other.next()).toMatchObject([{ event: "heartbeat" }]);
  expect([server.streams.count, server.faults]).toEqual([1, []]);
});

test("streams that are stopped end properly, so that the server can close, and none begins any more", async () => {
  const server = await eventServer();
  const client = await server.client();
  await client.next();
  const raw = await openRaw(server.port);
  const text = textUntilClosed(raw);
  raw.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(raw, "data");
  await settled();
  server.streams.stop();
  expect((await server.client()).answer.statusCode).toBe(503);
  await Promise.all([client.over(), server.stop()]);
  expect(client.answer.complete).toBe(true);
  expect(await text).toMatch(/\r\n0\r\n\r\n$/);
  expect(server.streams.count).toBe(0);
});

test("an old client that knows no chunks gets the bare stream", async () => {
  const server = await eventServer();
  const raw = await openRaw(server.port);
  const text = textUntilClosed(raw);
  raw.write("GET / HTTP/1.0\r\n\r\n");
  await once(raw, "data");
  await settled();
  await server.stop();
  expect((await text).split("\r\n\r\n")[1]).toMatch(/^retry: 2000\n\nid: \d+\nevent: snapshot\ndata: .*\n\n$/);
});

test("a fault is reported and ends the stream that it befell", async () => {
  const server = await eventServer();
  const client = await server.client();
  await client.next();
  const fault = new Error("broken");
  const failing = (): never => {
    throw fault;
  };
  Object.assign(server.gateway.home.scenes, { all: failing });
  server.clock.advance(15_000);
  await client.over();
  expect(server.faults).toEqual([fault]);
  server.clock.advance(20_000);
  expect([server.streams.count, server.clock.pendingAlarms]).toEqual([0, 0]);
});
