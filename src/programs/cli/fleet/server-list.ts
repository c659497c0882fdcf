import { answeringServers } from "./answering-servers.ts";
import { type BucketState, bucketState, placedBuckets } from "./bucket-states.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** A server of the fleet as an operator sees it. */
export interface ServerRow {
  readonly name: string;
  /** Null for a server that does not answer. */
  readonly version: string | null;
  readonly connections: number | null;
  /** How it stands with its copies of the two buckets. */
  readonly copies: BucketState["copies"][number]["state"] | "none";
  /** Which buckets it leads. */
  readonly leads: readonly string[];
}

/** What counts first where the copies of a server differ. */
const WORST_FIRST = ["offline", "unknown", "behind", "current"] as const;

/** Every server that answers, and every server that should have a copy. */
export async function serverList({ connect }: Pick<OperatedFleet, "connect">): Promise<readonly ServerRow[]> {
  const placed = await placedBuckets(await connect("command"));
  const answered = await answeringServers(await connect("system"));
  const answering = new Set(answered.map(({ server }) => server.name));
  const buckets = placed.map((one) => bucketState(one, answering));
  const names = new Set([...answering, ...buckets.flatMap(({ copies }) => copies.map(({ server }) => server))]);
  return [...names].toSorted().map((name) => {
    const { server, statsz } = answered.find((one) => one.server.name === name) ?? {};
    const own = buckets.flatMap(({ copies }) => copies.filter((copy) => copy.server === name));
    return {
      name,
      version: server?.ver ?? null,
      connections: statsz?.connections ?? null,
      copies: WORST_FIRST.find((state) => own.some((copy) => copy.state === state)) ?? "none",
      leads: buckets.filter(({ leader }) => leader === name).map(({ bucket }) => bucket),
    };
  });
}
