import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { broadcastAddressOf, isOnNetwork } from "../../shared/ipv4.ts";

/** Where discovery is answered, and which of our addresses faces it. */
export interface Discoverable {
  readonly address: string;
  readonly port: number;
  readonly ownAddress: string;
  /** Of our network that it is on; undefined where the way leads over a router. */
  readonly broadcastAddress: string | undefined;
}

export interface ReplyTimeouts {
  /** How long the first datagram may take, and how much longer others are waited for. */
  readonly firstMillis: number;
  readonly furtherMillis: number;
}

/** What came, and on which of our ports. */
export interface Datagram {
  readonly bytes: Uint8Array;
  readonly on: "asking-port" | "discovery-port";
}

export interface DiscoveryRequestOptions {
  readonly payloads: readonly string[];
  readonly to: string;
  readonly replyTimeouts: ReplyTimeouts;
  /** Whether to listen on the discovery port of our own address as well. */
  readonly onBothPorts: boolean;
}

/** The host's IPv4 address, and ours on the way to it. */
export async function discoverable(host: string, port: number): Promise<Discoverable> {
  const { address } = await lookup(host, { family: 4 });
  const socket = createSocket("udp4");
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.connect(port, address, resolve);
  });
  const { address: ownAddress } = socket.address();
  socket.close();
  return { address, port, ownAddress, broadcastAddress: broadcastAddressFor(address) };
}

/** Sends requests one after the other and gives what the gateway, and nobody else, sent back. */
export async function exchange(
  { address, port, ownAddress }: Discoverable,
  { payloads, to, replyTimeouts, onBothPorts }: DiscoveryRequestOptions,
): Promise<readonly Datagram[]> {
  const replies: Datagram[] = [];
  const answered = new AbortController();
  const sockets: Socket[] = [];
  const listen = async (on: Datagram["on"], ownPort: number): Promise<Socket> => {
    const socket = await bound(ownAddress, ownPort);
    sockets.push(socket);
    socket.on("message", (bytes: Uint8Array, sender: RemoteInfo) => {
      if (sender.address !== address) return;
      replies.push({ bytes, on });
      if (on === "asking-port") answered.abort();
    });
    return socket;
  };
  try {
    if (onBothPorts) await listen("discovery-port", port);
    const socket = await listen("asking-port", 0);
    for (const payload of payloads) await send(socket, payload, { to, port });
    await wait(replyTimeouts.firstMillis, undefined, { signal: answered.signal }).catch(() => undefined);
    if (replies.length > 0) await wait(replyTimeouts.furtherMillis);
    return replies;
  } finally {
    for (const socket of sockets) socket.close();
  }
}

function bound(address: string, port: number): Promise<Socket> {
  const socket = createSocket("udp4");
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, address, () => {
      socket.setBroadcast(true);
      resolve(socket);
    });
  });
}

/** What the network does not take is lost, as any datagram may be. */
const send = (socket: Socket, payload: string, { to, port }: { to: string; port: number }): Promise<void> =>
  new Promise((resolve) => socket.send(payload, port, to, () => resolve()));

/** The broadcast address of our network that holds an address; undefined where the way leads over a router. */
export function broadcastAddressFor(address: string, networks = networkInterfaces()): string | undefined {
  const network = Object.values(networks)
    .flatMap((list) => list ?? [])
    .find((own) => own.family === "IPv4" && isOnNetwork(own, address));
  return network && broadcastAddressOf(network);
}
