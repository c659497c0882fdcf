/** Something that a broker said. */
export interface Message {
  /** Without the base topic and the slash behind it: "bridge/state", "Kitchen/Lamp". */
  readonly topic: string;
  readonly payload: Uint8Array;
  /** It was said before we asked, and kept by the broker. */
  readonly isRetained: boolean;
}

/** Who hears what a bridge says. */
export interface Listener {
  /** From now on everything arrives: first what the broker keeps, in any order. */
  readonly onOpened: () => void;
  /** What it gives settles when there is room for the next message; nothing when there is. */
  readonly onMessage: (message: Message) => Promise<void> | undefined;
  /** Nothing arrives until it is opened again, which is tried without end. */
  readonly onClosed: (reason: string) => void;
}

interface PublishOptions {
  /** The broker says it to everybody who comes later too. */
  readonly retain?: boolean;
  /** StateReport once the broker has it; never when that is not known. */
  readonly onArrived?: (() => void) | undefined;
}

/** A way to one Zigbee2MQTT, through a broker or a recording of one. */
export interface Transport {
  /** Lost without a word while it is not open. */
  publish(topic: string, payload: string, options?: PublishOptions): void;
  /** Has the broker say again what it keeps under these topics. */
  askKept(topics: readonly string[]): void;
  /** The base topics below which some Zigbee2MQTT speaks, where that can be found out. */
  findBaseTopics?(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** One Zigbee2MQTT and how it is reached. */
export interface BridgeAddress {
  /** For people: without what is secret. */
  readonly name: string;
  /** The base topic; it tells bridges apart that say nothing of their network. */
  readonly base: string;
  /** Why it hears nothing, ever. */
  readonly whyReadOnly?: string;
  open(listener: Listener): Transport;
}
