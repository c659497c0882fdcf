import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ordinaryLane } from "./accept.ts";

const CLIENTS = 20;
const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

test("each of many connections that are handed over together is answered, also those that flow already", async () => {
  const server = createServer((_request, response) => response.end("answered"));
  onTestFinished(() => void server.close());
  const handOver = ordinaryLane(server);
  const accepted: Socket[] = [];
  // One whose client took an answer slowly was paused, and flows since.
  server.on("connection", (socket: Socket) => accepted.push(socket.pause().resume()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: CLIENTS }, () => connect(port, "127.0.0.1"));
  await expect.poll(() => accepted.length).toBe(CLIENTS);
  for (const socket of accepted) handOver(socket, Buffer.from(REQUEST));
  for (const answer of await Promise.all(clients.map((client) => text(client)))) expect(answer).toMatch(/answered$/);
});
