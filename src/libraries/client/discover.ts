import { createSocket, type Socket } from "node:dgram";
import { DISCOVERY_PORT } from "../../core/contract/ports.ts";
import { broadcastAddressOf } from "../../shared/ipv4.ts";
import { MDNS_GROUP, MDNS_PORT } from "../../shared/mdns-group.ts";
import { ownIpv4Addresses } from "../../shared/own-addresses.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { eitherOf, pause } from "./clock.ts";
import { type DiscoveredGateway, type DiscoverOptions, gatewayIn } from "./discovered-gateway.ts";
import { type AnnouncedGateway, announcedIn, MDNS_QUESTION } from "./mdns.ts";

/** More than any network has: bounds the memory that forged replies can take. */
const MOST_GATEWAYS = 1_000;

/** A datagram may get lost. */
const TIMES_ASKED = 3;

const LOOPBACK = "127.0.0.1";
const EVERYWHERE = "255.255.255.255";

/**
 * Finds the gateways on every network of this machine, and on the machine itself: spec §4.9. Their HTTP ports are queried
 * by mDNS.
 */
export const discover = (options: DiscoverOptions = {}): Promise<readonly DiscoveredGateway[]> =>
  discoverBy(options, { targets, interfaces: () => ownIpv4Addresses().map(({ address }) => address) });

/** Where gateways are looked for; asked for again each time, as networks come and go. */
interface Ways {
  readonly targets: () => readonly string[];
  /** Our addresses on the networks that are asked by mDNS. */
  readonly interfaces: () => readonly string[];
}

export async function discoverBy(
  options: DiscoverOptions,
  { targets, interfaces }: Ways,
): Promise<readonly DiscoveredGateway[]> {
  const { port = DISCOVERY_PORT, timeoutMillis = 1_000, clock = SYSTEM_CLOCK } = options;
  const signal = eitherOf(options.signal);
  signal.throwIfAborted();
  const socket = await broadcastSocket();
  const found = new FoundGateways(options.onFound);
  socket.on("message", (datagram) => found.take(datagram));
  try {
    for (let asked = 0; asked < TIMES_ASKED; asked += 1) {
      for (const address of targets()) socket.send('{"op":101}', port, address, ignoreUnsent);
      for (const networkInterface of interfaces()) await askByMdns(socket, networkInterface);
      await pause({ clock, millis: timeoutMillis / TIMES_ASKED, signal });
    }
  } finally {
    await new Promise<void>((resolve) => socket.close(() => resolve()));
  }
  return found.all;
}

/** One entry for each gateway, however often and on whatever network it answers. */
class FoundGateways {
  readonly #byId = new Map<string, DiscoveredGateway>();
  readonly #httpPorts = new Map<string, ReadonlySet<number>>();
  readonly #onFound: DiscoverOptions["onFound"];

  constructor(onFound: DiscoverOptions["onFound"]) {
    this.#onFound = onFound;
  }

  get all(): readonly DiscoveredGateway[] {
    return [...this.#byId.values()];
  }

  take(datagram: Uint8Array): void {
    const gateway = gatewayIn(datagram);
    if (gateway) this.#addGateway(this.#located(gateway));
    else for (const announced of announcedIn(datagram)) this.#addPort(announced);
  }

  /** The first address stays, unless it is one that only this machine can reach. */
  #addGateway(gateway: DiscoveredGateway): void {
    const known = this.#byId.get(gateway.reset_id);
    const isBetter = known?.ip === LOOPBACK && gateway.ip !== LOOPBACK;
    if (known ? !isBetter : this.#byId.size >= MOST_GATEWAYS) return;
    this.#byId.set(gateway.reset_id, gateway);
    this.#onFound?.(gateway);
  }

  #addPort({ resetId, httpPort }: AnnouncedGateway): void {
    const ports = this.#httpPorts.get(resetId) ?? new Set();
    if (ports.has(httpPort) || ports.size > 1 || this.#httpPorts.size >= MOST_GATEWAYS) return;
    this.#httpPorts.set(resetId, new Set([...ports, httpPort]));
    const known = this.#byId.get(resetId);
    if (!known) return;
    const located = this.#located(known);
    this.#byId.set(resetId, located);
    this.#onFound?.(located);
  }

  /** With the HTTP port; where several are announced, with none. */
  #located({ httpPort: _before, ...gateway }: DiscoveredGateway): DiscoveredGateway {
    const [httpPort, ...more] = this.#httpPorts.get(gateway.reset_id) ?? [];
    return httpPort === undefined || more.length > 0 ? gateway : { ...gateway, httpPort };
  }
}

/** A network that cannot be reached has no gateway to find. */
const ignoreUnsent = () => undefined;

function broadcastSocket(): Promise<Socket> {
  const socket = createSocket({ type: "udp4" });
  return new Promise((resolve, reject) => {
    // After the bind, an error concerns a single datagram, and the rejection has no effect.
    socket.on("error", reject);
    socket.bind(0, "0.0.0.0", () => {
      socket.setBroadcast(true);
      resolve(socket);
    });
  });
}

/** One interface after the other: multicast leaves by the interface that was set last. */
async function askByMdns(socket: Socket, networkInterface: string): Promise<void> {
  try {
    socket.setMulticastInterface(networkInterface);
  } catch {
    return;
  }
  await new Promise<void>((resolve) => socket.send(MDNS_QUESTION, MDNS_PORT, MDNS_GROUP, () => resolve()));
}

/** Each network's own broadcast address too: the general one leaves by one interface only. */
function targets(): readonly string[] {
  const outward = ownIpv4Addresses().filter(({ internal }) => !internal);
  return [...new Set([EVERYWHERE, ...outward.map(broadcastAddressOf), LOOPBACK])];
}
