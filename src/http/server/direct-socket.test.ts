import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { DirectSocket, ReceiveBuffer } from "./direct-socket.ts";

const MANY_BYTES = 32 * 1024 * 1024;

async function listening(onConnection: (accepted: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return server;
}

async function connected(server: Server): Promise<Socket> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  await once(client.setNoDelay(), "connect");
  return client;
}

function direct(accepted: Socket): DirectSocket {
  const socket = DirectSocket.adopt(accepted, new ReceiveBuffer());
  if (!socket) throw new Error("this Node has no direct sockets");
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Both ends of one connection. */
async function pair(): Promise<{ readonly server: Server; readonly socket: DirectSocket; readonly client: Socket }> {
  const sockets: DirectSocket[] = [];
  const server = await listening((accepted) => sockets.push(direct(accepted)));
  const client = await connected(server);
  while (sockets.length === 0) await new Promise(setImmediate);
  return { server, socket: sockets[0] as DirectSocket, client };
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

test("every client is received byte for byte, though all share one buffer, whether chunks are taken or read as a stream", async () => {
  /** Sends back all that it received once the client has ended, and turns from chunks to a stream after some of them. */
  const server = await listening((accepted) => {
    const socket = direct(accepted);
    const received: Buffer[] = [];
    let pieces = accepted.remotePort === undefined ? 0 : accepted.remotePort % 3;
    socket.onBytes = (bytes) => {
      received.push(Buffer.from(bytes));
      pieces -= 1;
      if (pieces > 0) return;
      socket.onBytes = undefined;
      socket.on("data", (more) => received.push(more));
    };
    socket.on("end", () => socket.end(Buffer.concat(received)));
  });
  const sentBy = fc.array(fc.array(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), { maxLength: 8 }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(sentBy, async (clients) => {
      const echoes = clients.map(async (pieces) => {
        const client = await connected(server);
        for (const piece of pieces) {
          client.write(piece);
          await new Promise(setImmediate);
        }
        client.end();
        return Buffer.concat(await client.toArray());
      });
      expect(await Promise.all(echoes)).toEqual(clients.map((pieces) => Buffer.concat(pieces)));
    }),
    { numRuns: times(60) },
  );
});

test("nothing is taken of a connection that pauses, and all of it afterwards", async () => {
  const { socket, client } = await pair();
  let taken = 0;
  socket.onBytes = (bytes) => {
    taken += bytes.length;
    if (taken === bytes.length) socket.pause();
  };
  client.write("a");
  while (taken === 0) await new Promise(setImmediate);
  const sent = new Promise((resolve) => client.write(Buffer.alloc(MANY_BYTES), resolve));
  for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
  expect(taken).toBe(1);
  socket.resume();
  await sent;
  while (taken < MANY_BYTES + 1) await new Promise(setImmediate);
  expect(taken).toBe(MANY_BYTES + 1);
});

test("as a stream that nobody reads it holds little, and loses nothing", async () => {
  const { socket, client } = await pair();
  client.end(Buffer.alloc(MANY_BYTES, "a"));
  for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
  expect(socket.readableLength).toBeLessThan(256 * 1024);
  const read = Buffer.concat(await socket.toArray());
  expect([read.length, read.every((byte) => byte === 97)]).toEqual([MANY_BYTES, true]);
});

test("a client that has ended its side can still be answered", async () => {
  const { socket, client } = await pair();
  socket.onBytes = () => undefined;
  client.end("a");
  await once(socket, "end");
  socket.end("b");
  expect(Buffer.concat(await client.toArray()).toString()).toBe("b");
});

test("its server counts it, and closes when it has gone", async () => {
  const { server, socket } = await pair();
  expect(await connectionsOf(server)).toBe(1);
  const closed = once(server.close(), "close");
  socket.destroy();
  await closed;
  expect(await connectionsOf(server)).toBe(0);
});

test("a connection that is gone already is left as it is", async () => {
  const accepted = new Promise<Socket>((resolve) => void listening(resolve).then(connected));
  expect(DirectSocket.adopt((await accepted).destroy(), new ReceiveBuffer())).toBeUndefined();
});
