import { createSocket, type Socket } from "node:dgram";
import { onFirstError } from "../../shared/connection-faults.ts";
import { MDNS_GROUP, MDNS_PORT } from "../../shared/mdns-group.ts";
import type { NetworkInterface } from "./interfaces.ts";

/** RFC 6762 §11. */
const HOPS = 255;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Sends to one receiver, or to the multicast group. Resolves to why that was not possible. */
export type SendOnInterface = (packet: Uint8Array, to?: Endpoint) => Promise<Error | undefined>;

export interface InterfaceSocket {
  readonly send: SendOnInterface;
  close(): Promise<void>;
}

export interface InterfaceSocketEvents {
  /** On Linux also what other interfaces receive. */
  readonly onDatagram: (datagram: Buffer, sender: Endpoint) => void;
  /** The socket is closed then. */
  readonly onLost: (error: Error) => void;
}

export type OpenInterfaceSocket = (
  networkInterface: NetworkInterface,
  events: InterfaceSocketEvents,
) => Promise<InterfaceSocket>;

/** A socket that sends on one interface, and receives what is multicast there. Other programs may have the port as well. */
export function openInterfaceSocket(
  { address }: NetworkInterface,
  { onDatagram, onLost }: InterfaceSocketEvents,
  port = MDNS_PORT,
): Promise<InterfaceSocket> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const opened = interfaceSocketOf(socket, port);
  return new Promise((resolve, reject) => {
    let refuse: (error: Error) => void = reject;
    onFirstError(socket, (error) => {
      void opened.close();
      refuse(error);
    });
    socket.bind(port, () => {
      try {
        join(socket, address);
        socket.on("message", onDatagram);
        refuse = onLost;
        resolve(opened);
      } catch (error) {
        socket.emit("error", error);
      }
    });
  });
}

function join(socket: Socket, address: string): void {
  socket.addMembership(MDNS_GROUP, address);
  socket.setMulticastInterface(address);
  socket.setMulticastTTL(HOPS);
  socket.setTTL(HOPS);
}

function interfaceSocketOf(socket: Socket, port: number): InterfaceSocket {
  let isOpen = true;
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  return {
    send: (packet, to = { address: MDNS_GROUP, port }) =>
      new Promise((resolve) => {
        if (isOpen) socket.send(packet, to.port, to.address, (error) => resolve(error ?? undefined));
        else resolve(new Error("the socket is closed"));
      }),
    close: () => {
      if (isOpen) socket.close();
      isOpen = false;
      return closed;
    },
  };
}
