import { createSocket } from "node:dgram";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Ports } from "./relay.ts";

/** Ports on which nobody listens, and which no other program gets. */
export interface HeldPorts {
  /** Frees the port of discovery, on which only one socket can be. */
  freeDiscovery(): Promise<void>;
  /** Frees the others, on which somebody may listen by now. */
  free(): void;
}

const NONE: HeldPorts = { freeDiscovery: () => Promise.resolve(), free: () => undefined };

/**
 * Frees ports and holds them from that moment on, so that a gateway that is unplugged can be plugged in where it was. Each
 * TCP port is the local port of a connection: Linux refuses clients there, gives the port to nobody else, and still lets
 * us listen on it again.
 */
export async function holdPorts(host: string, ports: Ports, free: () => Promise<void>): Promise<HeldPorts> {
  if (process.platform !== "linux") return free().then(() => NONE);
  const localAddress = addressOf(host);
  const accepted = new Set<Socket>();
  const server = createServer((socket) => accepted.add(quiet(socket))).unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, localAddress, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const freed = free();
  const connections = [ports.http, ports.mqtt].map((localPort) =>
    quiet(connect({ port, host: localAddress, localAddress, localPort })),
  );
  const datagrams = createSocket("udp4").unref();
  datagrams.on("error", () => undefined);
  datagrams.bind(ports.discovery, "0.0.0.0");
  let isDiscoveryFree = false;
  await Promise.all([freed, ...connections.map(opened), opened(datagrams)]);
  return {
    freeDiscovery: () =>
      new Promise((resolve) => {
        if (isDiscoveryFree) return resolve();
        isDiscoveryFree = true;
        datagrams.close(resolve);
      }),
    free() {
      for (const socket of [...connections, ...accepted]) socket.resetAndDestroy();
      server.close();
    },
  };
}

/** A port that somebody else was faster to take is not held; then listening on it says so. */
const quiet = (socket: Socket): Socket => socket.on("error", () => undefined).unref();

const opened = (socket: NodeJS.EventEmitter): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ["connect", "listening", "error"]) socket.once(event, () => resolve());
  });

/** One address that a listener on this host has. */
function addressOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
