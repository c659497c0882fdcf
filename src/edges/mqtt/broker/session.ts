import type { IPublishPacket } from "mqtt-packet";
import type { Clock } from "../../../shared/clock.ts";
import { TokenBucket } from "../../../shared/token-bucket.ts";
import { PACKET, type Packet, type PacketKind } from "../connection/packet-stream.ts";
import { InFlight, type Window } from "../messages/in-flight.ts";
import type { Message } from "../messages/message.ts";
import type { MessageLog } from "../messages/message-log.ts";
import { Filters } from "./filters.ts";
import { hasMoreFilters } from "./has-more-filters.ts";
import type { MqttLimits } from "./limits.ts";
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
/** What is sent to a client at once; the message that exceeds the bytes is the last. */
const PIECE: Window = { messages: 16, bytes: 32 * 1024 };
/** Bounds the client id in logs. */
const SHOWN_ID_LENGTH = 64;

export interface SessionOptions {
  readonly messages: MessageLog;
  /** Gives the present state to a client that subscribes; undefined where that is turned off. */
  readonly resyncCursor?: ResyncCursor | undefined;
  readonly limits: MqttLimits;
  readonly clock: Clock;
  readonly clientAddress: string;
  /** Where this client reaches us over HTTP. */
  readonly origin: string;
  /** Calls back once the kernel has taken the packet, where that is of interest. */
  readonly send: (packet: IPublishPacket, sent?: () => void) => void;
  /** Sends all packets of `sendAll` in one piece. */
  readonly corked: (sendAll: () => void) => void;
  /** The client is to be given a turn: there may be events for it. */
  readonly onDue: () => void;
  /** The same for the rest of a resync. */
  readonly onStateDue: () => void;
  /** Whether the client does not take what was sent to it. */
  readonly isBlocked: () => boolean;
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
  #clientId = "";
  #messageId = 0;
  #position: number;

  constructor(options: SessionOptions) {
    const { limits, messages, clock } = options;
    this.#options = options;
    this.#filters = new Filters(limits.subscriptions);
    this.#watchdog = new Watchdog(limits);
    this.#budget = new TokenBucket(limits.packets, clock.now());
    this.#inFlight = new InFlight(limits.window);
    this.#position = messages.head;
  }

  /** Whether the client has sent CONNECT. */
  get hasConnected(): boolean {
    return this.#watchdog.hasConnected;
  }

  /** Whether there may be events for the client. */
  get isBehind(): boolean {
    return this.#position < this.#options.messages.head;
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
    this.#sendAllEvents();
    return this.#filters.add(filter, qos);
  }

  /** Starts a resync of everything that the granted filters match. */
  subscribed(filters: readonly string[]): void {
    this.#options.resyncCursor?.begin(filters);
    this.#queueState();
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
    const { clock, limits } = this.#options;
    const nowMillis = clock.now();
    if (this.#budget.levelAt(nowMillis) < 1) return "refused";
    if (hasMoreFilters({ kind, bytes }, limits.filtersInPacket)) return "refused";
    this.#budget.take(nowMillis);
    return bytes;
  };

  /** Sends some more events, within the window; returns how many. */
  sendSome(): number {
    let sent = 0;
    this.#options.corked(() => {
      while (sent < PIECE.messages && this.#sendEvent() === "sent") sent += 1;
    });
    if (sent === PIECE.messages) this.#options.onDue();
    return sent;
  }

  /**
   * Sends some more resources of a resync, within the window; returns how many messages that is. Events are sent first,
   * so that a resource is never older than an event before it, nor newer than an event after it.
   */
  sendState(): number {
    let [messages, bytes] = [0, 0];
    const isFull = () => messages >= PIECE.messages || bytes >= PIECE.bytes;
    this.#options.corked(() => {
      while (!isFull() && this.#sendAllEvents()) {
        const message = this.#options.resyncCursor?.next(this.#isSubscribed);
        if (!message) return;
        this.#send(message);
        messages += 1;
        bytes += message.length;
      }
    });
    if (isFull()) this.#queueState();
    return messages;
  }

  /** Once a second. */
  tick(): void {
    const isWaitedFor = !this.#inFlight.isEmpty || this.#options.isBlocked();
    if (this.#watchdog.isExpiredAfterSecond(isWaitedFor)) this.drop();
  }

  /** The client has taken all that was sent to it. */
  drained(): void {
    this.#watchdog.progressed();
  }

  /** Within the window; returns whether all were sent and there is room for more. */
  #sendAllEvents(): boolean {
    let outcome = this.#sendEvent();
    while (outcome === "sent") outcome = this.#sendEvent();
    return outcome === "none-left";
  }

  #sendEvent(): "sent" | "none-left" | "no-room" {
    const { messages } = this.#options;
    if (!this.#inFlight.hasRoom) return "no-room";
    const message = this.#filters.isEmpty ? undefined : messages.firstAfter(this.#position, this.#isSubscribed);
    if (message === "evicted") {
      this.drop();
      return "no-room";
    }
    this.#position = message?.eventId ?? messages.head;
    if (!message) return "none-left";
    this.#send(message);
    return "sent";
  }

  readonly #isSubscribed = (topic: string): boolean => this.#filters.qosFor(topic) !== undefined;

  #queueState(): void {
    if (this.#options.resyncCursor?.isPending && this.#inFlight.hasRoom) this.#options.onStateDue();
  }

  #send(message: Message): void {
    const qos = this.#filters.qosFor(message.topic) ?? 0;
    this.#inFlight.add(message);
    if (qos === 1) this.#unacknowledged.push(message);
    const payload = message.payloadFor(this.#options.origin);
    const packet = { cmd: "publish", topic: message.topic, payload, qos, dup: false, retain: false } as const;
    if (qos === 1) this.#options.send({ ...packet, messageId: this.#nextMessageId() });
    else this.#options.send(packet, () => this.#acknowledged(message));
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
    if (this.isBehind) this.#options.onDue();
    this.#queueState();
  }
}
