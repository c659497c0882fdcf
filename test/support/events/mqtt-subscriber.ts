import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { onTestFinished } from "vitest";

/** One message as it arrived. */
export interface Received {
  readonly topic: string;
  readonly payload: string;
}

/** A client of the usual kind: no client id, QoS 1, MQTT 3.1.1. */
export class MqttSubscriber {
  readonly client: MqttClient;
  readonly received: Received[] = [];
  #wake: () => void = () => undefined;

  private constructor(client: MqttClient) {
    this.client = client;
    client.on("message", (topic, payload) => {
      this.received.push({ topic, payload: payload.toString("utf8") });
      this.#wake();
    });
    client.on("error", () => undefined);
  }

  static async connect(port: number, options: IClientOptions = {}): Promise<MqttSubscriber> {
    const url = `mqtt://127.0.0.1:${port}`;
    const client = await connectAsync(url, { clientId: "", reconnectPeriod: 0, protocolVersion: 4, ...options });
    return new MqttSubscriber(client);
  }

  /** Connected, subscribed, and closed when the test is over. */
  static async listening(port: number, filter = "res/#", options: IClientOptions = {}): Promise<MqttSubscriber> {
    const subscriber = await MqttSubscriber.connect(port, options);
    onTestFinished(() => subscriber.close());
    await subscriber.client.subscribeAsync(filter, { qos: 1 });
    return subscriber;
  }

  /** All that was received, once it is so many. */
  async first(count: number): Promise<readonly Received[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received;
  }

  async close(): Promise<void> {
    await this.client.endAsync(true);
  }
}
