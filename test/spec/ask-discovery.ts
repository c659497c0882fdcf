import type { TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import type { UdpClient } from "../support/network/udp-client.ts";

/** Where the gateway listens for discovery. */
export function discoveryPort({ discovery }: TestGateway): number {
  if (discovery.port === undefined) throw new Error("the gateway does not listen for discovery");
  return discovery.port;
}

/** Asks over UDP as a client does, and gives the next reply that is heard. */
export async function askDiscovery(client: UdpClient, gateway: TestGateway): Promise<Wire> {
  await client.send('{"op":101}', discoveryPort(gateway));
  return JSON.parse(await client.next());
}
