import type {
  BridgeAddress,
  Listener,
  Transport,
} from "../../../src/edges/backends/zigbee2mqtt/bridge/link/transport.ts";
import { devicesText, groupsText, infoText } from "./bridge-texts.ts";
import type { StandInDevice, StandInGroup } from "./devices.ts";
import { onlineText, type Style, USUAL_STYLE } from "./style.ts";

/** A message that the back end published. */
export interface Published {
  readonly topic: string;
  /** Parsed from JSON; the empty text for an empty payload. */
  readonly payload: unknown;
  readonly retain: boolean;
}

/** A message that the broker retains. */
export interface RetainedMessage {
  readonly topic: string;
  readonly bytes: Uint8Array;
}

interface ScriptedLists {
  readonly devices?: readonly StandInDevice[];
  readonly groups?: readonly StandInGroup[];
  readonly style?: Style;
}

const bytesOf = (payload: unknown): Uint8Array =>
  payload instanceof Uint8Array
    ? payload
    : Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));

/**
 * A broker with a Zigbee2MQTT behind it that publishes what a test scripts: texts and bytes unchanged, anything else as
 * JSON. Like a broker, it retains messages, and delivers to every client what any client publishes.
 */
export class ScriptedBridge {
  readonly address: BridgeAddress;
  /** All messages that the back end published while the connection was open. */
  readonly published: Published[] = [];
  /** Topics whose retained messages the back end requested again. */
  readonly requestedRetained: string[] = [];
  /** Called at once. */
  onPublished: (published: Published) => void = () => undefined;
  /** Finds other base topics at the same broker; undefined where that is not supported. */
  findBaseTopics: Transport["findBaseTopics"];
  readonly #retained = new Map<string, RetainedMessage>();
  readonly #echoes: RetainedMessage[] = [];
  #listener: Listener | undefined;
  #isOpen = false;

  constructor({ name = "mqtt://broker.lan/zigbee2mqtt", base = "zigbee2mqtt" } = {}) {
    this.address = { name, base, open: (listener) => this.#connect(listener) };
  }

  /** All retained messages. */
  get retained(): readonly (readonly [topic: string, payload: Uint8Array])[] {
    return [...this.#retained.values()].map(({ topic, bytes }) => [topic, bytes]);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The connection opens, and the broker delivers its retained messages. */
  open(order: (retained: readonly RetainedMessage[]) => readonly RetainedMessage[] = (retained) => retained): void {
    this.#isOpen = true;
    this.#listener?.onOpened();
    for (const { topic, bytes } of order([...this.#retained.values()]))
      this.deliver(topic, bytes, { isRetained: true });
    this.settle();
  }

  /** The connection is dead, and the back end has not noticed yet. */
  cut(): void {
    this.#isOpen = false;
    this.#echoes.length = 0;
  }

  close(reason = "the broker closed the connection"): void {
    this.cut();
    this.#listener?.onClosed(reason);
  }

  deliver(topic: string, payload: unknown, { isRetained } = { isRetained: false }): void {
    if (!this.#isOpen) return;
    void this.#listener?.onMessage({ topic, payload: bytesOf(payload), isRetained });
    this.settle();
  }

  /** Delivers a message and retains it; an empty payload clears the retained message. */
  retain(topic: string, payload: unknown): void {
    this.#retain({ topic, bytes: bytesOf(payload) });
    this.deliver(topic, payload);
  }

  /** A running Zigbee2MQTT publishes its lists; a list that is not given stays as before. */
  list({ devices, groups, style = USUAL_STYLE }: ScriptedLists): void {
    // The state is published once, when Zigbee2MQTT starts.
    if (!this.#retained.has("bridge/state")) this.retain("bridge/state", onlineText(style, true));
    this.retain("bridge/info", infoText(style, undefined));
    if (devices) this.retain("bridge/devices", devicesText(style, devices));
    if (groups) this.retain("bridge/groups", groupsText(groups));
  }

  /** Echoes what the back end published. */
  settle(): void {
    for (let echo = this.#echoes.shift(); echo; echo = this.#echoes.shift()) {
      void this.#listener?.onMessage({ topic: echo.topic, payload: echo.bytes, isRetained: false });
    }
  }

  /** Removes and returns the published messages whose topics end so. */
  take(ending = ""): readonly Published[] {
    const taken = this.published.filter(({ topic }) => topic.endsWith(ending));
    const others = this.published.filter((one) => !taken.includes(one));
    this.published.splice(0, this.published.length, ...others);
    return taken;
  }

  #retain(kept: RetainedMessage): void {
    this.#retained.delete(kept.topic);
    if (kept.bytes.byteLength > 0) this.#retained.set(kept.topic, kept);
  }

  #connect(listener: Listener): Transport {
    this.#listener = listener;
    return {
      publish: (topic, payload, { retain = false, onDelivered } = {}) => {
        if (!this.#isOpen) return;
        const message = { topic, bytes: bytesOf(payload) };
        const published = { topic, payload: payload === "" ? "" : JSON.parse(payload), retain };
        this.published.push(published);
        this.#echoes.push(message);
        if (retain) this.#retain(message);
        this.onPublished(published);
        onDelivered?.();
      },
      requestRetained: (topics) => {
        this.requestedRetained.push(...topics);
        for (const topic of topics) {
          const kept = this.#retained.get(topic);
          if (kept) this.deliver(topic, kept.bytes, { isRetained: true });
        }
      },
      ...(this.findBaseTopics ? { findBaseTopics: this.findBaseTopics } : {}),
      // The connection stays open: a stopped back end must publish nothing by itself.
      stop: () => Promise.resolve(),
    };
  }
}
