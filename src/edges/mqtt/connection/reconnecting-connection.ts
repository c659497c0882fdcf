import { BackOff } from "../../../shared/back-off.ts";
import type { Clock } from "../../../shared/clock.ts";
import { BrokerConnection, type BrokerConnectionOptions } from "./broker-connection.ts";

export interface ReconnectOptions {
  readonly connection: BrokerConnectionOptions;
  readonly clock: Clock;
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
  readonly onOpened: (connection: BrokerConnection, ownAddress: string) => void;
  /** Called after every failed attempt too. */
  readonly onClosed: (reason: string) => void;
}

export interface ReconnectingConnection {
  /** Undefined between two attempts. */
  readonly current: BrokerConnection | undefined;
  /** Makes no more attempts; the caller ends the current connection. */
  stopReconnecting(): void;
}

const FIRST_RETRY_MILLIS = 1_000;
const LONGEST_RETRY_MILLIS = 60_000;

/** Keeps up a connection to a broker: one that has ended is opened again, after a backoff. */
export function keepConnected({
  connection,
  clock,
  random,
  onOpened,
  onClosed,
}: ReconnectOptions): ReconnectingConnection {
  const backOff = new BackOff({ random, firstMillis: FIRST_RETRY_MILLIS, longestMillis: LONGEST_RETRY_MILLIS });
  let current: BrokerConnection | undefined;
  let cancelRetry: () => void = () => undefined;
  let isStopped = false;

  const connect = () => {
    let openedAtMillis: number | undefined;
    const fresh = new BrokerConnection(connection, {
      onOpened: (ownAddress) => {
        openedAtMillis = clock.now();
        onOpened(fresh, ownAddress);
      },
      onClosed: (reason) => {
        current = undefined;
        if (isStopped) return;
        // A connection that did not last counts as a failure: a client that is turned out at once must not come back
        // every second.
        if (openedAtMillis !== undefined && clock.now() - openedAtMillis >= LONGEST_RETRY_MILLIS) backOff.reset();
        cancelRetry = clock.after(backOff.nextMillis(), connect);
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
    stopReconnecting() {
      isStopped = true;
      cancelRetry();
    },
  };
}
