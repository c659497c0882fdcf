import { counted } from "../../../shared/counted.ts";
import type { FleetState } from "../connection.ts";
import type { PresenceState } from "./presence.ts";

/** How a gateway fares in its fleet. */
export interface FleetCondition {
  readonly gatewayId: string;
  /** The server that the gateway is connected to; undefined while there is none. */
  readonly server: string | undefined;
  /** Whether the fleet has this gateway: its changes are published, and it takes the fleet's commands. */
  readonly isMember: boolean;
  /** In words for a person; undefined when all is well. */
  readonly problem: string | undefined;
  /** Since when server, membership and problem are what they are, by the gateway's clock. */
  readonly sinceMillis: number;
  /** How many entries are not published yet. */
  readonly pending: number;
  /** How many of those the bucket refuses. */
  readonly refused: number;
}

interface Facts {
  readonly connection: FleetState | undefined;
  /** Why the server cannot carry a fleet. */
  readonly unfit: string | undefined;
  readonly presence: PresenceState | undefined;
  /** Why it cannot be remembered what is published. */
  readonly memory: string | undefined;
  readonly refused: ReadonlyMap<string, string> | undefined;
}

const OF_PRESENCE: Readonly<Record<PresenceState["state"], string | undefined>> = {
  held: undefined,
  waiting: undefined,
  conflict: "another gateway is connected with the same credentials",
  unanswered: "the server is connected, but the fleet's bucket does not answer; most of the fleet's servers must run",
  refused: "the fleet's bucket refuses this gateway",
};

/** What matters most of all that is wrong. */
export function problemOf({ connection, unfit, presence, memory, refused }: Facts): string | undefined {
  if (memory !== undefined) return `what is published cannot be recorded in the data folder (${memory})`;
  if (!connection) return undefined;
  if (connection.state !== "connected") return `not connected: ${connection.why}`;
  if (unfit !== undefined) return unfit;
  const ofPresence = presence && OF_PRESENCE[presence.state];
  if (presence?.state === "refused") return `${ofPresence} (${presence.why})`;
  if (ofPresence !== undefined) return ofPresence;
  const [why] = refused?.values() ?? [];
  return why === undefined ? undefined : `${counted(refused?.size ?? 0, "resource")} cannot be published (${why})`;
}
