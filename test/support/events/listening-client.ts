import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import { WireEvents } from "../../../src/core/present/events/events.ts";
import { type Appended, Journal } from "../../../src/core/present/events/journal.ts";
import { MessageLog } from "../../../src/edges/mqtt/messages/message-log.ts";
import { FoldedHome } from "../home/folded-home.ts";
import { readAll } from "../home/followed-gateway.ts";
import { eventIn, readForMqtt } from "./mqtt-fold.ts";

const ORIGIN = "";

/** A client that read everything at first and only listens since, to the event stream and over MQTT. */
export class ListeningClient {
  /** All that it was told, the latest last. */
  readonly received: Appended[] = [];
  /** The same over MQTT, each message as it came. */
  readonly messages: { readonly topic: string; readonly payload: string }[] = [];
  readonly #gateway: Gateway;
  readonly #byStream: FoldedHome;
  readonly #byMqtt: FoldedHome;

  constructor(gateway: Gateway) {
    const { home } = gateway;
    this.#gateway = gateway;
    this.#byStream = new FoldedHome(JSON.parse(readAll(home)));
    this.#byMqtt = new FoldedHome(readForMqtt(home, ORIGIN));
    const journal = new Journal(0);
    const messages = MessageLog.following(journal, home);
    const events = new WireEvents(home);
    gateway.watchRounds((round) => journal.append(events.of(round)));
    journal.onAppended((appended) => {
      for (const one of appended) {
        this.received.push(one);
        this.#byStream.apply({ ...one.event, item: JSON.parse(one.recorded.text) });
        const message = messages.firstAfter(one.recorded.id - 1, () => true);
        if (!message || message === "evicted" || message.eventId !== one.recorded.id) continue;
        this.#receive(message.topic, message.payloadFor(ORIGIN).toString("utf8"));
      }
    });
  }

  /** Which resources are otherwise for this client than the reads answer; none when it knows all. */
  get isRight(): boolean {
    const { home } = this.#gateway;
    const mqtt = JSON.stringify(readForMqtt(home, ORIGIN));
    return this.#byStream.text === readAll(home) && JSON.stringify(this.#byMqtt.lists) === mqtt;
  }

  #receive(topic: string, payload: string): void {
    this.messages.push({ topic, payload });
    this.#byMqtt.apply(eventIn({ topic, payload }));
  }
}
