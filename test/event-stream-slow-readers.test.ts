import { expect, onTestFinished, test } from "vitest";
import type { WireEvent } from "../src/core/contract/events.ts";
import { Journal } from "../src/core/present/events/journal.ts";
import { EVENT_LIMITS } from "../src/edges/http/sse/event-limits.ts";
import type { EventStreamClient } from "./support/events/event-stream-client.ts";
import { EventServer, type EventServerOptions, START } from "./support/events/event-stream-server.ts";

/** More than the system keeps for a socket that nobody reads. */
const FLOOD = 300;
const LONG_NAME = "x".repeat(100_000);

/** An event of 100 kB. */
const longEvent = (number: number): WireEvent => ({
  action: "update",
  type: "light",
  item: { id: "A", device_id: "B", value: { name: `${number} ${LONG_NAME}` } },
});
const longEvents = (count: number): readonly WireEvent[] =>
  Array.from({ length: count }, (_, number) => longEvent(number));

/** A server with two clients that have their snapshot: one that reads, and one that has stopped reading. */
async function readerAndIdler(options: EventServerOptions) {
  const server = await EventServer.start(options);
  onTestFinished(() => server.stop());
  const reader = await server.client();
  const idler = await server.client();
  await Promise.all([reader.next(), idler.next()]);
  idler.pause();
  return { server, reader, idler };
}

const hasAll = (server: EventServer, client: EventStreamClient) =>
  client.until(() => client.lastEventId === `${server.journal.head}`);

/** What waits in the process for a client, counted from 0. */
const waitingFor = (server: EventServer, index: number): number =>
  server.responses[index]?.writableLength ?? Number.NaN;

const LARGE = { events: 10_000, length: 1_000_000_000 };

test("a client that takes nothing for 30 s is cut off; the others never wait for it, and nothing piles up", async () => {
  const { server, reader } = await readerAndIdler({ journal: new Journal(START, LARGE) });
  server.journal.append(longEvents(FLOOD));
  await hasAll(server, reader);
  expect(reader.messages).toHaveLength(FLOOD);
  expect(waitingFor(server, 1)).toBeLessThan(EVENT_LIMITS.chunkLength + 2 * LONG_NAME.length);
  server.clock.advance(29_999);
  expect(server.streams.count).toBe(2);
  server.clock.advance(1);
  expect(server.streams.count).toBe(1);
  await server.hasLeft(1);
  server.journal.append([longEvent(0)]);
  await hasAll(server, reader);
});

test("a client that takes its time, but takes something, is not cut off", async () => {
  const { server, reader, idler } = await readerAndIdler({ journal: new Journal(START, LARGE) });
  server.journal.append(longEvents(FLOOD));
  await hasAll(server, reader);
  for (let part = 1; part <= 2; part += 1) {
    server.clock.advance(20_000);
    const { length } = idler.messages;
    idler.resume();
    await idler.until(() => idler.messages.length >= length + 0.4 * FLOOD);
    idler.pause();
  }
  expect(server.streams.count).toBe(2);
  idler.resume();
  await hasAll(server, idler);
  expect(idler.messages.filter(({ event }) => event === "update")).toHaveLength(FLOOD);
});

test("a client that takes nothing is sent one heartbeat, however many were due, and only once it has all events", async () => {
  const { server, reader, idler } = await readerAndIdler({
    journal: new Journal(START, LARGE),
    limits: { takeMillis: 600_000 },
  });
  server.journal.append(longEvents(FLOOD));
  await hasAll(server, reader);
  for (let beat = 1; beat <= 10; beat += 1) {
    server.clock.advance(15_000);
    await reader.until(() => reader.messages.length === FLOOD + beat);
  }
  idler.resume();
  await idler.until(() => idler.messages.at(-1)?.event === "heartbeat");
  expect(idler.messages.map(({ event }) => event)).toEqual([...Array(FLOOD).fill("update"), "heartbeat"]);
});

test("a client that takes nothing is cut off when the journal has passed it by, before its time is up", async () => {
  const { server, reader } = await readerAndIdler({ journal: new Journal(START, { events: 20, length: 1e9 }) });
  for (let number = 0; number < FLOOD && server.streams.count === 2; number += 1) {
    server.journal.append([longEvent(number)]);
    await hasAll(server, reader);
  }
  expect(server.streams.count).toBe(1);
  expect(reader.messages.map(({ event }) => event)).toEqual(reader.messages.map(() => "update"));
});

test("a client that could not follow because too much happened at once starts over as soon as it reads again", async () => {
  const { server, reader, idler } = await readerAndIdler({
    journal: new Journal(START, { events: FLOOD, length: 1e9 }),
  });
  server.journal.append(longEvents(FLOOD));
  await hasAll(server, reader);
  expect(reader.messages.splice(0)).toHaveLength(FLOOD);
  server.journal.append(longEvents(FLOOD + 1));
  await hasAll(server, reader);
  expect(reader.messages.map(({ event }) => event)).toEqual(["reset", "snapshot"]);
  server.journal.append([longEvent(0)]);
  await hasAll(server, reader);
  expect(server.streams.count).toBe(2);
  idler.resume();
  await hasAll(server, idler);
  expect(idler.messages.slice(-2).map(({ event }) => event)).toEqual(["reset", "snapshot"]);
});

test("a client that does not take the end of its stream counts until it is cut off", async () => {
  const { server, reader } = await readerAndIdler({
    journal: new Journal(START, LARGE),
    limits: { streamsOfThisMachine: 2 },
  });
  const value = { name: "x".repeat(10_000_000) };
  server.journal.append([{ action: "update", type: "light", item: { id: "A", device_id: "B", value } }]);
  server.streams.endAll();
  expect(server.streams.count).toBe(0);
  await reader.over();
  expect(reader.answer.complete).toBe(true);
  expect((await server.client()).answer.statusCode).toBe(200);
  server.clock.advance(29_999);
  expect((await server.client()).answer.statusCode).toBe(503);
  server.clock.advance(1);
  await server.hasLeft(1);
  expect((await server.client()).answer.statusCode).toBe(200);
});

test("streams are stopped without waiting for a client that takes nothing", async () => {
  const { server, reader } = await readerAndIdler({ journal: new Journal(START, LARGE) });
  server.journal.append(longEvents(FLOOD));
  await hasAll(server, reader);
  server.streams.stop();
  expect(server.responses[1]?.req.socket.destroyed).toBe(true);
  await server.stop();
  expect([server.streams.count, server.clock.pendingAlarms]).toEqual([0, 0]);
});
