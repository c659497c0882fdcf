import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { Seeded } from "../../test/support/home/seeded.ts";
import { devicesText, groupsText, infoText } from "../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, aGroup, ieeeAddress, type StandInDevice } from "../../test/support/zigbee2mqtt/devices.ts";
import { onlineText, USUAL_STYLE } from "../../test/support/zigbee2mqtt/style.ts";

const BASE = "zigbee2mqtt";
const LAMPS_IN_GROUP = 50;

/** How a lamp is to be shown. */
export interface Shown {
  readonly on: boolean;
  /** Of a lamp that is on. */
  readonly brightnessPercent: number;
}

/** A Zigbee2MQTT with so many lamps that it only tells of: they change by themselves. */
export class TellingLamps {
  /** Just before each change is published: the address of the lamp and how it is then. */
  onChange: (ieee: string, shown: Shown) => void = () => undefined;
  readonly shown = new Map<string, Shown>();
  readonly bytesOfList: number;
  readonly #client: MqttClient;
  readonly #lamps: readonly StandInDevice[];
  readonly #chance = new Seeded(1);

  private constructor(client: MqttClient, lamps: readonly StandInDevice[], bytesOfList: number) {
    this.#client = client;
    this.#lamps = lamps;
    this.bytesOfList = bytesOfList;
  }

  /** Says once what the broker keeps, and how every lamp is. */
  static async start(url: string, count: number): Promise<TellingLamps> {
    const client = await connectAsync(url);
    const lamps = Array.from({ length: count }, (_, place) =>
      aBulb({ ieee: ieeeAddress(place + 1), name: `Floor ${place % 20}/Lamp ${place + 1}` }),
    );
    const groups = Array.from({ length: count / LAMPS_IN_GROUP }, (_, place) =>
      aGroup({ id: place + 1, members: lamps.slice(place * LAMPS_IN_GROUP, (place + 1) * LAMPS_IN_GROUP) }),
    );
    const list = devicesText(USUAL_STYLE, lamps);
    const kept = [
      ["bridge/state", onlineText(USUAL_STYLE, true)],
      ["bridge/info", infoText(USUAL_STYLE, undefined)],
      ["bridge/devices", list],
      ["bridge/groups", groupsText(groups)],
      ...lamps.map(({ name }) => [`${name}/availability`, onlineText(USUAL_STYLE, true)]),
    ];
    for (const [topic, payload = ""] of kept) {
      await client.publishAsync(`${BASE}/${topic}`, payload, { retain: true, qos: 1 });
    }
    return new TellingLamps(client, lamps, Buffer.byteLength(list));
  }

  /** One lamp after the other, at a steady pace, whatever becomes of those before. */
  async change({ perSecond, count }: { readonly perSecond: number; readonly count: number }): Promise<void> {
    const beginMillis = performance.now();
    for (let made = 0; made < count; made += 1) {
      const earlyMillis = beginMillis + (made * 1000) / perSecond - performance.now();
      if (earlyMillis > 1) await pause(earlyMillis);
      this.#changeOne(this.#lamps[made % this.#lamps.length] ?? aBulb());
    }
  }

  async stop(): Promise<void> {
    await this.#client.endAsync();
  }

  /** Another brightness than it has, so that the change can be seen; one that is turned off keeps it. */
  #changeOne({ ieee, name }: StandInDevice): void {
    const before = this.shown.get(ieee)?.brightnessPercent ?? 0;
    const on = before === 0 || this.#chance.below(10) > 0;
    const brightnessPercent = on ? 1 + ((before + this.#chance.below(98)) % 100) : before;
    const shown = { on, brightnessPercent };
    const state = {
      state: shown.on ? "ON" : "OFF",
      brightness: Math.round((brightnessPercent * 254) / 100),
      color_mode: "color_temp",
      color_temp: 153 + this.#chance.below(300),
      linkquality: this.#chance.below(255),
    };
    this.shown.set(ieee, shown);
    this.onChange(ieee, shown);
    this.#client.publish(`${BASE}/${name}`, JSON.stringify(state));
  }
}
