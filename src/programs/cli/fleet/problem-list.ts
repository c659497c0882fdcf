import { problemsOf } from "../../../edges/fleet/front/problems.ts";
import { behind, bucketStates } from "./bucket-states.ts";
import type { OperatedFleet } from "./operated-fleet.ts";
import { type FleetSnapshot, gatewaysMeant, readFleet } from "./read-fleet.ts";

/** What is wrong in a fleet, as an operator sees it. */
export interface ProblemRow {
  readonly kind: string;
  /** By name; none where it is about the servers. */
  readonly gateways: readonly string[];
  readonly problem: string;
  /** In ISO 8601; null where nobody knows. */
  readonly since: string | null;
}

/** Whether somebody has to do something: what is left over is hidden, and harms nobody. */
export const needsAction = ({ kind }: ProblemRow): boolean => kind !== "left over";

/** Of all gateways and of the servers, or of one gateway. */
export async function problemList(
  fleet: Pick<OperatedFleet, "connect">,
  { gateway }: { readonly gateway?: string | undefined } = {},
): Promise<readonly ProblemRow[]> {
  const connection = await fleet.connect("command");
  const meant = await gatewaysMeant(connection, gateway);
  // What one gateway has in common with others is seen only with all of them.
  const snapshot = await readFleet(connection);
  const ofGateways = gatewayProblems(snapshot);
  if (!meant) return [...serverProblems(await bucketStates(fleet)), ...ofGateways];
  const names = meant.map(({ name }) => name);
  return ofGateways.filter(({ gateways }) => gateways.some((name) => names.includes(name)));
}

export const gatewayProblems = ({ mirror, gateways }: FleetSnapshot): readonly ProblemRow[] =>
  problemsOf(mirror).map(({ kind, gateways: names, description, sinceMillis }) => {
    const added = kind === "never connected" ? gateways.find(({ name }) => names.includes(name))?.addedAt : undefined;
    const since = sinceMillis === undefined ? (added ?? null) : new Date(sinceMillis).toISOString();
    const problem = added === undefined ? description : `${description} since it was added`;
    return { kind, gateways: names, problem, since };
  });

/** Copies of the fleet's data that are missing or behind: one line for each server. */
export function serverProblems(
  states: Awaited<ReturnType<typeof bucketStates>>,
  nowMillis = Date.now(),
): readonly ProblemRow[] {
  const leaderless = states.filter(({ leader }) => leader === null);
  const copies = states.flatMap(({ bucket, copies }) => copies.map((copy) => ({ bucket, ...copy })));
  const servers = [...new Set(copies.map(({ server }) => server))].toSorted();
  return [
    ...leaderless.map(({ bucket }) => ofServer(`the bucket ${bucket} has no leader: nothing can be written`)),
    ...servers.flatMap((server) => {
      const own = copies.filter((copy) => copy.server === server);
      const offline = own.filter(({ state }) => state === "offline");
      if (offline.length > 0) {
        const silentMillis = Math.max(...offline.map((copy) => copy.silentMillis));
        const since = silentMillis === 0 ? null : new Date(nowMillis - silentMillis).toISOString();
        return [ofServer(`${server} is offline: a copy of the data is missing`, since)];
      }
      return own
        .filter(({ state }) => state === "behind")
        .map(({ bucket, lag }) => ofServer(`${server} is ${behind(lag)} in the bucket ${bucket}`));
    }),
  ];
}

const ofServer = (problem: string, since: string | null = null): ProblemRow => ({
  kind: "server",
  gateways: [],
  problem,
  since,
});
