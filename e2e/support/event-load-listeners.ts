import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { connectPacket, pubackPacket, subscribePacket } from "../../test/support/mqtt-packets.ts";
import { EventText } from "./event-load-text.ts";
import type { Hearing } from "./event-load-ledger.ts";
import { PublishedItems } from "./event-load-published.ts";

/** A client that hears everything at once. */
export interface Listener {
  close(): void;
}

/** Follows events over HTTP; comes back once it has its snapshot. */
export async function listenByHttp(port: number, hearing: Hearing): Promise<Listener> {
  const asked = get({ host: "127.0.0.1", port, path: "/eventstream/clip/v2", agent: false });
  const [answer] = await once(asked, "response");
  const text = new EventText(hearing);
  let isClosing = false;
  asked.on("error", () => undefined);
  answer.on("error", () => undefined);
  answer.on("close", () => isClosing || hearing.cutOff());
  await new Promise<void>((resolve) => {
    answer.setEncoding("utf8").on("data", (piece: string) => {
      text.take(piece, performance.now());
      if (text.hasSnapshot) resolve();
    });
  });
  return {
    close() {
      isClosing = true;
      asked.destroy();
    },
  };
}

/** Follows events over MQTT with QoS 1 and no client id; comes back once it is subscribed. */
export async function listenByMqtt(port: number, hearing: Hearing): Promise<Listener> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  const items = new PublishedItems();
  let isClosing = false;
  socket.on("error", () => undefined);
  socket.on("close", () => isClosing || hearing.cutOff());
  socket.write(Buffer.concat([connectPacket({ keepAliveSeconds: 600 }), subscribePacket(["res/#"])]));
  await new Promise<void>((resolve) => {
    socket.on("data", (piece) => {
      const nowMillis = performance.now();
      const published = items.take(piece);
      if (published.length > 0) socket.write(Buffer.concat(published.map(({ messageId }) => pubackPacket(messageId))));
      for (const { item } of published) hearing.hear(item, nowMillis);
      if (items.isSubscribed) resolve();
    });
  });
  return {
    close() {
      isClosing = true;
      socket.destroy();
    },
  };
}
