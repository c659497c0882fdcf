import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { silentServers, whyNoQuorum } from "./silent-servers.ts";

async function server(greeting: string | undefined): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    if (greeting !== undefined) socket.write(greeting);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `nats://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

test("servers that are down or say nothing are named, and how many must run", async () => {
  const [running, another] = [await server("INFO {}"), await server("INFO {}")];
  const frozen = await server(undefined);
  const down = "nats://127.0.0.1:1";
  expect(await silentServers([running, frozen, down])).toEqual([frozen, down]);
  expect(await whyNoQuorum([running, frozen, down])).toBe(
    `1 of 3 servers answers, and 2 must run. No answer from ${frozen} and ${down}.`,
  );
  expect(await whyNoQuorum([running, another, down])).toBe(undefined);
});
