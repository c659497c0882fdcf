import type { Socket } from "node:net";
import { generate, type Packet, parser } from "mqtt-packet";
import "../connection/packet-numbers.ts";
import { contained } from "../../../shared/connection-faults.ts";
import type { TurnTaker } from "../../../shared/fair-turns.ts";
import { PacketStream } from "../connection/packet-stream.ts";
import type { BrokerOptions } from "./broker-options.ts";
import { ClientProtocol } from "./client-protocol.ts";
import { shownPacket } from "./packet-traffic.ts";
import type { Resync } from "./resync.ts";
import { CLIENT_PACKETS, Session } from "./session.ts";

export interface ClientConnectionOptions extends BrokerOptions {
  readonly socket: Socket;
  /** Undefined where clients that subscribe get events only. */
  readonly sendsState: Resync | undefined;
  readonly findKey: (credentials: readonly string[], clientAddress: string) => string | undefined;
  /** Called once the client has sent CONNECT. */
  readonly onConnected: () => void;
  /** Called once the client is accepted: another connection with the same id must end. */
  readonly onAccepted: (clientId: string) => void;
  /** The client is to be given a turn. */
  readonly onDue: () => void;
}

/** How many packets of a client are handled at once. */
const PACKETS_IN_TURN = 8;
/** To handle a packet takes about as long as to send so many messages. */
const PACKET_COST = 4;

/**
 * One client of the broker on its socket. In each of its turns some of its packets are handled and some events are sent.
 * Nothing more is read from a client before all of that is handled, nor while it does not take the answers.
 */
export class ClientConnection implements TurnTaker {
  /** The clients of one address have a share together. */
  readonly owner: string;
  readonly session: Session;
  readonly #options: ClientConnectionOptions;
  readonly #socket: Socket;
  readonly #protocol: ClientProtocol;
  readonly #parser = parser();
  readonly #stream: PacketStream;
  /** Bytes that are not cut into packets yet. */
  #piece: Buffer | undefined;
  /** Whole packets of accepted kinds and sizes. */
  #packets: Buffer[] = [];
  readonly #stateTurn: TurnTaker;

  constructor(options: ClientConnectionOptions) {
    const { socket, sendsState, onDue } = options;
    this.#options = options;
    this.#socket = socket;
    this.owner = socket.remoteAddress ?? "";
    this.#stream = new PacketStream({ kinds: CLIENT_PACKETS, bytes: options.limits.packetBytes });
    this.#stateTurn = { owner: this.owner, takeTurn: () => this.#contain(() => this.session.sendState()) };
    this.session = new Session({
      ...options,
      resyncCursor: sendsState?.cursor(),
      clientAddress: this.owner,
      origin: options.origin(socket.localAddress ?? ""),
      send: this.#write,
      corked: (sendAll) => {
        socket.cork();
        sendAll();
        socket.uncork();
      },
      onDue,
      onStateDue: () => sendsState?.add(this.#stateTurn),
      isBlocked: () => socket.writableNeedDrain,
      drop: () => dropSocket(socket),
    });
    this.#protocol = new ClientProtocol({
      ...options,
      session: this.session,
      write: this.#write,
      end: () => socket.destroySoon(),
    });
    this.#read();
  }

  takeTurn(): number {
    return this.#contain(() => this.#handleSome() * PACKET_COST + this.session.sendSome());
  }

  /** The connection has ended. */
  close(): void {
    this.#piece = undefined;
    this.#packets = [];
    this.#options.sendsState?.remove(this.#stateTurn);
  }

  tick(): void {
    this.#contain(() => {
      this.session.tick();
      return 0;
    });
  }

  #read(): void {
    this.#parser.on("packet", (packet) => {
      this.#show(packet);
      if (this.#protocol.handle(packet) === "refused") this.session.drop();
    });
    this.#parser.on("error", () => this.session.drop());
    this.#socket.on("data", (piece) => {
      this.#piece = piece;
      this.#socket.pause();
      this.#options.onDue();
    });
    this.#socket.on("drain", () => {
      this.session.drained();
      this.#readOn();
    });
  }

  /** Returns how many packets. */
  #handleSome(): number {
    if (this.#piece) this.#admit(this.#piece);
    const packets = this.#packets.splice(0, PACKETS_IN_TURN);
    for (const packet of packets) if (this.#socket.writable) this.#parser.parse(packet);
    if (this.#packets.length > 0) this.#options.onDue();
    else this.#readOn();
    return packets.length;
  }

  /** Nothing of a piece is answered that exceeds a limit. */
  #admit(piece: Buffer): void {
    this.#piece = undefined;
    const admitted = this.session.admitAll(this.#stream.take(piece));
    if (admitted === "refused") this.session.drop();
    else this.#packets = [...admitted];
  }

  #readOn(): void {
    const isHandled = this.#piece === undefined && this.#packets.length === 0;
    if (isHandled && this.#socket.isPaused() && !this.#socket.writableNeedDrain) this.#socket.resume();
  }

  readonly #write = (packet: Packet, sent?: () => void): void => {
    if (!this.#socket.writable) return;
    this.#show(packet);
    if (!sent) return void this.#socket.write(generate(packet));
    this.#socket.write(generate(packet), (error) => {
      if (error) return;
      this.#contain(() => {
        sent();
        return 0;
      });
    });
  };

  #show(packet: Packet): void {
    const { traffic } = this.#options;
    if (!traffic?.isOn) return;
    const { remoteAddress = "", remotePort } = this.#socket;
    traffic.note(shownPacket(packet, `${remoteAddress.replace(/^::ffff:/, "")}:${remotePort}`, this.session));
  }

  /** A fault is reported and ends this connection alone; returns what the work cost. */
  #contain(work: () => number): number {
    let cost = 0;
    const end = () => this.session.drop();
    contained({ end, onFault: this.#options.onFault }, () => {
      cost = work();
    })();
    return cost;
  }
}

/** Bytes that the kernel has taken are still delivered; a client that does not read is not waited for. */
function dropSocket(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroySoon();
  else socket.destroy();
}
