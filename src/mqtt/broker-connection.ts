import { connect as connectPlainly, isIP, type Socket } from "node:net";
import { connect as connectEncrypted } from "node:tls";
import { MqttClient } from "mqtt";
import type { BrokerAddress } from "./broker-address.ts";
import { encryptedBrokerTrouble, plainBrokerTrouble } from "./broker-trouble.ts";
import { GuardedConnection } from "./guarded-connection.ts";
import { LengthGuard } from "./length-guard.ts";
import "./packet-numbers.ts";
import { PACKET, type PacketRules } from "./packet-stream.ts";

/** To whom and as whom to connect. */
export interface ConnectionWishes {
  readonly address: BrokerAddress;
  /** In PEM: who vouches for the broker, instead of those that are known to everybody. */
  readonly authority?: string | undefined;
  readonly clientId: string;
  /** What the broker is to say, for everybody who asks later too, once we are gone without a word. */
  readonly lastWill?: { readonly topic: string; readonly payload: string };
  readonly subscription?: Subscription;
}

/** What is heard. */
export interface Subscription {
  readonly filter: string;
  /** The longest message that is taken. */
  readonly bytes: number;
  /** What it gives settles when the next may come; nothing when it may at once. Until then the broker is told to wait. */
  readonly onHeard: (heard: Heard) => Promise<void> | undefined;
}

interface ConnectionEvents {
  /** We are connected, by an address of ours, and hear what was subscribed to. */
  readonly onOpened: (ownAddress: string) => void;
  /** Once, whatever happened before. */
  readonly onClosed: (reason: string) => void;
}

/** What a broker says. */
interface Heard {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** It was said before we asked. */
  readonly isRetained: boolean;
}

interface Words {
  readonly topic: string;
  readonly payload: Buffer | string;
  /** For everybody who asks later too. */
  readonly retain: boolean;
}

const KEEP_ALIVE_SECONDS = 30;
const CONNECT_MILLIS = 10_000;
const HOLD_PING_MILLIS = 10_000;
/** How long the last word may take. */
const LEAVE_MILLIS = 1_000;

const INCOMING_BYTES = 64 * 1024;
const TOPICS_AT_ONCE = 100;

/** What a broker may say to a client that only publishes. */
const ANSWERS: PacketRules = { kinds: [PACKET.connack, PACKET.puback, PACKET.pingresp], bytes: 4 };

/** One connection to a broker, from its first try to its end. It is never used again, so nothing of it is left over. */
export class BrokerConnection {
  readonly #client: MqttClient;
  readonly #stream: GuardedConnection;
  readonly #closed: Promise<void>;
  #reason: string | undefined;
  /** While nothing is read. */
  #pinging: NodeJS.Timeout | undefined;
  /** What was on its way may still be read; nothing is said any more. */
  #isOver = false;

  constructor(wishes: ConnectionWishes, { onOpened, onClosed }: ConnectionEvents) {
    const { address, subscription, lastWill } = wishes;
    const socket = openSocket(address, wishes.authority);
    const rules = subscription ? answersAnd(subscription.bytes) : ANSWERS;
    const lengths = new LengthGuard(rules);
    let firstByte: number | undefined;
    let isGreeted = false;
    this.#stream = new GuardedConnection(socket, {
      guard: (piece) => {
        firstByte ??= piece[0];
        return lengths.take(piece);
      },
      incomingBytes: INCOMING_BYTES,
      onFault: (fault) => this.drop(String(fault)),
    });
    this.#client = new MqttClient(() => this.#stream, {
      clientId: wishes.clientId,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      connectTimeout: CONNECT_MILLIS,
      // Tried again by whoever opened it, at times of their own.
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
      if (!this.#isOver) onOpened(socket.localAddress ?? "");
    };
    this.#client.on("connect", () => {
      isGreeted = true;
      if (subscription && !this.#isOver) this.#subscribe(subscription, opened);
      else opened();
    });
    const { isEncrypted } = address;
    this.#client.on("error", (error) => {
      const reason = reasonOf(error);
      this.drop((isEncrypted && plainBrokerTrouble(reason)) || reason);
    });
    this.#closed = new Promise((resolve) => {
      this.#client.once("close", () => {
        this.#isOver = true;
        clearInterval(this.#pinging);
        const unanswered = isGreeted || isEncrypted ? undefined : encryptedBrokerTrouble(firstByte);
        onClosed(this.#reason ?? unanswered ?? "the broker ended the connection");
        resolve();
      });
    });
  }

  /** Calls back once the broker has it. */
  publish({ topic, payload, retain }: Words, arrived: () => void = () => undefined): void {
    if (this.#isOver) return;
    this.#client.publish(topic, payload, { qos: 1, retain }, (error) => {
      if (!error) arrived();
    });
  }

  drop(reason: string): void {
    this.#reason ??= reason;
    this.#isOver = true;
    this.#client.end(true);
    // The client leaves alone what it is ending already, however long that takes.
    this.#stream.destroy();
  }

  /** Says a last word and goes. A broker that does not take it in time says it itself: we go without a goodbye. */
  async leave(lastWords?: Words): Promise<void> {
    const deadline = setTimeout(() => this.drop("left"), LEAVE_MILLIS);
    if (!this.#client.connected) this.drop("left");
    else if (lastWords) this.publish(lastWords, () => this.#client.end());
    else this.#client.end();
    await this.#closed;
    clearTimeout(deadline);
  }

  /**
   * Has the broker say what it keeps under these topics again: some drop what they have to say when it is much at once,
   * as they do for everybody who takes it too slowly. So it is asked for piece by piece.
   */
  askKept(topics: readonly string[]): void {
    const [piece, rest] = [topics.slice(0, TOPICS_AT_ONCE), topics.slice(TOPICS_AT_ONCE)];
    if (piece.length === 0 || !this.#client.connected) return;
    this.#client.subscribe([...piece], { qos: 0 }, () => {
      if (!this.#client.connected) return;
      this.#client.unsubscribe([...piece], () => this.askKept(rest));
    });
  }

  /** Nothing is read meanwhile, not even that the broker is there: it is to know that we are, and is taken to be. */
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

  /** Some brokers say what they keep before they say that they will. */
  #subscribe({ filter, onHeard }: Subscription, opened: () => void): void {
    let isOpen = false;
    const open = () => {
      if (!isOpen) opened();
      isOpen = true;
    };
    this.#client.handleMessage = (packet, done) => {
      open();
      const taken = onHeard(heardIn(packet));
      if (taken === undefined) done();
      else this.#hold(taken, done);
    };
    this.#client.subscribe(filter, { qos: 0 }, (error, granted) => {
      const isRefused = granted?.some(({ qos }) => qos > 2);
      if (error || isRefused) this.drop(`the broker does not let us read ${filter}`);
      else open();
    });
  }
}

const heardIn = ({ topic, payload, retain }: Parameters<MqttClient["handleMessage"]>[0]): Heard => ({
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

/** Node says of several addresses that failed only which error they had. */
const reasonOf = (error: Error): string =>
  error.message !== "" ? error.message : "code" in error ? String(error.code) : error.name;
