import { onTestFinished } from "vitest";
import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { WireEvents } from "../../../src/core/present/events/events.ts";
import { Journal } from "../../../src/core/present/events/journal.ts";
import type { RefusedClient } from "../../../src/edges/mqtt/broker/client-protocol.ts";
import { MQTT_LIMITS } from "../../../src/edges/mqtt/broker/limits.ts";
import {
  listenForMqtt,
  type MqttListener,
  type MqttOptions,
  type MqttState,
} from "../../../src/edges/mqtt/broker/listen.ts";
import { MessageLog } from "../../../src/edges/mqtt/messages/message-log.ts";
import { connectionShares } from "../../../src/shared/shares.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { gatewayOf } from "../home/empty-gateway.ts";
import { FURNISHED } from "../home/furnished-home.ts";

/** Where clients reach a gateway over HTTP, if there were any HTTP. */
export const ORIGIN = "http://gateway.test:8080";

/** A gateway's home, and what is said of it over MQTT. */
export class LoggedGateway {
  readonly clock = new ManualClock();
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly messages: MessageLog;

  constructor(contents: HomeContents = FURNISHED, remembered?: { readonly events: number; readonly length: number }) {
    this.journal = new Journal(1_000_000, remembered);
    this.gateway = gatewayOf(contents, this.clock);
    const events = new WireEvents(this.gateway.home);
    this.messages = MessageLog.following(this.journal, this.gateway.home);
    this.gateway.watchRounds((round) => this.journal.append(events.of(round)));
  }
}

/**
 * A gateway with the real broker before it, on a free port of this machine and a clock that the test drives. It tells
 * how everything is only where a test is about that.
 */
export class MqttGateway extends LoggedGateway {
  readonly states: MqttState[] = [];
  readonly refused: RefusedClient[] = [];
  readonly faults: unknown[] = [];
  #listener: MqttListener | undefined;

  static async start(options: Partial<MqttOptions> & { readonly contents?: HomeContents } = {}): Promise<MqttGateway> {
    const started = new MqttGateway(options.contents);
    const { clock, messages, gateway } = started;
    started.#listener = await listenForMqtt({
      host: "127.0.0.1",
      port: 0,
      retryMillis: 1_000,
      clock,
      limits: MQTT_LIMITS,
      shares: connectionShares(64),
      home: gateway.home,
      messages,
      resync: false,
      origin: () => ORIGIN,
      onState: (state) => started.states.push(state),
      onRefused: (client) => started.refused.push(client),
      onFault: (fault) => started.faults.push(fault),
      ...options,
    });
    onTestFinished(() => started.listener.stop());
    return started;
  }

  get listener(): MqttListener {
    if (!this.#listener) throw new Error("not started");
    return this.#listener;
  }

  get port(): number {
    return this.listener.port ?? 0;
  }
}
