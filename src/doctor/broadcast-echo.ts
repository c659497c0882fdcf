import { randomUUID } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import type { Card } from "./cards.ts";

/** What became of a broadcast. */
export type Echo = "comes back" | "does not come back" | { readonly refused: string };

const TRIES = 3;
const TRY_MILLIS = 200;

/** Sends to everybody on a card's network, and listens whether it arrives here too, as it does at everybody's. */
export async function broadcastEcho({ address, broadcast = "" }: Card): Promise<Echo> {
  const [ears, mouth] = [createSocket("udp4"), createSocket("udp4")];
  try {
    await Promise.all([bound(ears, "0.0.0.0"), bound(mouth, address)]);
    mouth.setBroadcast(true);
    const word = randomUUID();
    const heard = new Promise<"comes back">((resolve) => {
      ears.on("message", (message) => message.toString() === word && resolve("comes back"));
    });
    for (let tried = 0; tried < TRIES; tried += 1) {
      await sent(mouth, word, ears.address().port, broadcast);
      if ((await Promise.race([heard, pause()])) === "comes back") return "comes back";
    }
    return "does not come back";
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  } finally {
    ears.close();
    mouth.close();
  }
}

const bound = (socket: Socket, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ address, port: 0, exclusive: true }, () => resolve());
  });

const sent = (socket: Socket, word: string, port: number, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.send(word, port, address, (error) => (error ? reject(error) : resolve()));
  });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TRY_MILLIS));
