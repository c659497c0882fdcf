import type { PublishPacket } from "aedes";
import { Bucket } from "../home/bucket.ts";
import type { Clock } from "../home/clock.ts";
import { PACKET, type Packet, type PacketKind } from "../mqtt/packet-stream.ts";
import { Filters } from "./filters.ts";
import { withGrantableQos } from "./grantable-qos.ts";
import { InFlight } from "./in-flight.ts";
import type { MqttLimits } from "./limits.ts";
import type { MadeMessages } from "./made-messages.ts";
import type { Message } from "./message.ts";
import { Patience } from "./patience.ts";

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

export interface SessionOptions {
  readonly messages: MadeMessages;
  readonly limits: MqttLimits;
  readonly clock: Clock;
  readonly clientAddress: string;
  /** Where this client reaches us over HTTP. */
  readonly origin: string;
  /** Calls back once the packet has left. */
  readonly send: (packet: PublishPacket, sent: () => void) => void;
  /** Ends the connection. */
  readonly drop: () => void;
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
  readonly #patience: Patience;
  readonly #budget: Bucket;
  readonly #inFlight: InFlight<Message>;
  readonly #unacknowledged: Message[] = [];
  #taken: number;

  constructor(options: SessionOptions) {
    const { limits, messages, clock } = options;
    this.#options = options;
    this.#filters = new Filters(limits.subscriptions);
    this.#patience = new Patience(limits);
    this.#budget = new Bucket(limits.packets, clock.now());
    this.#inFlight = new InFlight(limits.window);
    this.#taken = messages.head;
  }

  /** Has said who it is. */
  get isKnown(): boolean {
    return this.#patience.isIntroduced;
  }

  get clientAddress(): string {
    return this.#options.clientAddress;
  }

  begin(keepAliveSeconds: number): void {
    this.#patience.introduced(keepAliveSeconds);
  }

  /** Whether it may have this: what happens from now on and matches the filter. */
  subscribe(filter: string, qos: number): boolean {
    this.tell();
    return this.#filters.add(filter, qos);
  }

  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.remove(filter);
  }

  drop(): void {
    this.#options.drop();
  }

  /** What of a packet the broker is to see. */
  readonly admit = ({ kind, bytes }: Packet): Buffer | "refused" | undefined => {
    this.#patience.heard();
    if (kind === PACKET.puback) return this.#acknowledge(bytes);
    const nowMillis = this.#options.clock.now();
    if (this.#budget.levelAt(nowMillis) < 1) return "refused";
    this.#budget.take(nowMillis);
    return kind === PACKET.subscribe ? withGrantableQos(bytes) : bytes;
  };

  /** Sends what there is and may be sent. */
  tell(): void {
    while (this.#inFlight.hasRoom) {
      const { messages } = this.#options;
      const message = messages.firstAfter(this.#taken, ({ topic }) => this.#filters.qosFor(topic) !== undefined);
      if (message === "forgotten") {
        this.drop();
        return;
      }
      this.#taken = message?.eventId ?? messages.head;
      if (!message) return;
      this.#send(message);
    }
  }

  /** Once a second. */
  tick(): void {
    if (this.#patience.isOverAfterSecond(!this.#inFlight.isEmpty)) this.drop();
  }

  #send(message: Message): void {
    const qos = this.#filters.qosFor(message.topic) ?? 0;
    this.#inFlight.add(message);
    if (qos === 1) this.#unacknowledged.push(message);
    const packet = { topic: message.topic, payload: message.payloadFor(this.#options.origin), qos } as const;
    this.#options.send({ ...packet, cmd: "publish", dup: false, retain: false }, () => {
      if (qos === 0) this.#arrived(message);
    });
  }

  #acknowledge(puback: Buffer): "refused" | undefined {
    const message = this.#unacknowledged.shift();
    if (!message || puback.byteLength !== PUBACK_BYTES) return "refused";
    this.#arrived(message);
    return undefined;
  }

  #arrived(message: Message): void {
    this.#patience.gotOn();
    this.#inFlight.arrived(message);
    this.tell();
  }
}
