import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { ConnectionOptions, Server, TlsOptions } from "@nats-io/transport-node";
import type { FleetAddress } from "./fleet-address.ts";

type Trust = Pick<ConnectionOptions, "tls" | "ignoreClusterUpdates" | "reconnectToServer">;

interface CheckedTls extends TlsOptions {
  readonly checkServerIdentity: (name: string, certificate: PeerCertificate) => Error | undefined;
}

/**
 * Connection options for servers with TLS, which refuse servers without it. `nextServer` decides where to connect; undefined
 * for the first that is left.
 *
 * A certificate must hold the host name or the address that was given. The library checks addresses as "localhost", so they
 * are checked here. The addresses that servers of a cluster report of each other are in few certificates: they are not used.
 */
export function trustOf(
  { isEncrypted, authority }: Pick<FleetAddress, "isEncrypted" | "authority">,
  nextServer: (pool: readonly Server[]) => Server | null = ([first]) => first ?? null,
): Trust {
  if (!isEncrypted && authority === undefined) return { reconnectToServer: nextServer };
  let dialled: Server | null = null;
  const tls: CheckedTls = {
    ...(authority === undefined ? {} : { ca: authority }),
    checkServerIdentity: (name, certificate) => checkServerIdentity(dialled?.hostname ?? name, certificate),
  };
  const reconnectToServer = (pool: readonly Server[]) => {
    dialled = nextServer(pool);
    return dialled;
  };
  return { tls, ignoreClusterUpdates: true, reconnectToServer };
}
