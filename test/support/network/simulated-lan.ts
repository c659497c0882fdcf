import { decode, type Packet } from "dns-packet";
import type { Endpoint, InterfaceSocketEvents, OpenInterfaceSocket } from "../../../src/edges/mdns/interface-socket.ts";
import type { NetworkInterface } from "../../../src/edges/mdns/interfaces.ts";
import type { Clock } from "../../../src/shared/clock.ts";
import { isOnNetwork } from "../../../src/shared/ipv4.ts";
import { MDNS_GROUP, MDNS_PORT } from "../../../src/shared/mdns-group.ts";

const TRAVEL_MILLIS = 1;

export interface SentDatagram {
  readonly atMillis: number;
  readonly from: string;
  readonly to: Endpoint;
  readonly bytes: number;
  readonly packet: Packet;
}

interface OpenSocket {
  readonly networkInterface: NetworkInterface;
  readonly events: InterfaceSocketEvents;
}

/** Networks in memory: what is multicast on one reaches all sockets on it, the sender's own too, after a millisecond. */
export class SimulatedLan {
  readonly sent: SentDatagram[] = [];
  /** Why sockets on some addresses cannot be opened, or cannot send. */
  readonly refusesToOpen = new Map<string, Error>();
  readonly refusesToSend = new Map<string, Error>();
  /** Where a router is that repeats on each of its networks what is multicast on another one. */
  repeaters: readonly NetworkInterface[] = [];
  readonly #clock: Clock;
  readonly #sockets = new Set<OpenSocket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly openSocket: OpenInterfaceSocket = async (networkInterface, events) => {
    const refusal = this.refusesToOpen.get(networkInterface.address);
    if (refusal) throw refusal;
    const socket = { networkInterface, events };
    this.#sockets.add(socket);
    return {
      send: async (packet, to = { address: MDNS_GROUP, port: MDNS_PORT }) => {
        const fault = this.refusesToSend.get(networkInterface.address);
        if (fault || !this.#sockets.has(socket)) return fault ?? new Error("closed");
        const datagram = Buffer.from(packet);
        const from = networkInterface.address;
        this.sent.push({
          atMillis: this.#clock.now(),
          from,
          to,
          bytes: datagram.length,
          packet: decode(datagram),
        });
        if (to.address === MDNS_GROUP) this.multicast(datagram, { address: from, port: MDNS_PORT });
        return undefined;
      },
      close: async () => void this.#sockets.delete(socket),
    };
  };

  get openSockets(): number {
    return this.#sockets.size;
  }

  /** From a socket that is open, or from somebody else. */
  multicast(datagram: Buffer, sender: Endpoint): void {
    this.#clock.after(TRAVEL_MILLIS, () => {
      for (const { networkInterface, events } of this.#sockets) {
        if (isOnNetwork(networkInterface, sender.address)) events.onDatagram(datagram, sender);
      }
    });
    if (this.repeaters.some(({ address }) => address === sender.address)) return;
    const elsewhere = this.repeaters.filter((repeater) => !isOnNetwork(repeater, sender.address));
    for (const { address } of elsewhere) this.multicast(datagram, { address, port: MDNS_PORT });
  }

  /** Every socket on an address fails. */
  breakSocketsOn(address: string, error: Error): void {
    for (const socket of [...this.#sockets].filter(({ networkInterface }) => networkInterface.address === address)) {
      this.#sockets.delete(socket);
      socket.events.onLost(error);
    }
  }
}

/** A sent datagram in a few words, such as `probe Luxgate`. */
export function inWords({ packet, to }: SentDatagram): string {
  const [first] = packet.type === "query" ? packet.questions : packet.answers;
  if (packet.type === "query") return `probe ${labelOf(first?.name)}`;
  const pointer = packet.answers.find(({ name, type }) => type === "PTR" && !name.startsWith("_services"));
  const name = pointer && labelOf(String(pointer.data));
  if (pointer?.ttl === 0) return `goodbye ${name}`;
  if (packet.answers.some(({ name: of }) => of.startsWith("_services")) && pointer) return `announce ${name}`;
  const types = packet.answers.map(({ type }) => type).join(" ");
  return to.address === MDNS_GROUP ? `answer ${types}` : `answer ${types} to ${to.address}:${to.port}`;
}

const labelOf = (name = ""): string => name.split(".")[0] ?? "";
