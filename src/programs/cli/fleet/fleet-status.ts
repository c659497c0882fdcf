import { enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import type { FleetMirror } from "../../../edges/fleet/front/mirror.ts";
import { type BucketState, bucketStates } from "./bucket-states.ts";
import type { OperatedFleet } from "./operated-fleet.ts";
import { gatewayProblems, needsAction, serverProblems } from "./problem-list.ts";
import { readFleet } from "./read-fleet.ts";

/** A fleet at a glance. */
export interface FleetStatus {
  readonly name: string;
  readonly mac: string;
  readonly gateways: {
    readonly all: number;
    readonly online: number;
    readonly stopped: number;
    readonly offline: number;
    readonly neverConnected: number;
    /** That have entries, and that nobody added, or of which the servers have lost that. */
    readonly notRegistered: number;
  };
  /** Of all gateways, those that are away included; a lamp that two gateways share is one. */
  readonly lights: number;
  /** How many entries gateways have not published yet. */
  readonly pending: number;
  /** How many fronts have credentials. */
  readonly fronts: number;
  readonly buckets: readonly BucketState[];
  readonly problems: number;
}

export async function fleetStatus(fleet: Pick<OperatedFleet, "connect">): Promise<FleetStatus> {
  const connection = await fleet.connect("command");
  const [snapshot, buckets, fronts] = await Promise.all([
    readFleet(connection),
    bucketStates(fleet),
    enrolledMembers(connection, "front"),
  ]);
  const { mirror, identity } = snapshot;
  return {
    name: identity.name,
    mac: identity.mac,
    gateways: gatewayCounts(mirror),
    lights: lightsIn(mirror),
    pending: enrolledIn(mirror).reduce((sum, { presence, isAway }) => sum + ((!isAway && presence?.pending) || 0), 0),
    fronts: fronts.length,
    buckets,
    problems: [...gatewayProblems(snapshot), ...serverProblems(buckets)].filter(needsAction).length,
  };
}

const enrolledIn = ({ members }: FleetMirror) => members.filter(({ name }) => name !== undefined);

function gatewayCounts(mirror: FleetMirror): FleetStatus["gateways"] {
  const all = enrolledIn(mirror);
  const online = all.filter(({ isAway }) => !isAway).length;
  const stopped = all.filter(({ presence }) => presence?.stopped).length;
  const neverConnected = all.filter(({ takenAtMillis }) => takenAtMillis === undefined).length;
  const offline = all.length - online - stopped - neverConnected;
  const notRegistered = mirror.members.filter(({ name, presence }) => name === undefined && presence).length;
  return { all: all.length, online, stopped, offline, neverConnected, notRegistered };
}

const lightsIn = (mirror: FleetMirror): number =>
  mirror.takeTouched().filter((key) => key.startsWith("lights.") && mirror.shown(key).after).length;
