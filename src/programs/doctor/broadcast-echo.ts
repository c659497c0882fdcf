import { randomUUID } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import type { NetworkInterface } from "./interfaces.ts";

/** What became of a broadcast. */
export type Echo = "comes back" | "does not come back" | { readonly refused: string };

const TRIES = 3;
const TRY_MILLIS = 200;

/** Broadcasts a token on an interface's network, and looks whether the broadcast arrives at this machine too. */
export async function broadcastEcho({ address, broadcast = "" }: NetworkInterface): Promise<Echo> {
  const [receiver, sender] = [createSocket("udp4"), createSocket("udp4")];
  try {
    await Promise.all([bound(receiver, "0.0.0.0"), bound(sender, address)]);
    sender.setBroadcast(true);
    const token = randomUUID();
    const received = new Promise<"comes back">((resolve) => {
      receiver.on("message", (message) => message.toString() === token && resolve("comes back"));
    });
    for (let tried = 0; tried < TRIES; tried += 1) {
      await sent(sender, token, receiver.address().port, broadcast);
      if ((await Promise.race([received, pause()])) === "comes back") return "comes back";
    }
    return "does not come back";
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  } finally {
    receiver.close();
    sender.close();
  }
}

const bound = (socket: Socket, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ address, port: 0, exclusive: true }, () => resolve());
  });

const sent = (socket: Socket, token: string, port: number, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.send(token, port, address, (error) => (error ? reject(error) : resolve()));
  });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TRY_MILLIS));
