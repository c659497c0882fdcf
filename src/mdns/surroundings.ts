import dgram, { type RemoteInfo, type Socket, type SocketOptions } from "node:dgram";
import os from "node:os";
import type { Card } from "./cards.ts";
import { hears } from "./hears.ts";

/** What became of the sockets that ciao opened, one for each card. */
interface Sockets {
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
  const sent = new Set<string>();
  let trouble: Error | undefined;
  const noteTrouble = (error: Error) => {
    trouble ??= error;
  };

  const confined = (socket: Socket): Socket => {
    const { addMembership, emit, send } = socket;
    /** Shows when the socket joins the group there. */
    let card: Card | undefined;
    return Object.assign(socket.on("error", noteTrouble), {
      addMembership(group: string, address: string) {
        addMembership.call(socket, group, address);
        card = cards.find((one) => one.address === address);
      },
      emit(event: string, content: unknown, sender: RemoteInfo) {
        const isStrange = event === "message" && !(card && hears(card, sender.address, cards));
        return !isStrange && Reflect.apply(emit, socket, [event, content, sender]);
      },
      send(message: Uint8Array, port: number, address: string, done: (error: Error | null) => void) {
        const note = (error: Error | null) => {
          if (error) noteTrouble(error);
          else if (card) sent.add(card.address);
          done(error);
        };
        Reflect.apply(send, socket, [message, port, address, note]);
      },
    });
  };

  const { createSocket } = dgram;
  Object.assign(dgram, { createSocket: (options: SocketOptions) => confined(createSocket(options)) });
  Object.assign(os, { networkInterfaces: () => shown(cards) });
  return {
    sent,
    get trouble() {
      return trouble;
    },
  };
}

/** Each card under its address for a name. Ciao insists on an inner card; one without an address it leaves alone. */
function shown(cards: readonly Card[]): object {
  const named = cards.map((card) => [card.address, [{ ...card, family: "IPv4" }]]);
  return Object.fromEntries([...named, ["inner", [{ internal: true }]]]);
}
