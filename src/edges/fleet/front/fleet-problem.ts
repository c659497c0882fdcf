import type { Member } from "./member.ts";

/** What an operator of a fleet should know of. */
export interface FleetProblem {
  readonly kind:
    | "offline"
    | "stopped"
    | "never connected"
    | "conflict"
    | "gateway"
    | "not understood"
    | "left over"
    | "removed"
    | "not registered"
    | "collision";
  /** The gateways that it concerns, by name. */
  readonly gateways: readonly string[];
  /** In words for a person. */
  readonly description: string;
  /** By the servers' clock; undefined where nobody knows. */
  readonly sinceMillis: number | undefined;
}

export const nameOf = ({ name, id }: Member): string => name ?? id;

/** A problem of one gateway. */
export const about = (
  member: Member,
  kind: FleetProblem["kind"],
  description: string,
  sinceMillis?: number,
): FleetProblem => ({ kind, gateways: [nameOf(member)], description, sinceMillis });
