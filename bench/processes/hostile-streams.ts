import { connect, type Socket } from "node:net";
import { found, given } from "../support/given.ts";
import { loopbackAddress } from "../support/loopback-address.ts";
import { steadily } from "../support/steady-pace.ts";

/** What a client does with an event stream that it opened. */
export type StreamManner = "leave-unread" | "read-slowly" | "read";

interface Given {
  readonly url: string;
  readonly seconds: number;
  readonly streams: number;
  /** From how many addresses they come. */
  readonly addresses: number;
  readonly manner: StreamManner;
  /** Of long ago, so that it is answered with a snapshot. */
  readonly lastEventId?: string;
  /** Whether each stream names another host, and another one whenever it comes back. */
  readonly hasHostOfItsOwn?: boolean;
}

const OPENED_PER_SECOND = 500;
const LEAVE_MILLIS = 300;
const SLOW_MILLIS = 1_000;

// Opens event streams and keeps opening them; what becomes of each is its manner.
const { url, seconds, streams, addresses, manner, lastEventId, hasHostOfItsOwn = false } = await given<Given>();
const { hostname, port } = new URL(url);
const sockets = new Set<Socket>();
let opened = 0;
let refused = 0;
let bytes = 0;
let isOver = false;

function open(number: number): void {
  if (isOver) return;
  opened += 1;
  const host = hasHostOfItsOwn ? `host-${opened}` : "localhost";
  const known = lastEventId === undefined ? "" : `Last-Event-ID: ${lastEventId}\r\n`;
  const socket = connect({ port: Number(port), host: hostname, localAddress: loopbackAddress(number % addresses) });
  const timers: NodeJS.Timeout[] = [];
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.write(`GET /eventstream/clip/v2 HTTP/1.1\r\nHost: ${host}\r\n${known}\r\n`);
  if (manner === "read") {
    socket.once("data", (first) => (refused += first.toString("latin1", 9, 12) === "200" ? 0 : 1));
    socket.on("data", (piece) => (bytes += piece.byteLength));
  } else socket.pause();
  if (manner === "leave-unread") timers.push(setTimeout(() => socket.destroy(), LEAVE_MILLIS));
  if (manner === "read-slowly") timers.push(setInterval(() => (bytes += socket.read()?.byteLength ?? 0), SLOW_MILLIS));
  socket.once("close", () => {
    for (const timer of timers) clearTimeout(timer);
    sockets.delete(socket);
    setTimeout(() => open(number), 50);
  });
}

void steadily({ perSecond: OPENED_PER_SECOND, count: streams }, async (number) => open(number));
setTimeout(() => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  found({ opened, refused, bytes });
}, seconds * 1_000);
