import { connect as connectPlainly, isIP, type Socket } from "node:net";
import { connect as connectEncrypted } from "node:tls";
import { MqttClient } from "../../../shared/mqtt-client.ts";
import type { BrokerAddress } from "./broker-address.ts";
import { encryptedBrokerProblem, plainBrokerProblem } from "./broker-problem.ts";
import { GuardedConnection } from "./guarded-connection.ts";
import "./packet-numbers.ts";
import { PACKET, type PacketRules, PacketStream } from "./packet-stream.ts";

/** Which broker to connect to, and as which client. */
export interface BrokerConnectionOptions {
  readonly address: BrokerAddress;
  /** In PEM: the certificate authority of the broker, instead of the public ones. */
  readonly authority?: string | undefined;
  readonly clientId: string;
  /** What the broker is to publish, retained, once our connection breaks. */
  readonly lastWill?: { readonly topic: string; readonly payload: string };
  readonly subscription?: Subscription;
}

/** What is subscribed to. */
export interface Subscription {
  readonly filter: string;
  /** The longest message that is accepted. */
  readonly bytes: number;
  /** Returns a promise while the next message must wait (backpressure); undefined when the next may come at once. */
  readonly onMessage: (message: IncomingMessage) => Promise<void> | undefined;
}

interface ConnectionEvents {
  /** The connection is open, from an address of ours, and the subscription is granted. */
  readonly onOpened: (ownAddress: string) => void;
  /** Called once, whatever happened before. */
  readonly onClosed: (reason: string) => void;
}

/** A message from the broker. */
interface IncomingMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The message was published before we subscribed. */
  readonly isRetained: boolean;
}

interface OutgoingMessage {
  readonly topic: string;
  readonly payload: Buffer | string;
  /** Whether the broker keeps the message for later subscribers. */
  readonly retain: boolean;
}

const KEEP_ALIVE_SECONDS = 30;
const CONNECT_MILLIS = 10_000;
const HOLD_PING_MILLIS = 10_000;
/** How long the last message may take. */
const LEAVE_MILLIS = 1_000;

const INCOMING_BYTES = 64 * 1024;
const TOPICS_AT_ONCE = 100;

/** The packets that a broker may send to a client that only publishes. */
const ANSWERS: PacketRules = { kinds: [PACKET.connack, PACKET.puback, PACKET.pingresp], bytes: 4 };

/** One connection to a broker, from its first attempt to its end; no instance connects twice. */
export class BrokerConnection {
  readonly #client: MqttClient;
  readonly #stream: GuardedConnection;
  readonly #closed: Promise<void>;
  #reason: string | undefined;
  /** Pings while nothing is read. */
  #pinging: NodeJS.Timeout | undefined;
  /** Nothing is sent any more; what was on its way may still be read. */
  #isClosed = false;

  constructor(options: BrokerConnectionOptions, { onOpened, onClosed }: ConnectionEvents) {
    const { address, subscription, lastWill } = options;
    const socket = openSocket(address, options.authority);
    const rules = subscription ? answersAnd(subscription.bytes) : ANSWERS;
    const packets = new PacketStream(rules);
    let firstByte: number | undefined;
    let isGreeted = false;
    this.#stream = new GuardedConnection(socket, {
      guard: (piece) => {
        firstByte ??= piece[0];
        const taken = packets.take(piece);
        return taken === "refused" ? taken : taken.map(({ bytes }) => bytes);
      },
      incomingBytes: INCOMING_BYTES,
      onFault: (fault) => this.drop(String(fault)),
    });
    this.#client = new MqttClient(() => this.#stream, {
      clientId: options.clientId,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      connectTimeout: CONNECT_MILLIS,
      // The owner of the connection reconnects, with a backoff of its own.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: "native",
      ...(address.username === undefined ? {} : { username: address.username }),
      ...(address.password === undefined ? {} : { password: address.password }),
      ...(lastWill
        ? { will: { topic: lastWill.topic, payload: Buffer.from(lastWill.payload), qos: 1, retain: true } }
        : {}),
    });
    const opened = () => {
      if (!this.#isClosed) onOpened(socket.localAddress ?? "");
    };
    this.#client.on("connect", () => {
      isGreeted = true;
      if (subscription && !this.#isClosed) this.#subscribe(subscription, opened);
      else opened();
    });
    const { isEncrypted } = address;
    this.#client.on("error", (error) => {
      const reason = reasonOf(error);
      this.drop((isEncrypted && plainBrokerProblem(reason)) || reason);
    });
    this.#closed = new Promise((resolve) => {
      this.#client.once("close", () => {
        this.#isClosed = true;
        clearInterval(this.#pinging);
        const unanswered = isGreeted || isEncrypted ? undefined : encryptedBrokerProblem(firstByte);
        onClosed(this.#reason ?? unanswered ?? "the broker closed the connection");
        resolve();
      });
    });
  }

  /** Calls back once the broker has acknowledged the message. */
  publish({ topic, payload, retain }: OutgoingMessage, onAcknowledged: () => void = () => undefined): void {
    if (this.#isClosed) return;
    this.#client.publish(topic, payload, { qos: 1, retain }, (error) => {
      if (!error) onAcknowledged();
    });
  }

  drop(reason: string): void {
    this.#reason ??= reason;
    this.#isClosed = true;
    this.#client.end(true);
    // The client does not destroy a stream that it is ending already, however long that takes.
    this.#stream.destroy();
  }

  /**
   * Publishes a last message and disconnects. Where the broker does not take the message in time, the connection is
   * cut, so that the broker publishes the last will.
   */
  async disconnect(lastMessage?: OutgoingMessage): Promise<void> {
    const deadline = setTimeout(() => this.drop("left"), LEAVE_MILLIS);
    if (!this.#client.connected) this.drop("left");
    else if (lastMessage) this.publish(lastMessage, () => this.#client.end());
    else this.#client.end();
    await this.#closed;
    clearTimeout(deadline);
  }

  /**
   * Has the broker send the retained messages of these topics again, a part of the topics at a time: some brokers drop
   * messages when there are many at once, as they do for slow subscribers.
   */
  requestRetained(topics: readonly string[]): void {
    const [piece, rest] = [topics.slice(0, TOPICS_AT_ONCE), topics.slice(TOPICS_AT_ONCE)];
    if (piece.length === 0 || !this.#client.connected) return;
    this.#client.subscribe([...piece], { qos: 0 }, () => {
      if (!this.#client.connected) return;
      this.#client.unsubscribe([...piece], () => this.requestRetained(rest));
    });
  }

  /** Nothing is read meanwhile, pings of the broker included: we keep pinging, and the broker counts as alive. */
  #hold(until: Promise<void>, done: () => void): void {
    this.#pinging = setInterval(() => {
      this.#client.sendPing();
      this.#client.reschedulePing(true);
    }, HOLD_PING_MILLIS);
    void until.then(() => {
      clearInterval(this.#pinging);
      done();
    });
  }

  /** Some brokers send retained messages before the SUBACK. */
  #subscribe({ filter, onMessage }: Subscription, opened: () => void): void {
    let isOpen = false;
    const open = () => {
      if (!isOpen) opened();
      isOpen = true;
    };
    this.#client.handleMessage = (packet, done) => {
      open();
      const taken = onMessage(messageFrom(packet));
      if (taken === undefined) done();
      else this.#hold(taken, done);
    };
    this.#client.subscribe(filter, { qos: 0 }, (error, granted) => {
      const isRefused = granted?.some(({ qos }) => qos > 2);
      if (error || isRefused) this.drop(`the broker does not allow a subscription to ${filter}`);
      else open();
    });
  }
}

const messageFrom = ({ topic, payload, retain }: Parameters<MqttClient["handleMessage"]>[0]): IncomingMessage => ({
  topic,
  payload: typeof payload === "string" ? Buffer.from(payload) : payload,
  isRetained: retain,
});

const answersAnd = (bytes: number): PacketRules => ({
  kinds: [...ANSWERS.kinds, PACKET.publish, PACKET.suback, PACKET.unsuback],
  bytes,
});

function openSocket({ host, port, isEncrypted }: BrokerAddress, authority: string | undefined): Socket {
  const socket = isEncrypted
    ? connectEncrypted({ host, port, ca: authority, ...(isIP(host) ? {} : { servername: host }) })
    : connectPlainly({ host, port });
  return socket.setNoDelay(true);
}

/** Behind what is wrong with a certificate, Node 24 and later advise a flag of Node; ours is another. */
const HINT_OF_NODE = /; if the root CA is installed locally.*$/s;

/** Where several addresses failed, Node's error has a code and no message. */
const reasonOf = (error: Error): string =>
  error.message.replace(HINT_OF_NODE, "") || ("code" in error ? String(error.code) : error.name);
