import type { Clock } from "../../shared/clock.ts";
import { SourceBudget, type SourceRates } from "../../shared/source-budget.ts";
import { ClaimedNames } from "./claimed-names.ts";
import { conflictIn, fromOthers, losesTo } from "./conflicts.ts";
import { isFacing } from "./interface-facing.ts";
import { InterfaceResponder } from "./interface-responder.ts";
import type { Endpoint, SendOnInterface } from "./interface-socket.ts";
import type { NetworkInterface } from "./interfaces.ts";
import type { Query, Response } from "./message.ts";
import { MessageReader } from "./message-reader.ts";
import { recordsOf, type ServiceRecord } from "./records.ts";
import type { MdnsService } from "./service.ts";

/** RFC 6762 §8. */
const PROBES = 3;
const PROBE_MILLIS = 250;
const LOST_PROBE_MILLIS = 1_000;
const SECOND_ANNOUNCEMENT_MILLIS = 1_000;

/** How many unicast responses are sent. */
const ANSWERING: SourceRates = { perSource: { perSecond: 4, burst: 20 }, inAll: { perSecond: 40, burst: 200 } };

/** An interface, and what sends on it. */
export interface Link {
  readonly networkInterface: NetworkInterface;
  readonly send: SendOnInterface;
}

export interface ResponderOptions {
  readonly service: MdnsService;
  readonly links: readonly Link[];
  readonly clock: Clock;
  readonly random: () => number;
  /** Called after each first announcement under a name; `faults` are those of links that could not send it. */
  readonly onAnnounced: (name: string, faults: ReadonlyMap<Link, Error>) => void;
}

/** Announces a service by mDNS: probes for its names, announces it, answers queries, defends the names (RFC 6762). */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #interfaces: readonly NetworkInterface[];
  readonly #names: ClaimedNames;
  readonly #reader: MessageReader;
  readonly #budget: SourceBudget;
  /** What is received while `waiting` may be stale. */
  #phase: "waiting" | "probing" | "announced" = "waiting";
  /** Made anew under each name. */
  #responders: ReadonlyMap<Link, InterfaceResponder> = new Map();
  /** The addresses of all our interfaces under the host's name. */
  #ownAddresses: readonly ServiceRecord[] = [];
  #cancel: () => void = () => undefined;

  constructor(options: ResponderOptions) {
    const { service, links, clock } = options;
    this.#options = options;
    this.#interfaces = links.map(({ networkInterface }) => networkInterface);
    this.#names = new ClaimedNames(service);
    this.#reader = new MessageReader(this.#interfaces, clock.now);
    this.#budget = new SourceBudget(ANSWERING, clock.now());
  }

  start(): void {
    this.#probeAfter(this.#names.probeDelayMillis(this.#options.random));
  }

  receive(link: Link, datagram: Buffer, sender: Endpoint): void {
    const responder = this.#responders.get(link);
    if (this.#phase === "waiting" || !responder) return;
    const message = this.#reader.read(link.networkInterface, datagram, sender);
    if (message?.kind === "query") this.#onQuery(responder, message, sender);
    if (message?.kind === "response") this.#onResponse(responder, message);
  }

  /** Ends, and takes the announcement back if there is one; resolves when that is sent. */
  async goodbye(): Promise<void> {
    const isAnnounced = this.#phase === "announced";
    this.end();
    if (isAnnounced) await Promise.all([...this.#responders.values()].map((responder) => responder.goodbye()));
  }

  end(): void {
    this.#cancel();
    this.#phase = "waiting";
    for (const responder of this.#responders.values()) responder.cancel();
  }

  #onQuery(responder: InterfaceResponder, query: Query, sender: Endpoint): void {
    if (this.#phase === "announced") responder.answer(query, sender);
    else if (losesTo(fromOthers(query.proposed, this.#ownAddresses), responder.records))
      this.#probeAfter(LOST_PROBE_MILLIS);
  }

  /** A name that was announced is probed for again; one that is being probed for is given up (RFC 6762 §9). */
  #onResponse(responder: InterfaceResponder, { records }: Response): void {
    const conflict = conflictIn(fromOthers(records, this.#ownAddresses), responder.records);
    if (conflict === undefined) return;
    this.#names.contest();
    if (this.#phase === "probing") this.#names.renounce(conflict);
    this.#probeAfter(this.#names.probeDelayMillis(this.#options.random));
  }

  #probeAfter(millis: number): void {
    const { links, clock } = this.#options;
    this.end();
    this.#ownAddresses = recordsOf(this.#names.service, this.#addresses).addresses;
    this.#responders = new Map(links.map((link) => [link, this.#responderOn(link)]));
    this.#cancel = clock.after(millis, () => this.#probe(1));
  }

  /** Knows the addresses of all our interfaces on the link's network. */
  #responderOn({ networkInterface, send }: Link): InterfaceResponder {
    const { clock, random } = this.#options;
    const facing = this.#addresses.filter((address) => isFacing(networkInterface, address, this.#interfaces));
    const records = recordsOf(this.#names.service, facing);
    return new InterfaceResponder({ records, send, clock, random, budget: this.#budget });
  }

  get #addresses(): readonly string[] {
    return this.#interfaces.map(({ address }) => address);
  }

  #probe(count: number): void {
    const next = () => (count < PROBES ? this.#probe(count + 1) : this.#announce());
    this.#phase = "probing";
    this.#cancel = this.#options.clock.after(PROBE_MILLIS, next);
    for (const responder of this.#responders.values()) responder.probe();
  }

  #announce(): void {
    const { clock, onAnnounced } = this.#options;
    const { name } = this.#names.service;
    this.#phase = "announced";
    this.#cancel = clock.after(SECOND_ANNOUNCEMENT_MILLIS, () => {
      this.#names.confirm();
      void this.#announceOnAll();
    });
    void this.#announceOnAll().then((faults) => onAnnounced(name, faults));
  }

  async #announceOnAll(): Promise<ReadonlyMap<Link, Error>> {
    const faults = new Map<Link, Error>();
    await Promise.all(
      [...this.#responders].map(async ([link, responder]) => {
        const error = await responder.announce();
        if (error) faults.set(link, error);
      }),
    );
    return faults;
  }
}
