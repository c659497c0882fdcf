import { connect, type Socket } from "node:net";
import { PublishedItems } from "../../e2e/support/event-load-published.ts";
import {
  connectPacket,
  PINGREQ,
  pubackPacket,
  publishPacket,
  subscribePacket,
  unsubscribePacket,
} from "../../test/support/events/mqtt-packets.ts";
import { found, given } from "../support/given.ts";
import { loopbackAddress } from "../support/loopback-address.ts";
import { steadily } from "../support/steady-pace.ts";

/** What a client of the MQTT broker does. */
export type SubscriberManner =
  | "subscribe-again"
  | "many-filters"
  | "never-acknowledge"
  | "never-read"
  | "ping-unread"
  | "connect-again"
  | "publish";

interface Given {
  readonly port: number;
  readonly seconds: number;
  readonly clients: number;
  /** From how many addresses they come. */
  readonly addresses: number;
  readonly manner: SubscriberManner;
}

const OPENED_PER_SECOND = 500;
/** What the broker takes of one client for long, without what it takes at once. */
const PACKETS_PER_SECOND = 10;
const LONG_ID = "x".repeat(16_000);
/** As many as fit into the longest packet. */
const FILTERS = Array.from({ length: 1_300 }, (_, number) => `res/${number}`);

const { port, seconds, clients, addresses, manner } = await given<Given>();
const sockets = new Set<Socket>();
let opened = 0;
let bytes = 0;
let isOver = false;

/** What is said at once, and then again and again. */
const SPEECH: Readonly<
  Record<SubscriberManner, readonly [atOnce: readonly Buffer[], again: readonly Buffer[], perSecond: number]>
> = {
  "subscribe-again": [[connectPacket(), subscribePacket(["#"])], [subscribePacket(["#"])], 2],
  "many-filters": [[connectPacket()], [subscribePacket(FILTERS), unsubscribePacket(FILTERS)], PACKETS_PER_SECOND / 2],
  "never-acknowledge": [[connectPacket(), subscribePacket(["#"])], [subscribePacket(["#"])], 2],
  "never-read": [[connectPacket(), subscribePacket(["#"], 0)], [subscribePacket(["#"], 0)], 2],
  "ping-unread": [[connectPacket()], [subscribePacket(FILTERS)], PACKETS_PER_SECOND],
  "connect-again": [[connectPacket({ clientId: LONG_ID })], [], 0],
  publish: [[connectPacket(), publishPacket("res/light/update", LONG_ID)], [publishPacket("#", LONG_ID), PINGREQ], 50],
};
const DOES_NOT_READ: readonly SubscriberManner[] = ["never-read", "ping-unread"];

function open(number: number): void {
  if (isOver) return;
  opened += 1;
  const [atOnce, again, perSecond] = SPEECH[manner];
  const items = new PublishedItems();
  const socket = connect({ port, host: "127.0.0.1", localAddress: loopbackAddress(number % addresses), noDelay: true });
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.write(Buffer.concat(atOnce));
  if (DOES_NOT_READ.includes(manner)) socket.pause();
  else
    socket.on("data", (piece) => {
      bytes += piece.byteLength;
      if (manner === "connect-again") socket.destroy();
      if (manner !== "subscribe-again") return;
      const published = items.take(piece);
      if (published.length > 0) socket.write(Buffer.concat(published.map(({ messageId }) => pubackPacket(messageId))));
    });
  const speaking =
    again.length > 0
      ? setInterval(() => socket.writable && socket.write(Buffer.concat(again)), 1_000 / perSecond)
      : undefined;
  socket.once("close", () => {
    clearInterval(speaking);
    sockets.delete(socket);
    setTimeout(() => open(number), manner === "connect-again" ? 0 : 50);
  });
}

void steadily({ perSecond: OPENED_PER_SECOND, count: clients }, async (number) => open(number));
setTimeout(() => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  found({ opened, bytes });
}, seconds * 1_000);
