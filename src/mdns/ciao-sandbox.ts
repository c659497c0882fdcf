import dgram, { type RemoteInfo, type Socket, type SocketOptions } from "node:dgram";
import os from "node:os";
import { isFacing } from "./card-facing.ts";
import type { Card } from "./cards.ts";

/** What happened on the sockets that ciao opened, one for each card. */
interface Sockets {
  /** The addresses of the cards on which something could be sent. */
  readonly sent: ReadonlySet<string>;
  /** The first error. */
  readonly trouble: Error | undefined;
}

/**
 * Makes ciao, in this thread, see these cards only, and on each card only datagrams of the card's own network. Otherwise
 * ciao uses one address of each card, starts a shell every 15 seconds to look for more cards, and on Linux receives every
 * network's datagrams on every card: a client would also get the address that we have on another network.
 */
export function sandboxCiao(cards: readonly Card[]): Sockets {
  const sent = new Set<string>();
  let trouble: Error | undefined;
  const noteTrouble = (error: Error) => {
    trouble ??= error;
  };

  const sandboxed = (socket: Socket): Socket => {
    const { addMembership, emit, send } = socket;
    /** Known once the socket joins the multicast group. */
    let card: Card | undefined;
    return Object.assign(socket.on("error", noteTrouble), {
      addMembership(group: string, address: string) {
        addMembership.call(socket, group, address);
        card = cards.find((one) => one.address === address);
      },
      emit(event: string, content: unknown, sender: RemoteInfo) {
        const isStrange = event === "message" && !(card && isFacing(card, sender.address, cards));
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
  Object.assign(dgram, { createSocket: (options: SocketOptions) => sandboxed(createSocket(options)) });
  Object.assign(os, { networkInterfaces: () => shown(cards) });
  return {
    sent,
    get trouble() {
      return trouble;
    },
  };
}

/**
 * Each card, with its address for a name. Ciao requires a loopback card, and ignores a loopback card without an
 * address.
 */
function shown(cards: readonly Card[]): object {
  const named = cards.map((card) => [card.address, [{ ...card, family: "IPv4" }]]);
  return Object.fromEntries([...named, ["inner", [{ internal: true }]]]);
}
