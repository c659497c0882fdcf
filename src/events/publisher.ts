import type { Clock } from "../home/clock.ts";
import type { Home } from "../home/home.ts";
import type { BrokerAddress } from "../mqtt/broker-address.ts";
import type { BrokerConnection } from "../mqtt/broker-connection.ts";
import { keepConnected } from "../mqtt/kept-connection.ts";
import { Telling } from "./delivery-cursor.ts";
import type { Window } from "./in-flight.ts";
import type { MadeMessages } from "./message-log.ts";
import { Speech } from "./paced-sender.ts";

export interface PublisherOptions {
  readonly address: BrokerAddress;
  /** In PEM: who vouches for the broker, instead of those that are known to everybody. */
  readonly authority?: string | undefined;
  /** Ours, by which the broker knows us again. */
  readonly mac: string;
  readonly home: Home;
  readonly messages: MadeMessages;
  readonly clock: Clock;
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
  /** Where somebody who hears us through the broker reaches us over HTTP; given our address on the broker's side. */
  readonly origin: (ownAddress: string) => string;
  /** Told when it is another one, not of every try. */
  readonly onState: (state: PublisherState) => void;
}

/** While it is not connected, it is tried again and again. */
export type PublisherState = { readonly connected: true } | { readonly connected: false; readonly reason: string };

export interface Publisher {
  /** As of the last try; undefined until the first one is over. */
  readonly state: PublisherState | undefined;
  stop(): Promise<void>;
}

const WINDOW: Window = { messages: 64, bytes: 1024 * 1024 };

/** Tells a broker of somebody else's what happens. One that is away is told when it is back. */
export function startPublisher(options: PublisherOptions): Publisher {
  const { address, messages, clock, onState } = options;
  const name = options.mac.replaceAll(":", "");
  const stateTopic = `${address.prefix}luxgate/${name}/state`;
  const telling = new Telling(options.home, messages, WINDOW);
  let speech: Speech | undefined;
  let state: PublisherState | undefined;

  const become = (next: PublisherState) => {
    const isOther = state?.connected !== next.connected;
    state = next;
    if (isOther) onState(next);
  };
  const speechOver = (over: BrokerConnection, origin: string) =>
    new Speech({
      telling,
      clock,
      publish: (message, arrived) => {
        const topic = `${address.prefix}${message.topic}`;
        over.publish({ topic, payload: message.payloadFor(origin), retain: false }, arrived);
      },
      onStalled: () => over.drop("the broker acknowledges nothing"),
    });
  const endSpeech = () => {
    speech?.end();
    speech = undefined;
  };

  const kept = keepConnected({
    wishes: {
      address,
      authority: options.authority,
      // The same one every time: a broker that still believes in our last connection ends that for this one, and its
      // will comes before what we say now.
      clientId: `luxgate-${name}`,
      lastWill: { topic: stateTopic, payload: "offline" },
    },
    clock,
    random: options.random,
    onOpened: (connection, ownAddress) => {
      speech = speechOver(connection, options.origin(ownAddress));
      connection.publish({ topic: stateTopic, payload: "online", retain: true });
      speech.go();
      become({ connected: true });
    },
    onClosed: (reason) => {
      endSpeech();
      become({ connected: false, reason });
    },
  });
  const stopListening = messages.onMade(() => speech?.go());
  return {
    get state() {
      return state;
    },
    async stop() {
      kept.giveUp();
      stopListening();
      endSpeech();
      await kept.current?.leave({ topic: stateTopic, payload: "offline", retain: true });
    },
  };
}
