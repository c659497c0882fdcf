import { definitionEntry, devicesText, groupsText, infoText } from "./bridge-texts.ts";
import type { StandInDevice } from "./devices.ts";
import type { State } from "./models.ts";
import type { Network } from "./network.ts";
import { onlineText, type Style } from "./style.ts";

export interface Manner {
  readonly retain?: boolean;
  readonly qos?: 0 | 1;
}

/** Topics without the base. */
export type Publish = (topic: string, payload: string, manner?: Manner) => void;

const KEPT: Manner = { retain: true };
const KEPT_SURELY: Manner = { retain: true, qos: 1 };

/** Everything that a Zigbee2MQTT publishes. */
export class StandInPublisher {
  readonly #style: Style;
  readonly #network: Network;
  readonly #publish: Publish;

  constructor(style: Style, network: Network, publish: Publish) {
    this.#style = style;
    this.#network = network;
    this.#publish = publish;
  }

  bridgeState(isOnline: boolean): void {
    this.#publish("bridge/state", onlineText(this.#style, isOnline), KEPT_SURELY);
  }

  info(permitJoinEndMillis: number | undefined): void {
    this.#publish("bridge/info", infoText(this.#style, permitJoinEndMillis), KEPT);
  }

  devices(): void {
    this.#publish("bridge/devices", devicesText(this.#style, this.#network.devices.values()), KEPT);
  }

  groups(): void {
    this.#publish("bridge/groups", groupsText(this.#network.groups.values()), KEPT);
  }

  /** What no client needs to know. */
  smallTalk(): void {
    this.#publish("bridge/definitions", JSON.stringify({ clusters: {}, custom_clusters: {}, actions: [] }), KEPT);
    this.#publish("bridge/health", JSON.stringify({ response_time: 1, process: { uptime_sec: 60 } }), KEPT_SURELY);
    this.complaint("Zigbee2MQTT started!", "info");
  }

  complaint(message: string, level = "error"): void {
    this.#publish("bridge/logging", JSON.stringify({ message, level, namespace: "z2m" }));
  }

  event(type: string, data: Readonly<Record<string, unknown>>): void {
    this.#publish("bridge/event", JSON.stringify({ type, data }));
  }

  interviewed({ name, ieee, model, isSupported }: StandInDevice): void {
    const definition = definitionEntry(this.#style, model);
    const data = { friendly_name: name, status: "successful", ieee_address: ieee, supported: isSupported, definition };
    this.event("device_interview", data);
  }

  response(request: string, response: object): void {
    this.#publish(`bridge/response/${request}`, JSON.stringify(response));
  }

  availability({ name, ieee }: StandInDevice): void {
    if (!this.#style.availability) return;
    this.#publish(`${name}/availability`, onlineText(this.#style, !this.#network.deaf.has(ieee)), KEPT_SURELY);
  }

  /** The state of a device or a group: all of it, or only what changed. */
  state(name: string, { whole, change }: { readonly whole: State; readonly change: State }): void {
    const said = this.#style.cacheState ? whole : change;
    if (Object.keys(said).length === 0) return;
    const manner = { retain: this.#style.retain };
    if (this.#style.output !== "attribute") this.#publish(name, JSON.stringify(said), manner);
    if (this.#style.output !== "json") this.#attributes(`${name}/`, said, manner);
  }

  /** Clears what the broker retains under a name that is no longer used. */
  silence(name: string): void {
    this.#publish(name, "", KEPT);
    if (this.#style.availability) this.#publish(`${name}/availability`, "", KEPT_SURELY);
  }

  #attributes(root: string, values: object, manner: Manner): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) this.#publish(root + key, "", manner);
      else if (Array.isArray(value)) this.#publish(root + key, value.join(","), manner);
      else if (typeof value === "object") this.#attributes(`${root}${key}-`, value, manner);
      else this.#publish(root + key, String(value), manner);
    }
  }
}
