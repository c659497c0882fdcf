import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

/**
 * Listens for errors on a connection for as long as the connection lives. An `error` event that nobody listens for ends
 * the process, and an owner of a connection may remove its listener before the next owner adds another: Node
 * does so for CONNECT. So this one is added at the very beginning and never removed.
 */
export function endOnError<Connection extends Duplex>(connection: Connection): Connection {
  connection.on("error", () => connection.destroy());
  return connection;
}

/** Acts on the first error of a listening socket; those that follow are listened for as well, and change nothing. */
export function onFirstError(listener: EventEmitter, act: (error: Error) => void): void {
  let isFirst = true;
  listener.on("error", (error: Error) => {
    if (isFirst) act(error);
    isFirst = false;
  });
}

export interface FaultContainment {
  /** Ends the connection for which the work is done. */
  readonly end: () => void;
  readonly onFault: (fault: unknown) => void;
}

/** Work that is done for one connection: a fault in it is reported and ends that connection, not the process. */
export const contained =
  <Given extends readonly unknown[]>({ end, onFault }: FaultContainment, work: (...given: Given) => void) =>
  (...given: Given): void => {
    try {
      work(...given);
    } catch (fault) {
      onFault(fault);
      end();
    }
  };
