// Runs inside a network namespace and does there what the test asks: one line of JSON for a request, one for what came of it.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

const sockets = new Map();
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const deeds = {
  async open({ socket: number, address, port }) {
    const socket = createSocket({ type: "udp4" });
    socket.on("message", (message) => say({ socket: number, heard: message.toString("utf8") }));
    socket.bind(port, address);
    await once(socket, "listening");
    socket.setBroadcast(true);
    sockets.set(number, socket);
    return { port: socket.address().port };
  },

  send({ socket: number, payload, address, port }) {
    return new Promise((resolve, reject) => {
      sockets.get(number).send(payload, port, address, (error) => (error ? reject(error) : resolve({})));
    });
  },

  async close({ socket: number }) {
    await new Promise((resolve) => sockets.get(number).close(resolve));
    return {};
  },

  async hold({ host, port, count }) {
    const connections = Array.from({ length: count }, () => connect(port, host));
    const held = await Promise.all(connections.map(isHeld));
    for (const connection of connections) connection.destroy();
    return { count: held.filter(Boolean).length };
  },

  async get({ url, from }) {
    const outgoing = request(url, { localAddress: from, agent: false }).end();
    const [incoming] = await once(outgoing, "response");
    return { status: incoming.statusCode, body: await text(incoming) };
  },
};

/** Whether a connection is answered, and stays open while the others are made. */
function isHeld(socket) {
  socket.write("GET /clip/v2/resource/sync HTTP/1.1\r\nHost: gateway\r\n\r\n");
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.once("data", () => resolve(true));
    socket.once("close", () => resolve(false));
  });
}

async function obey({ id, deed, given }) {
  try {
    say({ id, result: await deeds[deed](given) });
  } catch (error) {
    say({ id, error: String(error) });
  }
}

// The end of the requests, and so of the test, is the end of this process.
for await (const line of createInterface({ input: process.stdin })) void obey(JSON.parse(line));
process.exit();
