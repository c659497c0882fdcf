import type { NatsConnection } from "@nats-io/transport-node";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** What a server says of itself. */
const Statistics = Type.Object({
  server: Type.Object({ name: Type.String(), ver: Type.String() }),
  statsz: Type.Object({ connections: Type.Integer() }),
});
export type ServerStatistics = Static<typeof Statistics>;

/** How long answers may take, and for how long after one another may come. */
const ANSWERS = { strategy: "stall", maxWait: 3_000, stall: 1_000 } as const;

/** Every server that answers; as soon as these have answered, where names are given. */
export async function answeringServers(
  system: NatsConnection,
  awaited?: ReadonlySet<string>,
): Promise<readonly ServerStatistics[]> {
  const found: ServerStatistics[] = [];
  for await (const answer of await system.requestMany("$SYS.REQ.SERVER.PING", undefined, ANSWERS)) {
    const value: unknown = answer.json();
    if (Check(Statistics, value)) found.push(value);
    if (awaited !== undefined && [...awaited].every((name) => found.some(({ server }) => server.name === name))) break;
  }
  return found;
}
