import type { Server } from "node:net";
import type { HttpLimits } from "../limits.ts";
import type { Connections } from "./connections.ts";

/** Stops a server once the requests in work are answered, or their time is up. */
export async function drainServer(server: Server, connections: Connections, { stopMillis }: HttpLimits): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.end({ atOnce: false });
  const deadline = setTimeout(() => connections.end({ atOnce: true }), stopMillis);
  await closed;
  clearTimeout(deadline);
}
