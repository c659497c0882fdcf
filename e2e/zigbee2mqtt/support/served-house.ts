import { onTestFinished } from "vitest";
import { EventStreamClient } from "../../../test/support/events/event-stream-client.ts";
import { MqttSubscriber } from "../../../test/support/events/mqtt-subscriber.ts";
import type { Wire } from "../../../test/support/http/http-client.ts";
import { ControlledHome } from "../../support/controlled-home.ts";
import { Mosquitto } from "../../support/mosquitto.ts";
import type { RadioNetwork, SeenFrame } from "../radio/radio-network.ts";
import type { DevicePlan } from "../radio/zigbee-device.ts";
import { inTime } from "./in-time.ts";
import { startZigbee2Mqtt, type Zigbee2Mqtt } from "./zigbee2mqtt.ts";

const BASE = "house";

export interface HousePlan {
  readonly lamps: readonly DevicePlan[];
  readonly availability?: boolean;
}

/** A house: lamps on a radio, Zigbee2MQTT, Mosquitto, and the built Luxgate with a client that is paired and listens. */
export class ServedHouse {
  readonly mosquitto: Mosquitto;
  readonly peer: Zigbee2Mqtt;
  luxgate: ControlledHome;
  readonly #key: string;
  readonly #events: Wire[] = [];

  private constructor(parts: Pick<ServedHouse, "mosquitto" | "peer" | "luxgate">, key: string) {
    this.mosquitto = parts.mosquitto;
    this.peer = parts.peer;
    this.luxgate = parts.luxgate;
    this.#key = key;
  }

  static async start(plan: HousePlan): Promise<ServedHouse> {
    const mosquitto = await Mosquitto.start();
    const peer = await startZigbee2Mqtt({ mosquittoPort: mosquitto.port, base: BASE, ...plan });
    const luxgate = await ControlledHome.start({ args: ["--backend", `${mosquitto.url}/${BASE}`] });
    const house = new ServedHouse({ mosquitto, peer, luxgate }, await luxgate.pair());
    const { length } = plan.lamps;
    await inTime(() => house.list("device?cat1_id_not=1")).toHaveLength(length);
    await house.#listen();
    return house;
  }

  get radio(): RadioNetwork {
    return this.peer.radio;
  }

  /** What the gateway told as it happened: events as a client hears them. */
  get events(): readonly Wire[] {
    return this.#events;
  }

  /** What Zigbee2MQTT told lamps to do, without what it asked of them. */
  get commands(): readonly SeenFrame[] {
    const asked = new Set(["read", "configReport", "readReportConfig", "write"]);
    return this.radio.frames.filter(({ command }) => !asked.has(command));
  }

  put(lamp: string, command: Wire): Promise<Wire> {
    return this.luxgate.put(this.#key, lamp, command).then(({ json }) => json);
  }

  lamp(name: string): Promise<Wire> {
    return this.luxgate.lamp(name);
  }

  list(path: string): Promise<Wire[]> {
    return this.luxgate.http.list(path);
  }

  /** How each value of a lamp is known, as the gateway's owner is told. */
  async freshness(lamp: string): Promise<Wire> {
    const { output } = await this.luxgate.luxgate("devices", "--freshness", "--json");
    return JSON.parse(output).find(({ name }: Wire) => name === lamp);
  }

  /** Asks something of Zigbee2MQTT as its owner does, and waits until that is done. */
  async request(what: string, asked: object): Promise<void> {
    const owner = await MqttSubscriber.listening(this.mosquitto.port, `${BASE}/bridge/response/${what}`);
    await owner.client.publishAsync(`${BASE}/bridge/request/${what}`, JSON.stringify(asked));
    const [response] = await owner.first(1);
    const { status, error } = JSON.parse(response?.payload ?? "{}");
    if (status !== "ok") throw new Error(`${what}: ${error}`);
  }

  /** Tells lamps something past the gateway, as somebody else on the broker does. */
  async tell(topic: string, payload: object): Promise<void> {
    const somebody = await MqttSubscriber.listening(this.mosquitto.port, "nothing");
    await somebody.client.publishAsync(`${BASE}/${topic}`, JSON.stringify(payload));
  }

  /** As `kill -9` does it; then the gateway once more, on the same folder. */
  async killLuxgate(meanwhile: () => void): Promise<void> {
    await this.luxgate.program.stop("SIGKILL");
    meanwhile();
    const args = ["--backend", `${this.mosquitto.url}/${BASE}`];
    this.luxgate = await ControlledHome.start({ folder: this.luxgate.folder, args });
  }

  async #listen(): Promise<void> {
    const stream = await EventStreamClient.open({
      port: this.luxgate.http.port,
      onMessage: ({ event, data }) => {
        if (event !== "snapshot" && event !== "heartbeat") this.#events.push({ event, ...JSON.parse(data) });
      },
    });
    onTestFinished(() => stream.hangUp());
    await stream.until(() => stream.messages.length > 0);
  }
}
