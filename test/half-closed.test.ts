import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { FOUNDED } from "./support/home/founded-home.ts";
import { openRaw, parseRaw } from "./support/http/raw-connection.ts";
import { CommandedStore } from "./support/store/commanded-store.ts";
import { settled } from "./support/store/stored-gateway.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const HEAD = "HTTP/1.1\r\nHost: localhost\r\n";

let running: TestGateway;
beforeEach(async () => {
  const store = new CommandedStore(FOUNDED);
  store.hold();
  // A disk takes its time: by then the gateway has long heard that nothing more will come.
  const decide = () => store.letThrough();
  store.onTry = () => void passedTurns().then(decide, decide);
  running = await runGateway({ store });
  onTestFinished(() => running.stop());
});

/** As long as others need to be answered several times over. */
async function passedTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await running.client.send(LAMP);
}

/** Sends bytes, says that no more will come, and reads what is answered. */
async function askedAndClosed(bytes: string): Promise<string> {
  const socket = connect({ port: running.http.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(bytes);
  return text(socket);
}

const statusesIn = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
const withBody = (head: string, body: string) => `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
const put = (key: string, body: string) => withBody(`PUT ${LAMP} ${HEAD}application-key: ${key}\r\n`, body);

test("a change whose client said that nothing more will come is answered", async () => {
  const { key } = await PairedClient.of(running);
  const answer = parseRaw(await askedAndClosed(put(key, '{"on":0}')));
  expect([answer.status, answer.envelope.code]).toEqual([200, 0]);
  expect((await running.client.one(LAMP.replace("/clip/v2/resource/", ""))).on).toBe(0);
});

test("a client that pairs and says that nothing more will come gets its key", async () => {
  running.gateway.pressButton();
  const asked = withBody(`POST /api ${HEAD}`, '{"device_type":"half#closed"}');
  const { envelope } = parseRaw(await askedAndClosed(asked));
  const { username } = (envelope.data as { obj: { username: string } }).obj;
  expect(
    (await running.client.send(LAMP, { method: "PUT", headers: { "application-key": username }, body: '{"on":1}' }))
      .json.code,
  ).toBe(0);
});

test("all requests in a row are answered, in their order, before the connection ends", async () => {
  const { key } = await PairedClient.of(running);
  const get = `GET ${LAMP} ${HEAD}\r\n`;
  const answers = await askedAndClosed(
    [put(key, '{"on":0}'), get, put(key, '{"on":1}'), `GET /nowhere ${HEAD}\r\n`].join(""),
  );
  expect(statusesIn(answers)).toEqual(["200", "200", "200", "404"]);
});

test.each([`GET ${LAMP} ${HEAD}\r\n`, `GET ${LAMP} HTTP/1.1\r\nhost:localhost\r\n\r\n`])(
  "a read is answered in either lane: %j",
  async (request) => expect(statusesIn(await askedAndClosed(request))).toEqual(["200"]),
);

test("each of many who ask at the same moment is answered", async () => {
  const sockets = Array.from({ length: 200 }, () =>
    connect({ port: running.http.port, host: "127.0.0.1", allowHalfOpen: true }),
  );
  for (const socket of sockets) socket.write(`GET ${LAMP} ${HEAD}\r\n`);
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  for (const socket of sockets) socket.pause().end(`OPTIONS ${LAMP} ${HEAD}\r\n`);
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  expect(answers.map(statusesIn)).toEqual(sockets.map(() => ["200"]));
});

test("what is broken off is refused", async () => {
  expect(statusesIn(await askedAndClosed(`GET ${LAMP} HTTP/1.1\r\nHo`))).toEqual(["400"]);
});

test("a stream of events ends with its client's last word", async () => {
  const socket = await openRaw(running.http.port);
  socket.write(`GET /eventstream/clip/v2 ${HEAD}\r\n`);
  await once(socket, "data");
  expect(running.http.eventStreams).toBe(1);
  socket.resume().end();
  await once(socket, "close");
  expect(running.http.eventStreams).toBe(0);
});

test("a stream that its client ends, and of which it does not read the rest, is cut off after 30 s", async () => {
  const client = await EventStreamClient.open({ port: running.http.port });
  await client.next();
  client.pause();
  const { socket } = client.answer;
  const { bytesRead } = socket;
  // More than the system keeps for a socket that nobody reads.
  const value = { name: "€".repeat(5_000_000) };
  running.journal.append([{ action: "update", type: "light", item: { id: "A", device_id: "B", value } }]);
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(bytesRead);
  socket.end();
  await expect.poll(() => running.http.eventStreams).toBe(0);
  running.clock.advance(29_999);
  await settled();
  expect(running.http.connections.open).toBe(1);
  running.clock.advance(1);
  await expect.poll(() => running.http.connections.open).toBe(0);
});

test("a stream of events behind a write ends, too, when its client has said its last word before it began", async () => {
  const { key } = await PairedClient.of(running);
  const answers = await askedAndClosed(`${put(key, '{"on":0}')}GET /eventstream/clip/v2 ${HEAD}\r\n`);
  expect(statusesIn(answers)[0]).toBe("200");
  expect(running.http.eventStreams).toBe(0);
});
