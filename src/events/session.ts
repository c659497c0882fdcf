import type { PublishPacket } from "aedes";
import { PACKET, type Packet, type PacketKind } from "../mqtt/packet-stream.ts";
import type { Clock } from "../shared/clock.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import { Filters } from "./filters.ts";
import { withGrantableQos } from "./grantable-qos.ts";
import { InFlight, type Window } from "./in-flight.ts";
import type { MqttLimits } from "./limits.ts";
import type { Message } from "./message.ts";
import type { MessageLog } from "./message-log.ts";
import type { Resync } from "./resync.ts";
import type { ResyncCursor } from "./resync-cursor.ts";
import { Watchdog } from "./watchdog.ts";

/** What clients may say. They publish nothing, so nothing that belongs to publishing is among it. */
export const CLIENT_PACKETS: readonly PacketKind[] = [
  PACKET.connect,
  PACKET.puback,
  PACKET.subscribe,
  PACKET.unsubscribe,
  PACKET.pingreq,
  PACKET.disconnect,
];

const PUBACK_BYTES = 4;
/** So much of what a client calls itself is kept. */
const SHOWN_ID_LENGTH = 64;

export interface SessionOptions {
  readonly messages: MessageLog;
  /** What tells a client that subscribes how everything is; nothing where that is not wanted. */
  readonly resync?: Resync | undefined;
  readonly limits: MqttLimits;
  readonly clock: Clock;
  readonly clientAddress: string;
  /** Where this client reaches us over HTTP. */
  readonly origin: string;
  /** Calls back once the packet has left. */
  readonly send: (packet: PublishPacket, sent: () => void) => void;
  /** Has all packets that are sent meanwhile leave as one piece. */
  readonly corked: (sendAll: () => void) => void;
  /** Ends the connection. */
  readonly drop: () => void;
  /** Called once the client has said who it is. */
  readonly onConnected: () => void;
}

/**
 * One client: where it is in the messages, what it wants of them and what it owes. Each is told at its own pace out of
 * what was made for all, so that one that does not read delays nobody and costs nothing.
 */
export class Session {
  /** By what it was let in; empty where no key is needed. */
  key: string | undefined;
  readonly #options: SessionOptions;
  readonly #filters: Filters;
  readonly #watchdog: Watchdog;
  readonly #budget: TokenBucket;
  readonly #inFlight: InFlight<Message>;
  readonly #unacknowledged: Message[] = [];
  readonly #cursor: ResyncCursor | undefined;
  #clientId = "";
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

  /** Has said who it is. */
  get hasConnected(): boolean {
    return this.#watchdog.hasConnected;
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

  /** Whether it may have this: what happens from now on and matches the filter. */
  subscribe(filter: string, qos: number): boolean {
    this.sendEvents();
    return this.#filters.add(filter, qos);
  }

  /** It has these now: it is told how everything is that they cover, beside what happens. */
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

  /** What of a packet the broker is to see. */
  readonly admit = ({ kind, bytes }: Packet): Buffer | "refused" | undefined => {
    this.#watchdog.packetReceived();
    if (kind === PACKET.puback) return this.#acknowledge(bytes);
    const nowMillis = this.#options.clock.now();
    if (this.#budget.levelAt(nowMillis) < 1) return "refused";
    this.#budget.take(nowMillis);
    return kind === PACKET.subscribe ? withGrantableQos(bytes) : bytes;
  };

  /** Sends what happened and may be sent; gives whether that is all, and more may be sent. */
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
   * Tells how some more resources are, no more than given here and no more than there is room for; gives how much.
   * What happened is told first, so what is told here is never older than what was told before, and what will happen is
   * told after it.
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
    const packet = { topic: message.topic, payload: message.payloadFor(this.#options.origin), qos } as const;
    this.#options.send({ ...packet, cmd: "publish", dup: false, retain: false }, () => {
      if (qos === 0) this.#acknowledged(message);
    });
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
