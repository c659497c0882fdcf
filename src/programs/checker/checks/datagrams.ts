import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { setTimeout as wait } from "node:timers/promises";
import { broadcastAddressOf, isOnNetwork } from "../../../shared/ipv4.ts";
import { ownIpv4Addresses } from "../../../shared/own-addresses.ts";

/** Where discovery is answered, and which of our addresses faces it. */
export interface Discoverable {
  readonly address: string;
  readonly port: number;
  readonly ownAddress: string;
  /** What reaches all on our network that it is on; undefined where the way leads over a router. */
  readonly broadcastAddress: string | undefined;
}

export interface ReplyTimeouts {
  /** After how long without a reply a request is sent again. */
  readonly resendMillis: number;
  /** How long replies are waited for in all: the document names no time. */
  readonly patienceMillis: number;
  /** How much longer others are waited for once one came. */
  readonly furtherMillis: number;
}

/** What came, on which of our ports, and from where. */
export interface Datagram {
  readonly bytes: Uint8Array;
  readonly on: "asking-port" | "discovery-port";
  readonly from: { readonly address: string; readonly port: number };
}

export interface DiscoveryRequestOptions {
  readonly payloads: readonly string[];
  readonly to: string;
  readonly replyTimeouts: ReplyTimeouts;
  /** Whether to listen on the discovery port of our own address as well. */
  readonly onBothPorts: boolean;
  /** Whether a datagram is the gateway's: others may answer a broadcast. */
  readonly isOwn: (datagram: Datagram) => boolean;
}

export interface Exchange {
  readonly replies: readonly Datagram[];
  /** How often the requests were sent: each time may get its own replies. */
  readonly rounds: number;
}

/** A datagram may be lost. */
const MOST_ROUNDS = 3;

/** All hosts on the network that a machine broadcasts to by default: spec §4.9. */
const ALL_ONES = "255.255.255.255";

/** The host's IPv4 address, and ours on the way to it. */
export async function discoverable(host: string, port: number, everyone = ALL_ONES): Promise<Discoverable> {
  const { address } = await lookup(host, { family: 4 });
  const ownAddress = await addressTowards(address, port);
  const isTowardsAll = (await addressTowards(everyone, port).catch(String)) === ownAddress;
  const onNetwork = broadcastAddressFor(address);
  return { address, port, ownAddress, broadcastAddress: onNetwork && isTowardsAll ? everyone : onNetwork };
}

/** Our address that faces another one; 0.0.0.0 where there is no way to it. */
async function addressTowards(address: string, port: number): Promise<string> {
  const socket = await bound("0.0.0.0", 0);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.connect(port, address, resolve);
    });
    return socket.address().address;
  } finally {
    socket.close();
  }
}

/** Sends requests one after the other, again if nothing comes, and gives what the gateway sent back. */
export async function exchange(
  { port, ownAddress }: Discoverable,
  { payloads, to, replyTimeouts, onBothPorts, isOwn }: DiscoveryRequestOptions,
): Promise<Exchange> {
  const { resendMillis, patienceMillis, furtherMillis } = replyTimeouts;
  const replies: Datagram[] = [];
  const answered = new AbortController();
  const sockets: Socket[] = [];
  const listen = async (on: Datagram["on"], ownPort: number): Promise<Socket> => {
    const socket = await bound(ownAddress, ownPort);
    sockets.push(socket);
    socket.on("message", (bytes: Uint8Array, { address, port: senderPort }: RemoteInfo) => {
      const datagram = { bytes, on, from: { address, port: senderPort } };
      if (!isOwn(datagram)) return;
      replies.push(datagram);
      if (on === "asking-port") answered.abort();
    });
    return socket;
  };
  const unlessAnswered = (millis: number) =>
    wait(millis, undefined, { signal: answered.signal }).catch(() => undefined);
  try {
    if (onBothPorts) await listen("discovery-port", port);
    const socket = await listen("asking-port", 0);
    let rounds = 0;
    for (; rounds < MOST_ROUNDS && !answered.signal.aborted; rounds += 1) {
      for (const payload of payloads) await send(socket, payload, { to, port });
      await unlessAnswered(resendMillis);
    }
    await unlessAnswered(Math.max(0, patienceMillis - rounds * resendMillis));
    if (replies.length > 0 && furtherMillis > 0) await wait(furtherMillis);
    return { replies, rounds };
  } finally {
    for (const socket of sockets) socket.close();
  }
}

interface Count {
  readonly payload: string;
  readonly to: string;
  readonly isOwn: (datagram: Datagram) => boolean;
  readonly requests: number;
  readonly patienceMillis: number;
  /** Between two requests. */
  readonly pause: () => Promise<void>;
}

/** Sends one request several times from one port, and gives how many replies come there. */
export async function countReplies(
  { port, ownAddress }: Discoverable,
  { payload, to, isOwn, requests, patienceMillis, pause }: Count,
): Promise<number> {
  const socket = await bound(ownAddress, 0);
  const all = new AbortController();
  let replies = 0;
  socket.on("message", (bytes: Uint8Array, { address, port: senderPort }: RemoteInfo) => {
    if (!isOwn({ bytes, on: "asking-port", from: { address, port: senderPort } })) return;
    replies += 1;
    if (replies === requests) all.abort();
  });
  try {
    for (let sent = 0; sent < requests; sent += 1) {
      if (sent > 0) await pause();
      await send(socket, payload, { to, port });
    }
    await wait(patienceMillis, undefined, { signal: all.signal }).catch(() => undefined);
    return replies;
  } finally {
    socket.close();
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
export function broadcastAddressFor(
  address: string,
  networks?: Parameters<typeof ownIpv4Addresses>[0],
): string | undefined {
  const network = ownIpv4Addresses(networks).find((own) => isOnNetwork(own, address));
  return network && broadcastAddressOf(network);
}
