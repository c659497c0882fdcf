import { createSocket, type Socket } from "node:dgram";
import { networkInterfaces } from "node:os";
import { Check } from "typebox/value";
import { DISCOVERY_PORT, DiscoveryReply } from "../contract/discovery.ts";

export interface DiscoverOptions {
  readonly port?: number;
  /** How long to listen for answers. */
  readonly timeoutMillis?: number;
}

export type DiscoveredGateway = DiscoveryReply["data"];

/** More than any network has; a flood of made-up ones is cut off. */
const MOST_GATEWAYS = 1_000;

const LOOPBACK = "127.0.0.1";
const EVERYWHERE = "255.255.255.255";

/** Finds the gateways on every network of this machine, and on the machine itself: spec §4.9. */
export async function discover(options: DiscoverOptions = {}): Promise<readonly DiscoveredGateway[]> {
  const { port = DISCOVERY_PORT, timeoutMillis = 1_000 } = options;
  const socket = await broadcastSocket();
  const found = new Map<string, DiscoveredGateway>();
  socket.on("message", (message) => {
    const gateway = gatewayFrom(message);
    if (!gateway || found.size >= MOST_GATEWAYS) return;
    if (gateway.ip !== LOOPBACK || !found.has(gateway.reset_id)) found.set(gateway.reset_id, gateway);
  });
  for (const address of targets()) socket.send('{"op":101}', port, address, ignoreUnsent);
  await new Promise((resolve) => setTimeout(resolve, timeoutMillis));
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return [...found.values()];
}

/** A network that cannot be reached has no gateway to find. */
const ignoreUnsent = () => undefined;

function broadcastSocket(): Promise<Socket> {
  const socket = createSocket({ type: "udp4" });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(0, "0.0.0.0", () => {
      socket.setBroadcast(true);
      resolve(socket);
    });
  });
}

/** Each network's own broadcast address too: the general one leaves by one card only. */
function targets(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outward = addresses.filter(({ family, internal }) => family === "IPv4" && !internal);
  return [...new Set([EVERYWHERE, ...outward.map(broadcastAddress), LOOPBACK])];
}

function broadcastAddress({ address, netmask }: { address: string; netmask: string }): string {
  const mask = netmask.split(".").map(Number);
  return address
    .split(".")
    .map((octet, index) => Number(octet) | (~(mask[index] ?? 255) & 255))
    .join(".");
}

function gatewayFrom(message: Uint8Array): DiscoveredGateway | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(message));
    return Check(DiscoveryReply, value) ? value.data : undefined;
  } catch {
    return undefined;
  }
}
