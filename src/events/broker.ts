import type { Socket } from "node:net";
import { generate, type Packet, parser } from "mqtt-packet";
import type { Home } from "../home/home.ts";
import "../mqtt/packet-numbers.ts";
import { PacketStream } from "../mqtt/packet-stream.ts";
import type { Clock } from "../shared/clock.ts";
import { contained, type FaultContainment } from "../shared/connection-faults.ts";
import type { TrafficLog } from "../shared/traffic-log.ts";
import { ClientProtocol, type RefusedClient } from "./client-protocol.ts";
import type { MqttLimits } from "./limits.ts";
import type { MessageLog } from "./message-log.ts";
import { shownPacket } from "./packet-traffic.ts";
import { Resync } from "./resync.ts";
import { CLIENT_PACKETS, Session } from "./session.ts";

export interface BrokerOptions {
  readonly clock: Clock;
  readonly limits: MqttLimits;
  readonly messages: MessageLog;
  readonly home: Home;
  /** Whether clients that subscribe get a resync; if not, only events from then on. */
  readonly resync: boolean;
  /** Where a client that reached us at an address of ours reaches us over HTTP, such as `http://192.168.1.20:8080`. */
  readonly origin: (ownAddress: string) => string;
  /** Whether a user name or password is a key; without this every client is accepted. */
  readonly isKey?: ((key: string, clientAddress: string) => boolean) | undefined;
  /** Called for every client that is refused because of its key, or because too many connections are open. */
  readonly onRefused: (refused: RefusedClient) => void;
  readonly onFault: (fault: unknown) => void;
  /** Is shown each packet, while somebody looks. */
  readonly traffic?: TrafficLog | undefined;
}

const TICK_MILLIS = 1_000;

/** An MQTT broker that publishes events to its clients, which publish nothing themselves. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #sessions = new Set<Session>();
  /** The last connection of each client id. */
  readonly #sessionsById = new Map<string, Session>();
  readonly #resync: Resync | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopTicking: () => void = () => undefined;

  private constructor(options: BrokerOptions) {
    this.#options = options;
    this.#resync = options.resync ? new Resync(options) : undefined;
  }

  static start(options: BrokerOptions): Broker {
    const broker = new Broker(options);
    broker.#unsubscribe = options.messages.onAppended(() => broker.#forEach((session) => session.sendEvents()));
    broker.#tick();
    return broker;
  }

  /** How many clients have sent CONNECT. */
  get clients(): number {
    return [...this.#sessions].filter(({ hasConnected }) => hasConnected).length;
  }

  /** The last event that the slowest client has acknowledged; undefined where there is no client. */
  get slowest(): number | undefined {
    const connected = [...this.#sessions].filter(({ hasConnected }) => hasConnected);
    return connected.length > 0 ? Math.min(...connected.map(({ acknowledged }) => acknowledged)) : undefined;
  }

  /** `onConnected` is called once the client has sent CONNECT. */
  accept(socket: Socket, onConnected: () => void): void {
    const { messages, limits, clock, origin } = this.#options;
    let clientId = "";
    const write = (packet: Packet, written?: () => void) => {
      if (!socket.writable) return;
      this.#show(packet, socket, session);
      socket.write(generate(packet), (error) => {
        if (!error && written) this.#contain(session, written);
      });
    };
    const session: Session = new Session({
      messages,
      resync: this.#resync,
      limits,
      clock,
      clientAddress: socket.remoteAddress ?? "",
      origin: origin(socket.localAddress ?? ""),
      send: write,
      corked: (sendAll) => {
        socket.cork();
        sendAll();
        socket.uncork();
      },
      drop: () => dropSocket(socket),
      onConnected,
    });
    const protocol = new ClientProtocol({
      session,
      findKey: this.#findKey,
      onRefused: this.#options.onRefused,
      onAccepted: (id) => {
        clientId = id;
        this.#takeOver(id, session);
      },
      write,
      end: () => socket.destroySoon(),
    });
    this.#sessions.add(session);
    socket.once("close", () => {
      this.#sessions.delete(session);
      this.#resync?.remove(session);
      if (this.#sessionsById.get(clientId) === session) this.#sessionsById.delete(clientId);
    });
    this.#read(socket, session, protocol);
  }

  /** Ends the connections of clients whose key was revoked. */
  dropUnauthorized(): void {
    for (const session of this.#sessions) {
      const { key, clientAddress } = session;
      if (key === undefined || this.#findKey([key], clientAddress) !== undefined) continue;
      session.drop();
      this.#options.onRefused({ ...session.who, why: "key revoked" });
    }
  }

  stop(): void {
    this.#unsubscribe();
    this.#stopTicking();
    this.#resync?.stop();
    for (const session of this.#sessions) session.drop();
  }

  /** Only whole packets of accepted kinds and sizes reach the parser, so that it buffers nothing. */
  #read(socket: Socket, session: Session, protocol: ClientProtocol): void {
    const stream = new PacketStream({ kinds: CLIENT_PACKETS, bytes: this.#options.limits.packetBytes });
    const packets = parser();
    packets.on("packet", (packet) => {
      this.#show(packet, socket, session);
      if (protocol.handle(packet) === "refused") session.drop();
    });
    packets.on("error", () => session.drop());
    const read = (piece: Buffer) => {
      // Nothing of a piece is answered that exceeds a limit.
      const admitted = session.admitAll(stream.take(piece));
      if (admitted === "refused") session.drop();
      else for (const packet of admitted) if (socket.writable) packets.parse(packet);
    };
    socket.on("data", contained(this.#containment(session), read));
  }

  #show(packet: Packet, { remoteAddress = "", remotePort }: Socket, session: Session): void {
    const { traffic } = this.#options;
    if (!traffic?.isOn) return;
    traffic.note(shownPacket(packet, `${remoteAddress.replace(/^::ffff:/, "")}:${remotePort}`, session));
  }

  /** A client id has one connection, the last: MQTT 3.1.1 §3.1.4. */
  #takeOver(clientId: string, session: Session): void {
    if (clientId === "") return;
    const former = this.#sessionsById.get(clientId);
    this.#sessionsById.set(clientId, session);
    former?.drop();
  }

  readonly #findKey = (credentials: readonly string[], clientAddress: string): string | undefined => {
    const { isKey } = this.#options;
    return isKey ? credentials.find((one) => one !== "" && isKey(one, clientAddress)) : "";
  };

  #containment(session: Session): FaultContainment {
    return { end: () => session.drop(), onFault: this.#options.onFault };
  }

  #contain(session: Session, work: () => void): void {
    contained(this.#containment(session), work)();
  }

  #forEach(work: (session: Session) => void): void {
    for (const session of this.#sessions) this.#contain(session, () => work(session));
  }

  #tick(): void {
    this.#stopTicking = this.#options.clock.after(TICK_MILLIS, () => {
      this.#forEach((session) => session.tick());
      this.#tick();
    });
  }
}

/** Bytes that the kernel has taken are still delivered; a client that does not read is not waited for. */
function dropSocket(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroySoon();
  else socket.destroy();
}
