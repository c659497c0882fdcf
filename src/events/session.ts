import type { IPublishPacket } from "mqtt-packet";
import { PACKET, type Packet, type PacketKind } from "../mqtt/packet-stream.ts";
import type { Clock } from "../shared/clock.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import { Filters } from "./filters.ts";
import { InFlight, type Window } from "./in-flight.ts";
import type { MqttLimits } from "./limits.ts";
import type { Message } from "./message.ts";
import type { MessageLog } from "./message-log.ts";
import type { Resync } from "./resync.ts";
import type { ResyncCursor } from "./resync-cursor.ts";
import { Watchdog } from "./watchdog.ts";

/** The packets that clients may send: they publish nothing. */
export const CLIENT_PACKETS: readonly PacketKind[] = [
  PACKET.connect,
  PACKET.puback,
  PACKET.subscribe,
  PACKET.unsubscribe,
  PACKET.pingreq,
  PACKET.disconnect,
];

const PUBACK_BYTES = 4;
const LAST_MESSAGE_ID = 0xffff;
/** Bounds the client id in logs. */
const SHOWN_ID_LENGTH = 64;

export interface SessionOptions {
  readonly messages: MessageLog;
  /** Sends the present state to a client that subscribes; undefined where that is turned off. */
  readonly resync?: Resync | undefined;
  readonly limits: MqttLimits;
  readonly clock: Clock;
  readonly clientAddress: string;
  /** Where this client reaches us over HTTP. */
  readonly origin: string;
  /** Calls back once the kernel has taken the packet. */
  readonly send: (packet: IPublishPacket, sent: () => void) => void;
  /** Sends all packets of `sendAll` in one piece. */
  readonly corked: (sendAll: () => void) => void;
  /** Ends the connection. */
  readonly drop: () => void;
  /** Called once the client has sent CONNECT. */
  readonly onConnected: () => void;
}

/**
 * One client: its position in the message log, its subscriptions and its unacknowledged messages. Each client reads the
 * shared log at its own pace, so that a client that does not read delays no other and costs no memory.
 */
export class Session {
  /** The key of the client; empty where no key is needed, undefined before CONNECT. */
  key: string | undefined;
  /** Whether the client gave a user name or a password. */
  hasCredentials = false;
  readonly #options: SessionOptions;
  readonly #filters: Filters;
  readonly #watchdog: Watchdog;
  readonly #budget: TokenBucket;
  readonly #inFlight: InFlight<Message>;
  readonly #unacknowledged: Message[] = [];
  readonly #cursor: ResyncCursor | undefined;
  #clientId = "";
  #messageId = 0;
  #position: number;

  constructor(options: SessionOptions) {
    const { limits, messages, clock, resync } = options;
    this.#options = options;
    this.#filters = new Filters(limits.subscriptions);
    this.#watchdog = new Watchdog(limits);
    this.#budget = new TokenBucket(limits.packets, clock.now());
    this.#inFlight = new InFlight(limits.window);
    this.#cursor = resync?.cursor();
    this.#position = messages.head;
  }

  /** Whether the client has sent CONNECT. */
  get hasConnected(): boolean {
    return this.#watchdog.hasConnected;
  }

  /** The last event that the client has acknowledged, or that needs no message for it. */
  get acknowledged(): number {
    const { eventId } = this.#inFlight.first ?? {};
    return eventId === undefined ? this.#position : eventId - 1;
  }

  get clientAddress(): string {
    return this.#options.clientAddress;
  }

  /** For people. */
  get who(): { readonly address: string; readonly clientId: string } {
    return { address: this.clientAddress, clientId: this.#clientId };
  }

  begin({ clientId, keepAliveSeconds }: { readonly clientId: string; readonly keepAliveSeconds: number }): void {
    this.#clientId = clientId.slice(0, SHOWN_ID_LENGTH);
    this.#watchdog.connected(keepAliveSeconds);
    this.#options.onConnected();
  }

  /** Subscribes to events from now on; returns whether the filter is granted. */
  subscribe(filter: string, qos: number): boolean {
    this.sendEvents();
    return this.#filters.add(filter, qos);
  }

  /** Starts a resync of everything that the granted filters match. */
  subscribed(filters: readonly string[]): void {
    this.#cursor?.begin(filters);
    this.#queueResync();
  }

  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.remove(filter);
  }

  drop(): void {
    this.#options.drop();
  }

  /** The packets to parse; `refused` when one of them is not admitted. */
  admitAll(packets: readonly Packet[] | "refused"): readonly Buffer[] | "refused" {
    if (packets === "refused") return "refused";
    const admitted = packets.map(this.admit);
    return admitted.includes("refused")
      ? "refused"
      : admitted.filter((packet) => packet !== undefined && packet !== "refused");
  }

  /** The packet to parse; undefined for an acknowledgement, `refused` when the connection must end. */
  readonly admit = ({ kind, bytes }: Packet): Buffer | "refused" | undefined => {
    this.#watchdog.packetReceived();
    if (kind === PACKET.puback) return this.#acknowledge(bytes);
    const nowMillis = this.#options.clock.now();
    if (this.#budget.levelAt(nowMillis) < 1) return "refused";
    this.#budget.take(nowMillis);
    return bytes;
  };

  /** Sends events within the window; returns whether all were sent and there is room for more. */
  sendEvents(): boolean {
    while (this.#inFlight.hasRoom) {
      const { messages } = this.#options;
      const message = messages.firstAfter(this.#position, ({ topic }) => this.#isSubscribed(topic));
      if (message === "evicted") {
        this.drop();
        return false;
      }
      this.#position = message?.eventId ?? messages.head;
      if (!message) return true;
      this.#send(message);
    }
    return false;
  }

  /**
   * Sends some more resources of a resync, within a limit and the window; returns how much. Events are sent first, so
   * that a resource is never older than an event before it, nor newer than an event after it.
   */
  sendState(atMost: Window): Window {
    let [messages, bytes] = [0, 0];
    this.#options.corked(() => {
      while (messages < atMost.messages && bytes < atMost.bytes && this.sendEvents()) {
        const message = this.#cursor?.next((topic) => this.#isSubscribed(topic));
        if (!message) return;
        this.#send(message);
        messages += 1;
        bytes += message.length;
      }
    });
    return { messages, bytes };
  }

  /** Once a second. */
  tick(): void {
    if (this.#watchdog.isExpiredAfterSecond(!this.#inFlight.isEmpty)) this.drop();
  }

  #isSubscribed(topic: string): boolean {
    return this.#filters.qosFor(topic) !== undefined;
  }

  #queueResync(): void {
    if (this.#cursor?.isPending) this.#options.resync?.add(this);
  }

  #send(message: Message): void {
    const qos = this.#filters.qosFor(message.topic) ?? 0;
    this.#inFlight.add(message);
    if (qos === 1) this.#unacknowledged.push(message);
    const { topic } = message;
    const payload = message.payloadFor(this.#options.origin);
    const packet: IPublishPacket = { cmd: "publish", topic, payload, qos, dup: false, retain: false };
    this.#options.send(qos === 0 ? packet : { ...packet, messageId: this.#nextMessageId() }, () => {
      if (qos === 0) this.#acknowledged(message);
    });
  }

  /** From 1 to 65535: MQTT 3.1.1 §2.3.1. */
  #nextMessageId(): number {
    this.#messageId = (this.#messageId % LAST_MESSAGE_ID) + 1;
    return this.#messageId;
  }

  #acknowledge(puback: Buffer): "refused" | undefined {
    const message = this.#unacknowledged.shift();
    if (!message || puback.byteLength !== PUBACK_BYTES) return "refused";
    this.#acknowledged(message);
    return undefined;
  }

  #acknowledged(message: Message): void {
    this.#watchdog.progressed();
    this.#inFlight.acknowledge(message);
    this.sendEvents();
    this.#queueResync();
  }
}
