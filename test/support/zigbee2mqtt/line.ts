import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import type { Manner } from "./publisher.ts";

/** After so many rounds without a message, every client in this process has responded. */
const QUIET_ROUNDS = 3;

/** A connection to a broker for everything below one topic. */
export class Line {
  readonly #client: MqttClient;
  readonly #base: string;
  #heard = 0;
  #marks = 0;
  #onMark: () => void = () => undefined;

  private constructor(client: MqttClient, base: string) {
    this.#client = client;
    this.#base = base;
  }

  static async open(url: string, base: string, will: NonNullable<IClientOptions["will"]>): Promise<Line> {
    const client = await connectAsync(url, { reconnectPeriod: 50, will });
    client.on("error", () => undefined);
    return new Line(client, base);
  }

  /** Subscribes; the topics that it passes on are without the base. Notifies when the broker was away and is back. */
  async listen(onMessage: (topic: string, payload: string) => void, onBack: () => void): Promise<void> {
    this.#client.on("message", (topic, payload) => {
      const text = payload.toString("utf8");
      if (topic === this.#marker) return text === String(this.#marks) ? this.#onMark() : undefined;
      this.#heard += 1;
      onMessage(topic.slice(this.#base.length + 1), text);
    });
    await this.#client.subscribeAsync([`${this.#base}/#`, this.#marker]);
    this.#client.on("connect", onBack);
  }

  publish(topic: string, payload: string | Buffer, { retain = false, qos = 0 }: Manner = {}): void {
    this.#client.publish(`${this.#base}/${topic}`, payload, { retain, qos });
  }

  /** Waits until the broker has delivered everything, and nobody here has published anything more. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_ROUNDS; ) {
      const before = this.#heard;
      const marked = new Promise<void>((resolve) => {
        this.#onMark = resolve;
      });
      this.#marks += 1;
      this.#client.publish(this.#marker, String(this.#marks));
      await marked;
      quiet = this.#heard === before ? quiet + 1 : 0;
    }
  }

  async close(): Promise<void> {
    await this.#client.endAsync();
  }

  /** Without a disconnect: the broker publishes the will. */
  async cut(): Promise<void> {
    await this.#client.endAsync(true);
  }

  /** Outside the base: nobody else receives it. */
  get #marker(): string {
    return `${this.#base}-settled`;
  }
}
