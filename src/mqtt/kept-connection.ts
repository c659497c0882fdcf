import type { Clock } from "../home/clock.ts";
import { BackOff } from "./back-off.ts";
import { BrokerConnection, type ConnectionWishes } from "./broker-connection.ts";

export interface KeepingOptions {
  readonly wishes: ConnectionWishes;
  readonly clock: Clock;
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
  readonly onOpened: (connection: BrokerConnection, ownAddress: string) => void;
  /** After every try that came to nothing too. */
  readonly onClosed: (reason: string) => void;
}

export interface KeptConnection {
  /** Nothing while there is none, not even a try. */
  readonly current: BrokerConnection | undefined;
  /** No more tries; whoever asked for it ends the current one. */
  giveUp(): void;
}

/** Keeps up a connection to a broker: one that ended is opened anew, after a while that grows with every try. */
export function keepConnected({ wishes, clock, random, onOpened, onClosed }: KeepingOptions): KeptConnection {
  const backOff = new BackOff(random);
  let current: BrokerConnection | undefined;
  let callOff: () => void = () => undefined;
  let isGivenUp = false;

  const connect = () => {
    let openedAtMillis: number | undefined;
    const fresh = new BrokerConnection(wishes, {
      onOpened: (ownAddress) => {
        openedAtMillis = clock.now();
        onOpened(fresh, ownAddress);
      },
      onClosed: (reason) => {
        current = undefined;
        if (isGivenUp) return;
        const lastedMillis = openedAtMillis === undefined ? 0 : clock.now() - openedAtMillis;
        callOff = clock.after(backOff.nextMillis(lastedMillis), connect);
        onClosed(reason);
      },
    });
    current = fresh;
  };
  connect();
  return {
    get current() {
      return current;
    },
    giveUp() {
      isGivenUp = true;
      callOff();
    },
  };
}
