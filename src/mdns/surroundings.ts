import dgram, { type RemoteInfo, type Socket, type SocketOptions } from "node:dgram";
import os from "node:os";
import { type Card, hears } from "./cards.ts";

/** What became of the sockets that ciao opened, one for each card. */
export interface Sockets {
  /** The addresses of the cards on which something could be sent. */
  readonly sent: ReadonlySet<string>;
  /** The first thing that went wrong. */
  readonly trouble: Error | undefined;
}

/**
 * Shows ciao, in this thread, these cards and no others, and at each of them only what its own network sends.
 * Left alone, it knows one address of each card, starts a shell every 15 seconds to look for more cards, and on Linux
 * hears every network at every card: it would answer an asker also with the address that we have on another network.
 */
export function surroundCiao(cards: readonly Card[]): Sockets {
  const sockets = { sent: new Set<string>(), trouble: undefined as Error | undefined };
  const open = dgram.createSocket;

  /** Which card a socket is for shows when it joins the group there. */
  const confined = (socket: Socket): Socket => {
    const { addMembership, emit, send } = socket;
    let card: Card | undefined;
    const noteTrouble = (error: Error) => {
      sockets.trouble ??= error;
    };
    return Object.assign(socket, {
      addMembership(group: string, address: string) {
        addMembership.call(socket, group, address);
        card = cards.find((one) => one.address === address);
      },
      emit(event: string, ...details: readonly unknown[]) {
        if (event === "error") noteTrouble(details[0] as Error);
        if (event === "message" && !isHeardAt(card, details[1] as RemoteInfo)) return false;
        return Reflect.apply(emit, socket, [event, ...details]);
      },
      send(message: Uint8Array, port: number, address: string, done: (error: Error | null) => void) {
        send.call(socket, message, port, address, (error) => {
          if (error) noteTrouble(error);
          else if (card) sockets.sent.add(card.address);
          done(error);
        });
      },
    });
  };
  const isHeardAt = (card: Card | undefined, { address }: RemoteInfo) => !!card && hears(card, address, cards);

  Object.assign(dgram, { createSocket: (options: SocketOptions) => confined(open(options)) });
  Object.assign(os, { networkInterfaces: () => shownAs(cards) });
  return sockets;
}

/** Each card under its address for a name. Ciao insists on an inner card; one without an address it leaves alone. */
function shownAs(cards: readonly Card[]): object {
  const shown = cards.map((card) => [card.address, [{ ...card, family: "IPv4" }]]);
  return Object.fromEntries([...shown, ["inner", [{ internal: true }]]]);
}
