import type { Home } from "../../../src/core/home/home.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "../../../src/core/present/texts.ts";
import type { MessageType } from "../../../src/edges/mqtt/messages/message.ts";
import type { ReceivedEvent } from "../home/folded-home.ts";
import type { Wire } from "../http/http-client.ts";

const PLAIN = { lights: false, room: false, zigbee: false, devices: false };
const TYPES = ["device", "light", "sync", "room", "scene"] as const;

/** Goes along with a new device or scene over MQTT, and stands in no plain read. */
const ALONG: Partial<Record<string, readonly string[]>> = {
  device: ["ext_light", "ext_sync", "ext_button", "ext_room"],
  scene: ["room_uuid", "brightness", "number", "device_arr"],
};

/** What an MQTT message tells; without a prefix of its topic, and without what only goes along. */
export function eventIn({ topic, payload }: { readonly topic: string; readonly payload: string }): ReceivedEvent {
  const [, type = "", action = ""] = /(?:^|\/)res\/(\w+)\/(\w+)$/.exec(topic) ?? [];
  const items: unknown = JSON.parse(payload);
  if (!Array.isArray(items) || items.length !== 1) throw new Error(`not one item: ${payload}`);
  const item = { ...items[0] };
  if (action === "add") {
    for (const field of ALONG[type] ?? []) {
      if (!(field in item)) throw new Error(`${type} is added without ${field}`);
      delete item[field];
    }
  }
  return { type, action, item };
}

/** What the reads list that is told over MQTT: devices only once they have joined. */
export function readForMqtt(home: Home, origin: string): Record<MessageType, Wire[]> {
  const texts: Record<MessageType, readonly string[]> = {
    device: home.devices.all().flatMap((device) => (device.admitted ? deviceText(home, device, PLAIN) : [])),
    light: home.lights.all().map(lightText),
    sync: home.syncBoxes.all().map((box) => syncBoxText(home, box)),
    room: home.rooms.all().map((room) => roomText(home, room, PLAIN)),
    scene: home.scenes.all().flatMap((scene) => sceneText(home, scene, origin) ?? []),
  };
  const list = (type: MessageType) =>
    texts[type].map((text) => JSON.parse(text)).sort((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(TYPES.map((type) => [type, list(type)])) as Record<MessageType, Wire[]>;
}

/**
 * What somebody knows who hears through a broker of somebody else's, where things may come twice or after they were
 * read: the last word on each field counts.
 */
export class LastValueFold {
  readonly #known = new Map<string, Wire>();

  constructor(snapshot: Record<MessageType, readonly Wire[]>) {
    for (const type of TYPES) for (const item of snapshot[type]) this.#known.set(`${type}/${item.id}`, item);
  }

  apply({ action, type, item }: ReceivedEvent): void {
    const { id, value } = item as Wire;
    const key = `${type}/${id}`;
    const known = this.#known.get(key);
    if (action === "add") this.#known.set(key, item);
    else if (action === "remove") this.#known.delete(key);
    else if (known) this.#known.set(key, { ...known, ...value });
  }

  get lists(): Record<MessageType, Wire[]> {
    const list = (type: MessageType) =>
      [...this.#known.values()].filter((item) => item.type === type).sort((one, other) => (one.id < other.id ? -1 : 1));
    return Object.fromEntries(TYPES.map((type) => [type, list(type)])) as Record<MessageType, Wire[]>;
  }
}
