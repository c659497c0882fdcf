import { type Answer, encode, type Question } from "dns-packet";
import { MDNS_PORT } from "../../../src/shared/mdns-group.ts";
import type { SimulatedLan } from "./simulated-lan.ts";

export const SERVICE_TYPE = "_luxgate._tcp.local";
export const HOST = "luxgate-02005e1000ab.local";

/** Asks for a unicast response, by a bit of the class that dns-packet does not know. */
const UNICAST_BIT = 0x80;

/** Somebody else on a network in memory. */
export class MdnsNeighbour {
  readonly address = "10.71.1.7";
  readonly #lan: SimulatedLan;

  constructor(lan: SimulatedLan) {
    this.#lan = lan;
  }

  /** Sends from port 5353, or from another one as programs do that know only ordinary DNS. */
  send(datagram: Buffer, { port = MDNS_PORT, address = this.address } = {}): void {
    this.#lan.multicast(datagram, { address, port });
  }

  ask(name: string, type: string, from: { readonly port?: number; readonly address?: string } = {}): void {
    this.send(encode({ id: 77, type: "query", questions: [questionFor(name, type)] }), from);
  }

  /** For a unicast response. */
  askAlone(name: string, type: string): void {
    const datagram = encode({ type: "query", questions: [questionFor(name, type)] });
    const classAt = datagram.length - 2;
    datagram[classAt] = UNICAST_BIT;
    this.send(datagram);
  }

  /** And says what it knows. */
  askKnowing(name: string, type: string, answers: readonly Answer[]): void {
    this.send(encode({ type: "query", questions: [questionFor(name, type)], answers }));
  }

  probe(authorities: readonly Answer[]): void {
    const questions = authorities.slice(0, 1).map(({ name }) => questionFor(name, "ANY"));
    this.send(encode({ type: "query", questions, authorities }));
  }

  announce(answers: readonly Answer[], from: { readonly port?: number } = {}): void {
    this.send(encode({ type: "response", answers }), from);
  }
}

const questionFor = (name: string, type: string): Question => ({ name, type, class: "IN" });

/** The record of a service by which programs find out where it is. */
export const locationOf = (name: string, { port = 8080, target = HOST, ttl = 120 } = {}): Answer => ({
  name: `${name}.${SERVICE_TYPE}`,
  type: "SRV",
  ttl,
  data: { port, target },
});

/** What the gateway of `Announced` says of itself, unless something else is given. */
export const textOf = (name: string, entries = OWN_ENTRIES): Answer => ({
  name: `${name}.${SERVICE_TYPE}`,
  type: "TXT",
  ttl: 4_500,
  data: entries.map((entry) => Buffer.from(entry)),
});

const OWN_ENTRIES = [
  "id=02:00:5E:10:00:AB",
  "reset_id=A0000000-0000-4000-8000-000000000000",
  "model=LG-1",
  "version=1.2.3",
];

export const addressOf = (name: string, address: string): Answer => ({ name, type: "A", ttl: 120, data: address });
