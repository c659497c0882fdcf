import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { connectPacket, pubackPacket, subscribePacket } from "../../test/support/events/mqtt-packets.ts";
import type { Hearing } from "./event-load-hearing.ts";
import { PublishedItems } from "./event-load-published.ts";
import { EventText } from "./event-load-text.ts";

/** Hangs up. */
export type HangUp = () => void;

const STREAM = "/eventstream/clip/v2";
/** Longer than any measurement: nobody has to say that it is still there. */
const KEEP_ALIVE_SECONDS = 3_600;
const SUBSCRIBING = Buffer.concat([
  connectPacket({ keepAliveSeconds: KEEP_ALIVE_SECONDS }),
  subscribePacket(["res/#"]),
]);

/** Follows events over HTTP; settles once it has the snapshot. */
export function listenByHttp(port: number, hearing: Hearing): Promise<HangUp> {
  return new Promise((resolve, reject) => {
    let isWanted = true;
    const asked = get({ host: "127.0.0.1", port, path: STREAM, agent: false }, (answer: IncomingMessage) => {
      const text = new EventText(hearing);
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text.take(piece, performance.now());
        if (text.hasSnapshot) resolve(hangUp);
      });
      answer.on("error", () => undefined).on("close", () => isWanted && hearing.fault("a stream ended"));
    });
    asked.on("error", reject);
    const hangUp = () => {
      isWanted = false;
      asked.destroy();
    };
  });
}

/** Follows events over MQTT, with QoS 1 and no client id; settles once it is subscribed. */
export function listenByMqtt(port: number, hearing: Hearing): Promise<HangUp> {
  return new Promise((resolve, reject) => {
    let isWanted = true;
    const items = new PublishedItems();
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    socket.on("data", (piece) => {
      const nowMillis = performance.now();
      const published = items.take(piece);
      if (published.length > 0) socket.write(Buffer.concat(published.map(({ messageId }) => pubackPacket(messageId))));
      for (const { item } of published) hearing.hear(item, nowMillis);
      if (items.isSubscribed) resolve(hangUp);
    });
    socket.on("error", reject).on("close", () => isWanted && hearing.fault("an MQTT connection ended"));
    socket.write(SUBSCRIBING);
    const hangUp = () => {
      isWanted = false;
      socket.destroy();
    };
  });
}

/** Asks for events over HTTP and reads no more than the first byte. */
export const idleByHttp = (port: number): Promise<HangUp> =>
  idle(port, { asks: `GET ${STREAM} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, reads: 1 });

/** Subscribes over MQTT and reads no more than that it is subscribed: CONNACK and SUBACK. */
export const idleByMqtt = (port: number): Promise<HangUp> => idle(port, { asks: SUBSCRIBING, reads: 4 + 5 });

/** Only a socket with a buffer of its own stops at once; another reads on until it has some kilobytes. */
function idle(port: number, { asks, reads }: { asks: string | Uint8Array; reads: number }): Promise<HangUp> {
  return new Promise((resolve, reject) => {
    let missing = reads;
    const callback = (count: number): boolean => {
      missing -= count;
      if (missing <= 0) resolve(() => void socket.destroy());
      return missing > 0;
    };
    const socket = connect({ host: "127.0.0.1", port, onread: { buffer: Buffer.alloc(reads), callback } });
    socket.on("error", reject).write(asks);
  });
}
