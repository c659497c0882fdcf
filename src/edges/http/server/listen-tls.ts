import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { MonotonicClock } from "../../../shared/clock.ts";
import { endOnError } from "../../../shared/connection-faults.ts";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import { openServer, portOf } from "../../../shared/open-server.ts";
import { BACKLOG, type HttpLimits } from "../limits.ts";
import { plainAddress } from "../request.ts";
import { acceptingServer } from "./accept.ts";
import type { ConnectionGate } from "./connection-gate.ts";
import type { TlsCertificate } from "./tls-certificate.ts";

export interface TlsOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly certificate: TlsCertificate;
}

export interface TlsListenerOptions extends TlsOptions {
  readonly host: string;
  readonly limits: HttpLimits;
  readonly gate: ConnectionGate;
  /** Takes each connection once its handshake is over. */
  readonly take: (socket: Socket) => void;
  readonly now: MonotonicClock;
  readonly onFault: (fault: unknown) => void;
}

export interface TlsListener {
  readonly port: number;
  stop(): Promise<void>;
}

/** Takes the same requests over TLS: what was decrypted is a connection like any other. */
export async function listenForTls(options: TlsListenerOptions): Promise<TlsListener> {
  const { certificate, limits, gate, take, now } = options;
  const secured = createServer({
    ...certificate.current,
    minVersion: "TLSv1.2",
    handshakeTimeout: limits.headersMillis,
    ALPNProtocols: ["http/1.1"],
    allowHalfOpen: true,
  });
  const open = new Map<string, Socket>();
  // One in each turn of the event loop: to sign for a handshake takes as long as a hundred reads.
  const handshakes = new FairTurns({ now, sliceMillis: 0, later: inNextTurn });
  const server = acceptingServer(gate, (socket) => {
    const name = nameOf(socket);
    open.set(name, socket);
    // A client that ends its side before its handshake is over has left; after that it still wants its response.
    socket.allowHalfOpen = false;
    const deadline = setTimeout(() => socket.destroy(), limits.headersMillis);
    socket.once("close", () => {
      clearTimeout(deadline);
      open.delete(name);
    });
    // A client that has sent nothing yet takes nobody's turn.
    socket.once("readable", () => {
      clearTimeout(deadline);
      handshakes.run(plainAddress(socket.remoteAddress), () => {
        if (!socket.destroyed) secured.emit("connection", socket);
      });
    });
  });
  secured.on("secureConnection", (secure: TLSSocket) => {
    const socket = open.get(nameOf(secure));
    if (socket) {
      socket.allowHalfOpen = true;
      gate.prove(socket);
    }
    gate.addUnproven(endOnError(secure));
    take(secure);
  });
  secured.on("tlsClientError", (_error, socket) => socket.destroy());
  await openServer(server, { port: options.port, host: options.host, backlog: BACKLOG }, options.onFault);
  const stopWatching = certificate.watch((renewed) => secured.setSecureContext({ ...renewed, minVersion: "TLSv1.2" }));
  return {
    port: portOf(server),
    async stop() {
      stopWatching();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const deadline = setTimeout(() => {
        for (const socket of open.values()) socket.destroy();
      }, limits.stopMillis);
      await closed;
      clearTimeout(deadline);
    },
  };
}

/** The same for a connection and for what TLS makes of it. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
