import { connectAsync, type MqttClient } from "mqtt";
import { describe, expect, onTestFinished, test } from "vitest";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { eventually } from "../test/support/events/mqtt-eventually.ts";
import { eventIn, LastValueFold, readForMqtt } from "../test/support/events/mqtt-fold.ts";
import { ORIGIN } from "../test/support/events/mqtt-gateway.ts";
import { PublishingGateway } from "../test/support/events/mqtt-publishing.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import { IDENTITY } from "../test/support/home/empty-gateway.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Program } from "./support/program.ts";

const LAMP = idFrom<LightId>("10000000-0000-4000-8000-000000000000");
const STATE = `luxgate/${IDENTITY.mac.replaceAll(":", "")}/state`;

/** Chance is kind: a broker that is back is not waited for. */
const publishingTo = ({ url }: Mosquitto, path = "") =>
  new PublishingGateway(`${url}${path}`, { clock: SYSTEM_CLOCK, random: () => 0.02 });

/** Reads everything whenever it is connected, and folds onto that what it hears then. */
class ReadingSubscriber {
  #fold: LastValueFold;
  connections = 0;

  private constructor(client: MqttClient, read: () => ReturnType<typeof readForMqtt>) {
    this.#fold = new LastValueFold(read());
    client.on("message", (topic, payload) => this.#fold.apply(eventIn({ topic, payload: payload.toString("utf8") })));
    client.on("error", () => undefined);
    const readAgain = async () => {
      await client.subscribeAsync("home/res/#", { qos: 1 });
      this.#fold = new LastValueFold(read());
      this.connections += 1;
    };
    client.on("connect", () => void readAgain().catch(() => undefined));
  }

  static async start({ url }: Mosquitto, { gateway }: PublishingGateway): Promise<ReadingSubscriber> {
    const client = await connectAsync(url, { clientId: "", reconnectPeriod: 100, resubscribe: false });
    onTestFinished(() => client.endAsync(true));
    const subscriber = new ReadingSubscriber(client, () => readForMqtt(gateway.home, ORIGIN));
    client.emit("connect", { cmd: "connack", sessionPresent: false });
    await eventually(() => subscriber.connections).toBe(1);
    return subscriber;
  }

  get known() {
    return this.#fold.lists;
  }
}

describe("a real Mosquitto", () => {
  test("passes on what happens, in its order", async () => {
    const mosquitto = await Mosquitto.start();
    const home = publishingTo(mosquitto);
    await eventually(() => home.states).toEqual([{ connected: true }]);
    const subscriber = await MqttSubscriber.listening(mosquitto.port, "res/light/update");
    const percents = Array.from({ length: 300 }, (_, number) => (number % 100) + 1);
    for (const brightnessPercent of percents) {
      home.gateway.submit({ kind: "lightChanged", lightId: LAMP, state: { brightnessPercent } });
    }
    const changes = () =>
      subscriber.received.flatMap(({ payload }) => {
        const { value } = JSON.parse(payload)[0];
        return Object.keys(value).length === 1 ? value.brightness : [];
      });
    await eventually(changes).toEqual(percents);
  });

  test("may be stopped and started while things happen: whoever reads when it is back and listens knows what the reads answer", async () => {
    const mosquitto = await Mosquitto.start();
    const home = publishingTo(mosquitto, "/home");
    const subscriber = await ReadingSubscriber.start(mosquitto, home);
    const chance = new Seeded(4);
    const happen = () => {
      const lights = home.gateway.home.lights.all();
      const light = lights[chance.below(lights.length)];
      const state = { brightnessPercent: 1 + chance.below(100), on: chance.below(2) === 0 };
      if (light) home.gateway.submit({ kind: "lightChanged", lightId: light.id, state });
      const [room] = home.gateway.home.rooms.all();
      if (room) home.gateway.submit({ kind: "roomRenamed", roomId: room.id, name: `Room ${chance.below(1_000)}` });
    };
    const happening = setInterval(happen, 2);
    onTestFinished(() => clearInterval(happening));
    for (let stops = 1; stops <= 3; stops += 1) {
      await eventually(() => home.publisher.state?.connected).toBe(true);
      await mosquitto.stop();
      await eventually(() => home.publisher.state?.connected).toBe(false);
      await mosquitto.start();
      await eventually(() => subscriber.connections).toBe(stops + 1);
    }
    await eventually(() => home.publisher.state?.connected).toBe(true);
    clearInterval(happening);
    home.gateway.submit({ kind: "deviceLeft", deviceId: idFrom("20000000-0000-4000-8000-000000000000") });
    await eventually(() => subscriber.known).toEqual(readForMqtt(home.gateway.home, ORIGIN));
  });
});

describe("the state that a real Mosquitto keeps of us", () => {
  /** What somebody who comes now is told first. */
  const kept = async ({ port }: Mosquitto) => {
    const late = await MqttSubscriber.listening(port, STATE);
    return (await late.first(1))[0]?.payload;
  };

  async function publishingProcess({ url }: Mosquitto): Promise<Program> {
    const command = [process.execPath, "e2e/support/mosquitto-publisher.ts"];
    const publisher = Program.startAs({ command }, [url]);
    await publisher.says(/"connected":true/);
    return publisher;
  }

  test("is online, and offline once our process was killed", async () => {
    const mosquitto = await Mosquitto.start();
    const publisher = await publishingProcess(mosquitto);
    await expect.poll(() => kept(mosquitto)).toBe("online");
    publisher.process.kill("SIGKILL");
    await expect.poll(() => kept(mosquitto)).toBe("offline");
  });

  test("is offline once we have stopped, and our process has nothing left to do", async () => {
    const mosquitto = await Mosquitto.start();
    const publisher = await publishingProcess(mosquitto);
    publisher.process.stdin?.write("stop\n");
    await publisher.says(/stopped/);
    expect(await publisher.end()).toBe(0);
    expect(await kept(mosquitto)).toBe("offline");
  });
});
