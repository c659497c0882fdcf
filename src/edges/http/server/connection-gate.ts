import type { Socket } from "node:net";
import { connectionShares, type Shares } from "../../../shared/shares.ts";
import type { UnprovenConnections } from "../../../shared/unproven-connections.ts";
import type { HttpLimits } from "../limits.ts";
import type { OnRefused } from "../refused-request.ts";
import { plainAddress } from "../request.ts";
import type { ConnectionTally } from "./connection-tally.ts";
import type { Connections } from "./connections.ts";

export interface ConnectionGateOptions {
  readonly limits: HttpLimits;
  readonly unproven: UnprovenConnections;
  readonly tally: ConnectionTally;
  /** Whether an address is that of a proxy that is trusted: many clients ask through it. */
  readonly isProxy: (address: string) => boolean;
  readonly connections: Connections;
  /** Called for every connection, refused or not. */
  readonly onAccepted: () => void;
  readonly onRefused?: OnRefused | undefined;
}

/** Lets connections in within the limits, those of HTTP and those of HTTPS together. */
export class ConnectionGate {
  readonly #options: ConnectionGateOptions;
  readonly #shares: Shares;

  constructor(options: ConnectionGateOptions) {
    this.#options = options;
    this.#shares = connectionShares(options.limits.connectionsPerAddress);
  }

  isProxy(address: string): boolean {
    return this.#options.isProxy(address);
  }

  /**
   * Whether a connection is within the limits; if so, it counts until `leave`, if not, it is closed. Where there are as
   * many as may be, one that is idle makes room, or one whose client takes its response slowly.
   */
  enter(accepted: Socket): boolean {
    const { limits, tally, connections, onAccepted, onRefused } = this.#options;
    const { remoteAddress = "" } = accepted;
    onAccepted();
    tally.accepted += 1;
    // An address that has its share already must not cost another one a connection.
    if (!this.#enterShare(remoteAddress)) {
      tally.refused["too-many-of-address"] += 1;
      onRefused?.({ why: "connections-of-address", clientAddress: plainAddress(remoteAddress) });
      accepted.destroy();
      return false;
    }
    if (tally.open >= limits.connections && !connections.makeRoom()) {
      this.#leaveShare(remoteAddress);
      tally.refused["too-many"] += 1;
      onRefused?.({ why: "connections" });
      accepted.destroy();
      return false;
    }
    tally.open += 1;
    return true;
  }

  leave(address: string): void {
    this.#options.tally.open -= 1;
    this.#leaveShare(address);
  }

  #enterShare(address: string): boolean {
    return this.isProxy(address) || this.#shares.enter(address);
  }

  #leaveShare(address: string): void {
    if (!this.isProxy(address)) this.#shares.leave(address);
  }

  /** Has a connection count as unproven until a whole request has come on it. */
  addUnproven(socket: Socket): void {
    this.#options.unproven.add(socket);
  }

  prove(socket: Socket): void {
    this.#options.unproven.prove(socket);
  }
}
