import { createSocket } from "node:dgram";
import { expect, onTestFinished, test } from "vitest";
import { holdersOf, socketsIn } from "./port-holder.ts";

test("a port that nobody listens on is free, and one that this process listens on is held by it", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, () => resolve()));
  const { port } = socket.address();
  const held = await holdersOf(port);
  expect(held).toMatchObject({ is: "held", by: [{ pid: process.pid, isLuxgate: false }] });
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  expect(await holdersOf(port)).toEqual({ is: "free" });
});

test("one that listens on a single address holds the port too", async () => {
  const socket = createSocket("udp4");
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  expect((await holdersOf(socket.address().port)).is).toBe("held");
});

test("the sockets of a port are read out of Linux's table, and nothing out of other texts", () => {
  const table = [
    "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops",
    "  412: 00000000:2329 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 51234 2 0000000000000000 0",
    "  413: 0100007F:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000   101        0 20211 2 0000000000000000 0",
  ].join("\n");
  expect(socketsIn(table, 9001)).toEqual(["51234"]);
  expect(socketsIn(table, 53)).toEqual(["20211"]);
  expect(socketsIn(table, 54)).toEqual([]);
  expect(socketsIn("", 9001)).toEqual([]);
});
