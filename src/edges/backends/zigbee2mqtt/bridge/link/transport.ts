/** A message that came from a broker. */
export interface Message {
  /** Without the base topic and the slash behind it: "bridge/state", "Kitchen/Lamp". */
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The broker retained the message: it is older than the subscription. */
  readonly isRetained: boolean;
}

/** Receives the messages of a bridge. */
export interface Listener {
  /** From now on all messages arrive: first the retained ones, in any order. */
  readonly onOpened: () => void;
  /** Returns a promise that settles when there is room for the next message; undefined where there is. */
  readonly onMessage: (message: Message) => Promise<void> | undefined;
  /** No message arrives until the connection is opened again, which is tried without end. */
  readonly onClosed: (reason: string) => void;
}

interface PublishOptions {
  readonly retain?: boolean;
  /** Called once the broker has the message; never where that is not known. */
  readonly onDelivered?: (() => void) | undefined;
}

/** A connection to one Zigbee2MQTT, through a broker or a recording. */
export interface Transport {
  /** Drops the message while the connection is closed. */
  publish(topic: string, payload: string, options?: PublishOptions): void;
  /** Has the broker deliver the retained messages of these topics again. */
  requestRetained(topics: readonly string[]): void;
  /** The base topics below which some Zigbee2MQTT publishes, where that can be found out. */
  findBaseTopics?(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** One Zigbee2MQTT and how it is reached. */
export interface BridgeAddress {
  /** For people: without secrets. */
  readonly name: string;
  /** The base topic; it identifies the network of a bridge that does not publish one. */
  readonly base: string;
  /** Why nothing can ever be sent to it. */
  readonly whyReadOnly?: string;
  open(listener: Listener): Transport;
}
