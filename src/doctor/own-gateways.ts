import { createSocket, type Socket } from "node:dgram";
import { type DiscoveredGateway, gatewayIn } from "../client/discovered-gateway.ts";

/** A datagram may get lost, even here. */
const TRIES = 3;

interface OwnGatewaysOptions {
  readonly port: number;
  /** Of this machine's cards. */
  readonly addresses: readonly string[];
  readonly waitMillis: number;
}

/** The gateways that run on this machine: whoever answers what is sent to this machine's own addresses. */
export async function ownGateways({
  port,
  addresses,
  waitMillis,
}: OwnGatewaysOptions): Promise<readonly DiscoveredGateway[]> {
  const socket = createSocket("udp4").on("error", () => undefined);
  const found = new Map<string, DiscoveredGateway>();
  socket.on("message", (datagram) => {
    const gateway = gatewayIn(datagram);
    if (gateway) found.set(gateway.reset_id, found.get(gateway.reset_id) ?? gateway);
  });
  try {
    await bound(socket);
    for (let tried = 0; tried < TRIES; tried += 1) {
      for (const address of addresses) socket.send('{"op":101}', port, address, () => undefined);
      await new Promise((resolve) => setTimeout(resolve, waitMillis / TRIES));
    }
  } finally {
    socket.close();
  }
  return [...found.values()];
}

const bound = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => socket.once("error", reject).bind(0, "0.0.0.0", () => resolve()));
