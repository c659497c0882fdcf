import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GuardedConnection } from "./guarded-connection.ts";

/** Both ends of a connection, one of them as a library sees it. */
async function connected() {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const peer = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [Socket];
  const faults: unknown[] = [];
  const connection = new GuardedConnection(socket, {
    guard: (piece) => [piece],
    incomingBytes: 1_000,
    onFault: (fault) => faults.push(fault),
  });
  onTestFinished(() => void connection.destroy());
  return { peer, connection, faults };
}

test("a library that fails where it listens to its connection ends that connection, and the fault is told", async () => {
  for (const event of ["readable", "data", "close"]) {
    const { peer, connection, faults } = await connected();
    const fault = new Error(`in ${event}`);
    connection.on(event, () => {
      throw fault;
    });
    peer.write("something");
    if (event === "close") peer.destroy();
    peer.resume();
    await once(peer, "close");
    await expect.poll(() => faults).toContain(fault);
    expect(connection.destroyed).toBe(true);
  }
});
