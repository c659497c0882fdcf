import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import type { TestGateway } from "../gateway/running-gateway.ts";
import type { Breakage, Reply } from "./mutant.ts";

/** An address of this machine that is not the one that clients ask from, as if it were another machine. */
export const ADDRESS = "127.0.0.2";
/** The address of the real gateway. */
export const BEHIND = "127.0.0.1";
/** One more address of the gateway in front. */
const OTHER_ADDRESS = "127.0.0.4";
const BROADCAST = "127.255.255.255";
const REQUEST = '{"op":101}';

/** One socket hears what is sent to it, another what is sent to everyone; answers come from the first. */
export async function relayDatagrams(running: TestGateway, { replies: change = (replies) => replies }: Breakage) {
  const own = await boundTo(ADDRESS, 0);
  const { port } = own.address();
  const everyone = await boundTo(BROADCAST, port);
  const elsewhere = await boundTo(BEHIND, 0);
  const others = { "another port": await boundTo(ADDRESS, 0), "another address": await boundTo(OTHER_ADDRESS, 0) };
  const timers = new Set<NodeJS.Timeout>();
  const answer = (isBroadcast: boolean) => async (bytes: Buffer, asker: { address: string; port: number }) => {
    const text = bytes.toString("utf8");
    const usual = await repliesOf(running);
    const right = isRequest(text) ? usual : [];
    for (const { text: reply, to, from, afterMillis = 0 } of change(right, { text, isBroadcast, usual })) {
      const target = { asker: asker.port, "discovery-port": port, elsewhere: elsewhere.address().port }[to];
      const send = () => (from ? others[from] : own).send(reply, target, asker.address);
      if (afterMillis === 0) send();
      else timers.add(setTimeout(send, afterMillis));
    }
  };
  own.on("message", (bytes, asker) => void answer(false)(bytes, asker));
  everyone.on("message", (bytes, asker) => void answer(true)(bytes, asker));
  const stop = async () => {
    for (const timer of timers) clearTimeout(timer);
    for (const socket of [own, everyone, elsewhere, ...Object.values(others)]) socket.close();
  };
  return { port, stop };
}

function isRequest(text: string): boolean {
  try {
    return JSON.parse(text).op === 101;
  } catch {
    return false;
  }
}

async function boundTo(address: string, port: number): Promise<UdpSocket> {
  const socket = createSocket("udp4");
  socket.bind(port, address);
  await once(socket, "listening");
  return socket;
}

/**
 * What the real gateway answers, sent as it does to other machines: to the port that asked and to the discovery port
 * (G27).
 */
async function repliesOf(running: TestGateway): Promise<readonly Reply[]> {
  const socket = await boundTo(BEHIND, 0);
  socket.send(REQUEST, running.discovery.port ?? 0, BEHIND);
  const [bytes] = (await once(socket, "message")) as [Buffer];
  socket.close();
  const text = bytes.toString("utf8").replace(`"ip":"${BEHIND}"`, `"ip":"${ADDRESS}"`);
  return [
    { text, to: "asker" },
    { text, to: "discovery-port" },
  ];
}

export const relayMqtt = (running: TestGateway, { mqtt = (bytes) => bytes }: Breakage): Server =>
  createServer((client) => {
    const gateway = connect(running.events.mqtt?.port ?? 0, BEHIND);
    client.on("data", (bytes) => gateway.write(bytes));
    gateway.on("data", (bytes: Buffer) => client.write(mqtt(bytes)));
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
