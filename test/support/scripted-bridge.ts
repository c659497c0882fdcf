import type { BridgeAddress, Listener, Transport } from "../../src/backends/zigbee2mqtt/bridge/link/transport.ts";
import { devicesText, groupsText, infoText } from "./zigbee2mqtt-bridge-texts.ts";
import type { StandInDevice, StandInGroup } from "./zigbee2mqtt-devices.ts";
import { onlineText, type Style, USUAL_STYLE } from "./zigbee2mqtt-style.ts";

/** Something that the engine said. */
export interface Published {
  readonly topic: string;
  /** As JSON has it; the empty text where nothing was said. */
  readonly payload: unknown;
  readonly retain: boolean;
}

/** Words that a broker keeps. */
export interface Kept {
  readonly topic: string;
  readonly bytes: Uint8Array;
}

interface Reconciler {
  readonly devices?: readonly StandInDevice[];
  readonly groups?: readonly StandInGroup[];
  readonly style?: Style;
}

const bytesOf = (payload: unknown): Uint8Array =>
  payload instanceof Uint8Array
    ? payload
    : Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));

/**
 * A broker and a Zigbee2MQTT behind it that say just what a test says: texts and bytes as they are, anything else as
 * JSON. As brokers do, it keeps what is to be kept, and says to everybody what anybody publishes.
 */
export class ScriptedBridge {
  readonly address: BridgeAddress;
  /** All that the engine said, while the way was open. */
  readonly published: Published[] = [];
  /** Topics that the engine wanted to be said again. */
  readonly askedFor: string[] = [];
  /** StateReport of it at once. */
  onPublished: (published: Published) => void = () => undefined;
  /** Where others speak at the same broker; undefined where nobody can tell. */
  findBaseTopics: Transport["findBaseTopics"];
  readonly #kept = new Map<string, Kept>();
  readonly #echoes: Kept[] = [];
  #listener: Listener | undefined;
  #isOpen = false;

  constructor({ name = "mqtt://broker.lan/zigbee2mqtt", base = "zigbee2mqtt" } = {}) {
    this.address = { name, base, open: (listener) => this.#give(listener) };
  }

  /** All that the broker keeps. */
  get kept(): readonly (readonly [topic: string, payload: Uint8Array])[] {
    return [...this.#kept.values()].map(({ topic, bytes }) => [topic, bytes]);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The broker is reached, and says what it keeps. */
  open(order: (kept: readonly Kept[]) => readonly Kept[] = (kept) => kept): void {
    this.#isOpen = true;
    this.#listener?.onOpened();
    for (const { topic, bytes } of order([...this.#kept.values()])) this.say(topic, bytes, { isRetained: true });
    this.settle();
  }

  /** Nothing gets through any more, and nobody noticed yet. */
  cut(): void {
    this.#isOpen = false;
    this.#echoes.length = 0;
  }

  close(reason = "the broker ended the connection"): void {
    this.cut();
    this.#listener?.onClosed(reason);
  }

  say(topic: string, payload: unknown, { isRetained } = { isRetained: false }): void {
    if (!this.#isOpen) return;
    void this.#listener?.onMessage({ topic, payload: bytesOf(payload), isRetained });
    this.settle();
  }

  /** Says it to whoever listens, and to whoever comes later; the empty text is kept by nobody. */
  keep(topic: string, payload: unknown): void {
    this.#keep({ topic, bytes: bytesOf(payload) });
    this.say(topic, payload);
  }

  /** A Zigbee2MQTT that runs, and all that it lists; what is not given it lists as before. */
  list({ devices, groups, style = USUAL_STYLE }: Reconciler): void {
    // It is said once, when a Zigbee2MQTT comes.
    if (!this.#kept.has("bridge/state")) this.keep("bridge/state", onlineText(style, true));
    this.keep("bridge/info", infoText(style, undefined));
    if (devices) this.keep("bridge/devices", devicesText(style, devices));
    if (groups) this.keep("bridge/groups", groupsText(groups));
  }

  /** What the engine published comes back to it. */
  settle(): void {
    for (let echo = this.#echoes.shift(); echo; echo = this.#echoes.shift()) {
      void this.#listener?.onMessage({ topic: echo.topic, payload: echo.bytes, isRetained: false });
    }
  }

  /** What was published on a topic, or on all that end so; from then on it counts as read. */
  take(ending = ""): readonly Published[] {
    const taken = this.published.filter(({ topic }) => topic.endsWith(ending));
    const others = this.published.filter((one) => !taken.includes(one));
    this.published.splice(0, this.published.length, ...others);
    return taken;
  }

  #keep(kept: Kept): void {
    this.#kept.delete(kept.topic);
    if (kept.bytes.byteLength > 0) this.#kept.set(kept.topic, kept);
  }

  #give(listener: Listener): Transport {
    this.#listener = listener;
    return {
      publish: (topic, payload, { retain = false, onDelivered } = {}) => {
        if (!this.#isOpen) return;
        const words = { topic, bytes: bytesOf(payload) };
        const published = { topic, payload: payload === "" ? "" : JSON.parse(payload), retain };
        this.published.push(published);
        this.#echoes.push(words);
        if (retain) this.#keep(words);
        this.onPublished(published);
        onDelivered?.();
      },
      requestRetained: (topics) => {
        this.askedFor.push(...topics);
        for (const topic of topics) {
          const kept = this.#kept.get(topic);
          if (kept) this.say(topic, kept.bytes, { isRetained: true });
        }
      },
      ...(this.findBaseTopics ? { findBaseTopics: this.findBaseTopics } : {}),
      // The way stays open: who was stopped is to be silent by itself.
      stop: () => Promise.resolve(),
    };
  }
}
