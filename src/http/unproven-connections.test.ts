import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { UnprovenConnections } from "./unproven-connections.ts";

/** Real connections, in the order in which they were opened, as the server sees them. */
async function openedConnections(count: number): Promise<readonly Socket[]> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const accepted: Socket[] = [];
  for (let number = 0; number < count; number += 1) {
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const [socket] = await once(server, "connection");
    accepted.push(socket);
    onTestFinished(() => void client.destroy());
  }
  onTestFinished(() => void server.close());
  return accepted;
}

test("the oldest connection on which nothing whole has come makes room for the newest", async () => {
  const unproven = new UnprovenConnections(3);
  const sockets = await openedConnections(5);
  for (const socket of sockets) unproven.add(socket);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false]);
});

test("who has asked something, or has gone, takes no place", async () => {
  const unproven = new UnprovenConnections(2);
  const [first, second, third, fourth, ...rest] = await openedConnections(6);
  for (const socket of [first, second]) if (socket) unproven.add(socket);
  if (first) unproven.prove(first);
  if (third) unproven.add(third);
  second?.destroy();
  if (second) await once(second, "close");
  if (fourth) unproven.add(fourth);
  expect([first, third, fourth].map((socket) => socket?.destroyed)).toEqual([false, false, false]);
  for (const socket of rest) unproven.add(socket);
  expect([first, third, fourth].map((socket) => socket?.destroyed)).toEqual([false, true, true]);
});
