import type { Clock } from "../../shared/clock.ts";
import { contained } from "../../shared/connection-faults.ts";
import { reasonOf } from "../../shared/error-code.ts";
import type { Endpoint, InterfaceSocket, OpenInterfaceSocket } from "./interface-socket.ts";
import type { NetworkInterface } from "./interfaces.ts";
import { type Link, Responder } from "./responder.ts";
import type { MdnsService } from "./service.ts";
import type { MdnsState } from "./state.ts";

const GOODBYE_MILLIS = 400;

export interface RunningResponderOptions {
  readonly service: MdnsService;
  readonly interfaces: readonly NetworkInterface[];
  readonly openSocket: OpenInterfaceSocket;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with every state. After a state that is not `announced` the responder has ended. */
  readonly onState: (state: MdnsState) => void;
}

/** A responder with its sockets, one for each interface. */
export class RunningResponder {
  readonly #options: RunningResponderOptions;
  readonly #sockets: InterfaceSocket[] = [];
  #responder: Responder | undefined;
  #firstFault: unknown;
  #isOver = false;

  constructor(options: RunningResponderOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { service, interfaces, clock, random } = this.#options;
    const links = (await Promise.all(interfaces.map((networkInterface) => this.#open(networkInterface)))).flat();
    if (this.#isOver) return;
    if (links.length === 0) return this.#fail(inWords(this.#firstFault));
    const onAnnounced = (name: string, faults: ReadonlyMap<Link, Error>) => this.#tell(name, links, faults);
    this.#responder = new Responder({ service, links, clock, random, onAnnounced });
    this.#responder.start();
  }

  /** With a goodbye; resolves within half a second. */
  async stop(): Promise<void> {
    this.#isOver = true;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(GOODBYE_MILLIS, resolve);
    await Promise.race([this.#responder?.goodbye(), late]);
    cancel();
    await this.end();
  }

  /** Without a goodbye. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#responder?.end();
    await Promise.all(this.#sockets.map((socket) => socket.close()));
  }

  /** The link of an interface, if its socket can be opened. A fault in what is received ends this responder and nothing else. */
  async #open(networkInterface: NetworkInterface): Promise<readonly Link[]> {
    const fail = (error: unknown) => this.#fail(reasonOf(error));
    const receive = (datagram: Buffer, sender: Endpoint) => this.#responder?.receive(link, datagram, sender);
    const onDatagram = contained({ end: () => undefined, onFault: fail }, receive);
    let link: Link;
    try {
      const socket = await this.#options.openSocket(networkInterface, { onDatagram, onLost: fail });
      link = { networkInterface, send: socket.send };
      this.#sockets.push(socket);
      // Another socket may have been lost meanwhile.
      if (this.#isOver) await socket.close();
      return [link];
    } catch (error) {
      this.#firstFault ??= error;
      return [];
    }
  }

  #tell(name: string, links: readonly Link[], faults: ReadonlyMap<Link, Error>): void {
    if (this.#isOver) return;
    const addresses = links.filter((link) => !faults.has(link)).map(({ networkInterface }) => networkInterface.address);
    if (addresses.length > 0) this.#options.onState({ announced: true, name, addresses });
    else this.#fail(inWords([...faults.values()][0]));
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    void this.end();
    this.#options.onState({ announced: false, reason });
  }
}

function inWords(fault: unknown): string {
  const reason = reasonOf(fault);
  return reason === "EADDRINUSE" ? "another program uses UDP port 5353" : `sending fails (${reason})`;
}
