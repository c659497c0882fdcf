// Ports for the programs of `npm run fleet`: the expected ones, or free ones where another program uses them.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that were already chosen: their programs may not have opened them yet. */
const chosen = new Set();

/** `wanted` if nobody uses it, otherwise a free port. */
export async function tcpPort(wanted, host) {
  return choose("tcp", wanted, (port) => openTcp(port, host));
}

export async function udpPort(wanted, host) {
  return choose("udp", wanted, (port) => openUdp(port, host));
}

async function choose(kind, wanted, open) {
  const tried = chosen.has(`${kind} ${wanted}`) ? undefined : await open(wanted);
  // Where no port can be opened, the program itself says why.
  const port = tried ?? (await open(0)) ?? wanted;
  chosen.add(`${kind} ${port}`);
  return port;
}

/** Opens a port for a moment. Gives its number, or undefined where another program uses it. */
async function openTcp(port, host) {
  const server = createServer();
  return opened(server, () => server.listen({ port, host, exclusive: true }));
}

async function openUdp(port, host) {
  const socket = createSocket("udp4");
  return opened(socket, () => socket.bind({ port, address: host, exclusive: true }));
}

async function opened(listener, open) {
  const listening = once(listener, "listening");
  open();
  try {
    await listening;
  } catch {
    return undefined;
  }
  const { port } = listener.address();
  const closed = once(listener, "close");
  listener.close();
  await closed;
  return port;
}
