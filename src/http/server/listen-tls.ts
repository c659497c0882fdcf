import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { endOnError } from "../../shared/connection-faults.ts";
import { openServer, portOf } from "../../shared/open-server.ts";
import { BACKLOG, type HttpLimits } from "../limits.ts";
import type { ConnectionGate } from "./connection-gate.ts";
import type { TlsCertificate } from "./tls-certificate.ts";

export interface TlsOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly certificate: TlsCertificate;
}

interface TlsListenerOptions extends TlsOptions {
  readonly host: string;
  readonly limits: HttpLimits;
  readonly gate: ConnectionGate;
  /** Takes each connection once its handshake is over. */
  readonly ordinary: (socket: Socket, unanswered: Buffer) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface TlsListener {
  readonly port: number;
  stop(): Promise<void>;
}

const NOTHING = Buffer.alloc(0);

/** Takes the same requests over TLS: what was decrypted goes to the parser of the plain server. */
export async function listenForTls(options: TlsListenerOptions): Promise<TlsListener> {
  const { certificate, limits, gate, ordinary } = options;
  const server = createServer({
    ...certificate.current,
    minVersion: "TLSv1.2",
    handshakeTimeout: limits.headersMillis,
    ALPNProtocols: ["http/1.1"],
    noDelay: true,
  });
  server.maxConnections = limits.connections;
  const open = new Map<string, Socket>();
  const handshake = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    endOnError(socket);
    const { remoteAddress = "" } = socket;
    const name = nameOf(socket);
    if (!gate.enter(socket)) return;
    open.set(name, socket);
    socket.once("close", () => {
      open.delete(name);
      gate.leave(remoteAddress);
    });
    gate.addUnproven(socket);
    for (const listener of handshake) listener.call(server, socket);
  });
  server.on("secureConnection", (secure: TLSSocket) => {
    endOnError(secure);
    const socket = open.get(nameOf(secure));
    if (socket) gate.prove(socket);
    gate.addUnproven(secure);
    ordinary(secure, NOTHING);
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await openServer(server, { port: options.port, host: options.host, backlog: BACKLOG }, options.onFault);
  const stopWatching = certificate.watch((renewed) => server.setSecureContext({ ...renewed, minVersion: "TLSv1.2" }));
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
