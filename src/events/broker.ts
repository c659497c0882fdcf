import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Aedes, type Client } from "aedes";
import type { Home } from "../home/home.ts";
import { GuardedConnection, wholePackets } from "../mqtt/guarded-connection.ts";
import type { Clock } from "../shared/clock.ts";
import "../mqtt/packet-numbers.ts";
import { contained } from "../shared/connection-faults.ts";
import { brokerRules, type FindKey, type RefusedClient, type WithSession } from "./broker-rules.ts";
import type { MqttLimits } from "./limits.ts";
import type { MessageLog } from "./message-log.ts";
import { Resync } from "./resync.ts";
import { CLIENT_PACKETS, Session } from "./session.ts";

export interface BrokerOptions {
  readonly clock: Clock;
  readonly limits: MqttLimits;
  readonly messages: MessageLog;
  readonly home: Home;
  /** Whether clients that subscribe are told how everything is; if not, only what happens from then on. */
  readonly resync: boolean;
  /** Where a client that reached us at an address of ours reaches us over HTTP, such as `http://192.168.1.20:8080`. */
  readonly origin: (ownAddress: string) => string;
  /** Whether this lets a client in, as its user name or its password; without it everybody is let in. */
  readonly isKey?: ((key: string, clientAddress: string) => boolean) | undefined;
  /** Told of every client that is refused because of its key. */
  readonly onRefused: (refused: RefusedClient) => void;
  readonly onFault: (fault: unknown) => void;
}

const TICK_MILLIS = 1_000;
/** What is granted is no more; 128 stands there for a refusal: MQTT 3.1.1 §3.9.3. */
const BEST_QOS = 2;

/** Tells everybody who is connected, and takes nothing from them but what they want to hear. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #aedes: Aedes;
  readonly #sessions = new Map<Client, Session>();
  readonly #resync: Resync | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopTicking: () => void = () => undefined;

  private constructor(options: BrokerOptions) {
    this.#options = options;
    this.#resync = options.resync ? new Resync(options) : undefined;
    const { onRefused } = options;
    this.#aedes = new Aedes(brokerRules({ withSession: this.#withSession, findKey: this.#findKey, onRefused }));
    this.#aedes.on("subscribe", (subscriptions, client) => {
      const granted = subscriptions.filter(({ qos }) => qos <= BEST_QOS).map(({ topic }) => topic);
      this.#withSession(client, (session) => session.subscribed(granted));
    });
    this.#aedes.on("unsubscribe", (filters, client) => {
      this.#withSession(client, (session) => session.unsubscribe(filters));
    });
    (this.#aedes as EventEmitter).on("error", options.onFault);
  }

  static async start(options: BrokerOptions): Promise<Broker> {
    const broker = new Broker(options);
    await broker.#aedes.listen();
    broker.#unsubscribe = options.messages.onAppended(() => broker.#sendEvents());
    broker.#tick();
    return broker;
  }

  /** How many clients have said who they are. */
  get clients(): number {
    return [...this.#sessions.values()].filter(({ hasConnected }) => hasConnected).length;
  }

  /** `onIntroduced` is called once the client has said who it is. */
  accept(socket: Socket, onConnected: () => void): void {
    const { messages, limits, clock, origin } = this.#options;
    const session: Session = new Session({
      messages,
      resync: this.#resync,
      limits,
      clock,
      clientAddress: socket.remoteAddress ?? "",
      origin: origin(socket.localAddress ?? ""),
      send: (packet, sent) => client.publish(packet, () => this.#withSession(client, sent)),
      corked: (sendAll) => {
        connection.cork();
        sendAll();
        // aedes writes a packet in an immediate of its own: this one comes after them.
        setImmediate(() => connection.uncork());
      },
      drop: () => connection.destroy(),
      onConnected,
    });
    const rules = { kinds: CLIENT_PACKETS, bytes: limits.packetBytes };
    const connection = new GuardedConnection(socket, {
      guard: wholePackets(rules, session.admit),
      onFault: this.#options.onFault,
      incomingBytes: rules.bytes,
    });
    const client = this.#aedes.handle(connection);
    this.#sessions.set(client, session);
    connection.once("close", () => {
      this.#sessions.delete(client);
      this.#resync?.remove(session);
    });
  }

  /** Ends the connections of all whose key is no longer right. */
  dropUnauthorized(): void {
    for (const session of this.#sessions.values()) {
      const { key, clientAddress } = session;
      if (key === undefined || this.#findKey([key], clientAddress) !== undefined) continue;
      session.drop();
      this.#options.onRefused({ ...session.who, why: "key revoked" });
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopTicking();
    this.#resync?.stop();
    for (const session of this.#sessions.values()) session.drop();
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }

  readonly #findKey: FindKey = (words, clientAddress) => {
    const { isKey } = this.#options;
    return isKey ? words.find((word) => word !== "" && isKey(word, clientAddress)) : "";
  };

  #sendEvents(): void {
    this.#withEach((session) => session.sendEvents());
  }

  readonly #withSession: WithSession = (client, work) => {
    const session = this.#sessions.get(client);
    if (session) contained({ end: () => session.drop(), onFault: this.#options.onFault }, work)(session);
  };

  #withEach(work: (session: Session) => void): void {
    for (const client of this.#sessions.keys()) this.#withSession(client, work);
  }

  #tick(): void {
    this.#stopTicking = this.#options.clock.after(TICK_MILLIS, () => {
      this.#withEach((session) => session.tick());
      this.#tick();
    });
  }
}
