import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { MqttGateway } from "./support/events/mqtt-gateway.ts";
import { connectPacket, messageIdOf, pubackPacket, subscribePacket } from "./support/events/mqtt-packets.ts";
import { RawMqttClient } from "./support/events/mqtt-raw-client.ts";
import { BusyClock } from "./support/gateway/busy-clock.ts";
import { aDevice, aLight } from "./support/home/builders.ts";
import { FOUNDED, furthered } from "./support/home/founded-home.ts";
import { settled } from "./support/store/stored-gateway.ts";

const TURN_MILLIS = 4;
const PUBLISH = 3;

const lampAt = (number: number): Change => {
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    kind: "deviceJoined",
    device: aDevice({ id: idFrom(id), serialNumber: id, lightIds: [idFrom(id)] }),
    lights: [aLight({ id: idFrom(id), deviceId: idFrom(id) })],
    syncBox: null,
  };
};
const LAMPS = 300;
const HOME = furthered(
  FOUNDED,
  Array.from({ length: LAMPS }, (_, number) => lampAt(number)),
);

/** A client that takes and acknowledges whatever comes. */
class Taker {
  readonly client: RawMqttClient;
  readonly lights = new Set<string>();
  #hasLeft = false;

  private constructor(client: RawMqttClient) {
    this.client = client;
    void this.#take();
  }

  static async subscribed(port: number, localAddress: string): Promise<Taker> {
    const client = await RawMqttClient.open(port, localAddress);
    client.send(connectPacket(), subscribePacket(["#"]));
    await client.packets(2);
    return new Taker(client);
  }

  subscribeAgain(): void {
    this.client.send(subscribePacket(["#"]));
  }

  async #take(): Promise<void> {
    while (!this.#hasLeft) {
      const [packet] = await this.client.packets(1);
      if (!packet) this.#hasLeft = true;
      else if ((packet[0] ?? 0) >> 4 === PUBLISH) this.#receive(packet);
    }
  }

  #receive(packet: Buffer): void {
    const id = /"device_id":"([^"]+)"/.exec(packet.toString("utf8"))?.[1];
    if (id !== undefined) this.lights.add(id);
    this.client.send(pubackPacket(messageIdOf(packet)));
  }
}

/** A broker on a slow machine: its clock passes with every look at it, and has to be driven for anything to go on. */
class SlowBroker {
  readonly #clock = new BusyClock();
  readonly #mqtt: Promise<MqttGateway> = MqttGateway.start({ contents: HOME, resync: true, clock: this.#clock });
  readonly #restless: Taker[] = [];
  turns = 0;

  /** A turn of the event loop; now and then everybody who is restless subscribes again. */
  async turn(): Promise<void> {
    this.#clock.advance(TURN_MILLIS);
    this.turns += 1;
    if (this.turns % 50 === 0) for (const taker of this.#restless) taker.subscribeAgain();
    await settled();
  }

  async subscriber(address: string): Promise<Taker> {
    let taker: Taker | undefined;
    void Taker.subscribed((await this.#mqtt).port, address).then((subscribed) => {
      taker = subscribed;
    });
    while (!taker) await this.turn();
    return taker;
  }

  async addRestless(address: string): Promise<void> {
    this.#restless.push(await this.subscriber(address));
  }
}

/** How many turns it takes until somebody knows every light, while others subscribe again and again. */
async function turnsBeside(addresses: readonly string[]): Promise<number> {
  const broker = new SlowBroker();
  for (const address of addresses) await broker.addRestless(address);
  // Those who were there before were told for a while.
  for (let turn = 0; turn < addresses.length * 50; turn += 1) await broker.turn();
  const victim = await broker.subscriber("127.0.0.3");
  const began = broker.turns;
  while (victim.lights.size < LAMPS) await broker.turn();
  return broker.turns - began;
}

test.each([
  ["of one address", Array.from({ length: 30 }, () => "127.0.0.2")],
  ["of many addresses", Array.from({ length: 8 }, (_, number) => `127.0.1.${number + 1}`)],
])("clients %s that subscribe again and again do not hold up a client of another address", async (_, addresses) => {
  const alone = await turnsBeside([]);
  expect(await turnsBeside(addresses)).toBeLessThan(5 * alone);
});
