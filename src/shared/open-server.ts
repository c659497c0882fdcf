import type { AddressInfo, ListenOptions, Server } from "node:net";
import { onFirstError } from "./connection-faults.ts";

/** Opens a server. Rejects where it cannot listen; from then on its errors are told to `onError`. */
export const openServer = <Opened extends Server>(
  server: Opened,
  at: ListenOptions,
  onError: (error: Error) => void,
): Promise<Opened> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      server.off("error", reject);
      server.on("error", onError);
      resolve(server);
    });
  });

/** Opens a server that is closed by its first error, so that another can take its place. */
export async function openReplaceableServer<Opened extends Server>(
  server: Opened,
  at: ListenOptions,
  onLost: (error: Error) => void,
): Promise<Opened> {
  await openServer(server, at, () => undefined);
  onFirstError(server, (error) => {
    server.close();
    onLost(error);
  });
  return server;
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
